// What the task costs outside Kiln's own view: processor time by process, bytes on disk.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Page } from "playwright-core";

/** The kernel's clock tick; 100 a second on every Linux that VS Code runs on. */
const ticksPerSecond = 100;

export const canMeterProcesses = process.platform === "linux";

/** Seconds of user and system time of a process and its threads so far; its children are not in it. */
export function cpuSeconds(pid: number): number {
	if (!canMeterProcesses) return 0;
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	// The name stands in brackets and may hold anything; the fields count from behind it.
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** All renderers of the browser together: which of them holds what need not be guessed. */
export async function rendererSeconds(page: Page): Promise<Map<number, number>> {
	const session = await page.context().browser()?.newBrowserCDPSession();
	const { processInfo = [] } = (await session?.send("SystemInfo.getProcessInfo")) ?? {};
	await session?.detach();
	const pids = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
	return new Map(pids.map((pid) => [pid, cpuSeconds(pid)]));
}

/** Growth of each process that used any time worth telling, largest first. */
export function growth(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number[] {
	const used = [...after].map(([pid, seconds]) => seconds - (before.get(pid) ?? 0));
	return used.filter((seconds) => seconds > 0.05).sort((a, b) => b - a);
}

/** Whether the frame is drawn by the page's own process: only a frame elsewhere has a session of its own. */
export async function isInPageProcess(page: Page, frame: Frame): Promise<boolean> {
	try {
		await (await page.context().newCDPSession(frame)).detach();
		return false;
	} catch {
		return true;
	}
}

export function folderBytes(folder: string): number {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
