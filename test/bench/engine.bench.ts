import {
	closeSync,
	fdatasyncSync,
	mkdtempSync,
	openSync,
	rmSync,
	statSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { createProvider } from "@api/createProvider";
import { noProjectFiles } from "@core/instructions/ProjectFiles";
import { noMcp } from "@core/mcp/McpPort";
import { Task } from "@core/task/Task";
import { eventsPath } from "@core/task/TaskLog";
import { taskDirectory } from "@core/task/TaskStore";
import type { TaskDeps } from "@core/task/types";
import { createDefaultRegistry } from "@core/tools/defaultTools";
import { createTerminalHost } from "@hosts/terminal/createTerminalHost";
import { builtInModes } from "@shared/modes";
import { defaultSettings, profileSchema } from "@shared/settings";
import type { BenchFigure } from "./BenchFigure";

const steps = 310;
const root = process.env.KILN_BENCH_ROOT ?? process.cwd();

/** Overhead and disk growth of a read step at step 10 and at step 300, in plain Node, over real HTTP. */
export async function run(): Promise<BenchFigure[]> {
	const folder = mkdtempSync(join(tmpdir(), "kiln-bench-"));
	try {
		const { gaps, bytes } = await measure(folder);
		const around = (list: readonly number[], step: number) => median(list.slice(step - 6, step + 5));
		const sync = syncTime(folder);
		const early = around(gaps, 10);
		const late = around(gaps, 300);
		const growth = around(bytes, 300) / around(bytes, 10);
		return [
			figure(
				"overhead a read step, median of all",
				median(gaps),
				"ms",
				5,
				`${steps} steps; one fsync is ${sync.toFixed(2)} ms and is in it`,
			),
			figure(
				"overhead at step 300 ÷ at step 10",
				late / early,
				"×",
				1.3,
				`${early.toFixed(2)} → ${late.toFixed(2)} ms`,
			),
			figure(
				"bytes appended at step 300 ÷ at step 10",
				growth,
				"×",
				1.2,
				`${around(bytes, 10)} → ${around(bytes, 300)} bytes`,
			),
		];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function figure(name: string, value: number, unit: string, limit: number, note: string): BenchFigure {
	return { name, value, unit, target: `≤ ${limit} ${unit}`, ok: value <= limit, note };
}

async function measure(folder: string): Promise<{ gaps: number[]; bytes: number[] }> {
	for (let index = 0; index < 7; index++)
		writeFileSync(join(folder, `f${index}.txt`), `line ${index}\n`.repeat(20));
	const answers = Array.from({ length: steps }, (_, index) =>
		index === steps - 1
			? "<attempt_completion>\n<result>\ndone\n</result>\n</attempt_completion>"
			: `Now file ${index % 7}.\n<read_file>\n<path>f${index % 7}.txt</path>\n</read_file>`,
	);
	const worker = new Worker(join(root, "test/bench/sseModel.mjs"), { workerData: { answers } });
	const port = await new Promise<number>((resolve) =>
		worker.once("message", (message) => resolve(message.port)),
	);
	const gapsReady = new Promise<number[]>((resolve) =>
		worker.once("message", (message) => resolve(message.gaps)),
	);
	const storage = join(folder, ".storage");
	const task = await Task.create(depsFor(folder, storage, port), { text: "Read the files.", mode: "code" });
	const path = eventsPath(taskDirectory(storage, task.taskId));
	const bytes: number[] = [];
	let size = 0;
	task.subscribe((signal) => {
		if (signal.kind !== "event" || signal.event.type !== "request_started") return;
		const now = statSync(path).size;
		bytes.push(now - size);
		size = now;
	});
	await task.run();
	const gaps = await gapsReady;
	await task.suspend();
	await worker.terminate();
	return { gaps, bytes };
}

function depsFor(cwd: string, storage: string, port: number): TaskDeps {
	const quiet = () => {};
	const host = createTerminalHost({
		cwd,
		storage,
		variables: process.env,
		log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
	});
	const profile = profileSchema.parse({
		id: "b",
		name: "b",
		provider: "openai",
		baseUrl: `http://127.0.0.1:${port}/v1`,
		model: "bench",
	});
	const provider = createProvider(profile, "key", { fetch, clock: host.clock, assetsDir: "" });
	return {
		host,
		registry: createDefaultRegistry(),
		settings: () => defaultSettings,
		project: noProjectFiles(() => builtInModes),
		mcp: noMcp,
		provider: async () => ({ provider: await provider, toolFormat: "xml" }),
	};
}

/** What one small append with fsync costs on this disk, median, ms. */
function syncTime(folder: string): number {
	const fd = openSync(join(folder, "sync"), "a");
	const times = Array.from({ length: 50 }, () => {
		const from = performance.now();
		writeSync(fd, "x".repeat(500));
		fdatasyncSync(fd);
		return performance.now() - from;
	});
	closeSync(fd);
	return median(times);
}

function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
