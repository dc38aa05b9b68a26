import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Frame } from "playwright-core";
import type { VsCode } from "../../e2e/support/startVsCode";

const root = process.env.KILN_BENCH_ROOT ?? process.cwd();
const startTimeoutMs = 60_000;
/** A new window has work of its own for some seconds. */
const settledMs = 5_000;

export const servers = 20;
/** of each server, as toolServer.mjs has them */
export const tools = 50;

const connected = '[data-testid="mcp-server"][data-status="connected"]';

/** The view of the MCP servers as a person opens it, over real servers of the person's own. */
export class McpViewDriver {
	private constructor(
		private readonly code: VsCode,
		private readonly frame: Frame,
	) {}

	/** Before Kiln's view is opened for the first time. */
	static configure(code: VsCode): void {
		const file = join(code.userDataDir, "User/globalStorage/kiln.kiln/settings/mcp_settings.json");
		const script = join(root, "test/bench/vscode/toolServer.mjs");
		const names = Array.from({ length: servers }, (_, index) => `tracker-${index + 1}`);
		const entries = names.map((name) => [
			name,
			{ command: process.execPath, args: [script, join(listedFolder(code), name)] },
		]);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, JSON.stringify({ mcpServers: Object.fromEntries(entries) }, null, "\t"));
	}

	/** A fresh window whose servers have all been started and listed. */
	static async open(code: VsCode): Promise<McpViewDriver> {
		rmSync(listedFolder(code), { recursive: true, force: true });
		mkdirSync(listedFolder(code), { recursive: true });
		await code.reloadWindow();
		const frame = await code.openKiln();
		const deadline = Date.now() + startTimeoutMs;
		while (readdirSync(listedFolder(code)).length < servers) {
			if (Date.now() > deadline) throw new Error("The servers did not start.");
			await wait(100);
		}
		await wait(settledMs);
		const script = readFileSync(join(root, "test/bench/vscode/notePaint.js"), "utf8");
		for (const each of [code.page.mainFrame(), frame]) await each.evaluate(script);
		return new McpViewDriver(code, frame);
	}

	/** ms from the click on the button in the view's title to all servers being drawn */
	async show(): Promise<number> {
		const painted = this.painted(connected, servers);
		await this.code.page.locator('.action-label[aria-label="MCP Servers"]').first().click();
		const paintedAt = await painted;
		const clickedAt: number = await this.code.page.evaluate("window.kilnBenchClickAt");
		return paintedAt - clickedAt;
	}

	async close(): Promise<void> {
		await this.frame.locator('[data-testid="mcp-back"]').click();
		await this.frame.locator('[data-testid="mcp-view"]').waitFor({ state: "detached" });
	}

	/** ms from the click on a server to all its tools being drawn; they are folded again */
	async showTools(index: number): Promise<number> {
		const toggle = this.frame.locator(connected).nth(index).locator('[data-testid="mcp-server-toggle"]');
		const painted = this.painted('[data-testid="mcp-tool"]', tools);
		await toggle.click();
		const paintedAt = await painted;
		const clickedAt: number = await this.frame.evaluate("window.kilnBenchClickAt");
		await toggle.click();
		await this.frame.locator('[data-testid="mcp-details"]').waitFor({ state: "detached" });
		return paintedAt - clickedAt;
	}

	private painted(selector: string, count: number): Promise<number> {
		return this.frame.evaluate(`window.kilnBenchPainted(${JSON.stringify(selector)}, ${count})`);
	}
}

function listedFolder({ workspaceDir }: VsCode): string {
	return join(dirname(workspaceDir), "listed");
}
