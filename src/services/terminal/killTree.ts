import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { KillReport } from "./CommandStore";
import { listProcesses, type ProcessInfo, treeOf } from "./processTable";

export interface KillOptions {
	/** between the request (SIGTERM) and force (SIGKILL) */
	readonly graceMs: number;
	readonly platform: NodeJS.Platform;
	/** the command's own process is gone: only members of its group are left */
	readonly hasExited: boolean;
}

/** time that the system gets to carry out a SIGKILL before a process counts as a survivor */
const forcedMs = 1000;

/**
 * Ends a command's process, its descendants and its process group (`pid` leads the group). Descendants are collected
 * before the first signal: afterwards orphans can no longer be told. Never throws.
 */
export async function killTree(pid: number, options: KillOptions): Promise<KillReport> {
	if (options.platform === "win32") return killWindowsTree(pid);
	const processes = await listProcesses(options.platform);
	if (processes.length === 0) return killGroup(pid, options.graceMs);
	// the system gives a number away again only when its group is empty, too
	if (options.hasExited && processes.some((info) => info.pid === pid)) return { survivors: [] };
	const victims = treeOf(pid, processes);
	signalAll(pid, victims, "SIGTERM");
	const stubborn = await waitUntilGone(victims, options.graceMs, options.platform);
	if (stubborn.length === 0) return { survivors: [] };
	const forced = await withNewcomers(pid, stubborn, options.platform);
	signalAll(pid, forced, "SIGKILL");
	const survivors = await waitUntilGone(forced, forcedMs, options.platform);
	return { survivors: survivors.map((info) => info.pid) };
}

/** What is left where processes cannot be listed; nobody can tell survivors then. */
async function killGroup(pid: number, graceMs: number): Promise<KillReport> {
	send(-pid, "SIGTERM");
	await delay(graceMs);
	send(-pid, "SIGKILL");
	return { survivors: [] };
}

/** Sends SIGINT to a command's group, as Ctrl+C in a terminal does. */
export function interruptGroup(pid: number): void {
	send(-pid, "SIGINT");
}

function signalAll(groupId: number, victims: readonly ProcessInfo[], signal: NodeJS.Signals): void {
	// without a living member the number may be another's by now
	if (victims.some((info) => info.groupId === groupId)) send(-groupId, signal);
	for (const info of victims) if (info.groupId !== groupId) send(info.pid, signal);
}

function send(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// gone already, or not ours: the next listing tells
	}
}

/** What the victims have started during the grace time. */
async function withNewcomers(
	pid: number,
	victims: readonly ProcessInfo[],
	platform: NodeJS.Platform,
): Promise<ProcessInfo[]> {
	const processes = await listProcesses(platform);
	const trees = [pid, ...victims.map((info) => info.pid)].flatMap((root) => treeOf(root, processes));
	return [...new Map([...victims, ...trees].map((info) => [info.pid, info])).values()];
}

/** Those that are still alive after `timeoutMs`. */
async function waitUntilGone(
	victims: readonly ProcessInfo[],
	timeoutMs: number,
	platform: NodeJS.Platform,
): Promise<ProcessInfo[]> {
	const deadline = performance.now() + timeoutMs;
	for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 2, 100)) {
		const alive = await stillAlive(victims, platform);
		if (alive.length === 0 || performance.now() >= deadline) return alive;
		await delay(pauseMs);
	}
}

async function stillAlive(
	victims: readonly ProcessInfo[],
	platform: NodeJS.Platform,
): Promise<ProcessInfo[]> {
	const keys = new Set(victims.map(identity));
	return (await listProcesses(platform)).filter((info) => !info.isZombie && keys.has(identity(info)));
}

function identity(info: ProcessInfo): string {
	return `${info.pid} ${info.startedAt}`;
}

/**
 * Ends a process and its descendants on Windows. By its full path: a bare name is looked for in the current folder first,
 * which may be a stranger's.
 */
export function windowsKill(
	pid: number,
	systemRoot = process.env.SystemRoot,
): { readonly file: string; readonly args: readonly string[] } {
	const file = systemRoot === undefined ? "taskkill" : `${systemRoot}\\System32\\taskkill.exe`;
	return { file, args: ["/PID", String(pid), "/T", "/F"] };
}

async function killWindowsTree(pid: number): Promise<KillReport> {
	const { file, args } = windowsKill(pid);
	try {
		await promisify(execFile)(file, [...args], { windowsHide: true });
	} catch {
		// exit code 128: it had ended already
	}
	return { survivors: isAlive(pid) ? [pid] : [] };
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
