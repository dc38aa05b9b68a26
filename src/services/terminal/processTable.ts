import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

export interface ProcessInfo {
	readonly pid: number;
	readonly parentPid: number;
	readonly groupId: number;
	/** with `pid` it tells a process from a later one of the same number */
	readonly startedAt: string;
	/** it has ended, only its parent has not taken notice */
	readonly isZombie: boolean;
}

/** Every process of this machine (Linux: /proc, elsewhere `ps`). Empty when they cannot be listed. */
export async function listProcesses(platform: NodeJS.Platform = process.platform): Promise<ProcessInfo[]> {
	try {
		return platform === "linux" ? await listProc() : await listPs();
	} catch {
		// a kill then reaches the group only
		return [];
	}
}

async function listProc(): Promise<ProcessInfo[]> {
	const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
	const found = await Promise.all(names.map(readProcStat));
	return found.filter((info) => info !== undefined);
}

async function readProcStat(pid: string): Promise<ProcessInfo | undefined> {
	try {
		return parseProcStat(await readFile(`/proc/${pid}/stat`, "latin1"));
	} catch {
		// it ended between the listing and now
		return undefined;
	}
}

/** `pid (name) state ppid pgrp … starttime(22nd) …`, see proc_pid_stat(5); the name may hold blanks and brackets. */
export function parseProcStat(stat: string): ProcessInfo | undefined {
	const nameEnd = stat.lastIndexOf(")");
	const pid = Number.parseInt(stat, 10);
	const fields = stat.slice(nameEnd + 2).split(" ");
	const [state, parentPid, groupId] = fields;
	const startedAt = fields[19];
	if (nameEnd < 0 || Number.isNaN(pid) || !state || !startedAt) return undefined;
	return {
		pid,
		parentPid: Number(parentPid),
		groupId: Number(groupId),
		startedAt,
		isZombie: state === "Z" || state === "X",
	};
}

async function listPs(): Promise<ProcessInfo[]> {
	const args = ["-A", "-o", "pid=,ppid=,pgid=,stat=,lstart="];
	const { stdout } = await promisify(execFile)("ps", args, { maxBuffer: 32 * 1024 * 1024 });
	return stdout
		.split("\n")
		.map(parsePsLine)
		.filter((info) => info !== undefined);
}

/** `  501     1   501 Ss   Fri Nov 21 12:44:00 2025` */
export function parsePsLine(line: string): ProcessInfo | undefined {
	const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
	if (!match) return undefined;
	const [, pid, parentPid, groupId, state, startedAt] = match;
	if (state === undefined || startedAt === undefined) return undefined;
	return {
		pid: Number(pid),
		parentPid: Number(parentPid),
		groupId: Number(groupId),
		startedAt,
		isZombie: state.startsWith("Z"),
	};
}

/** A process, all that descend from it, and the members of its group; zombies left out. */
export function treeOf(pid: number, processes: readonly ProcessInfo[]): ProcessInfo[] {
	const reached = new Set([pid]);
	const children = byParent(processes);
	// a set may grow while it is walked
	for (const parent of reached) for (const child of children.get(parent) ?? []) reached.add(child);
	return processes.filter((info) => !info.isZombie && (reached.has(info.pid) || info.groupId === pid));
}

function byParent(processes: readonly ProcessInfo[]): Map<number, number[]> {
	const children = new Map<number, number[]>();
	for (const { pid, parentPid } of processes) {
		const siblings = children.get(parentPid);
		if (siblings) siblings.push(pid);
		else children.set(parentPid, [pid]);
	}
	return children;
}
