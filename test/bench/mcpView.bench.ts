// How fast the view of the MCP servers is in real VS Code, with many servers of many tools.
import { loadavg } from "node:os";
import { startVsCode } from "../e2e/support/startVsCode";
import type { BenchFigure } from "./BenchFigure";
import { ensureBuilt } from "./vscode/ensureBuilt";
import { McpViewDriver, servers, tools } from "./vscode/McpViewDriver";
import { median, span } from "./vscode/statistics";

const windows = 5;
const openingsEach = 4;
const maxMs = 100;

export async function run(): Promise<BenchFigure[]> {
	await ensureBuilt();
	const code = await startVsCode({ name: "bench-mcp-view" });
	try {
		McpViewDriver.configure(code);
		const first: number[] = [];
		const again: number[] = [];
		const unfolded: number[] = [];
		for (let count = 0; count < windows; count++) {
			const view = await McpViewDriver.open(code);
			first.push(await view.show());
			for (let opening = 0; opening < openingsEach; opening++) {
				unfolded.push(await view.showTools(opening));
				await view.close();
				again.push(await view.show());
			}
		}
		const size = `${servers} servers × ${tools} tools`;
		return [
			figure(`click on the button → ${size} drawn, first time in a window`, first),
			figure(`click on the button → ${size} drawn, later times`, again),
			figure(`click on a server → its ${tools} tools drawn`, unfolded),
		];
	} finally {
		await code.stop();
	}
}

function figure(name: string, times: readonly number[]): BenchFigure {
	const value = median(times);
	return {
		name,
		value,
		unit: "ms",
		target: `< ${maxMs} ms`,
		ok: value < maxMs,
		note: `median of ${times.length} (${span(times, 0)}) at load ${(loadavg()[0] ?? 0).toFixed(1)}`,
	};
}
