import { listProcesses, type ProcessInfo } from "@services/terminal/processTable";

/**
 * What this process has started, servers and commands, for an exit that waits for nothing. A group whose leader has
 * ended meanwhile is found when it was seen before. Not on Windows, where processes cannot be listed.
 */
export class StartedProcesses {
	private readonly groups = new Set<number>();

	constructor(
		private readonly ownPid = process.pid,
		private readonly list: () => Promise<readonly ProcessInfo[]> = listProcesses,
	) {}

	/** Remembers the groups that run now. */
	async note(): Promise<readonly ProcessInfo[]> {
		const processes = await this.list();
		const own = processes.find((info) => info.pid === this.ownPid);
		for (const { groupId } of descendantsOf(this.ownPid, processes)) {
			if (groupId !== own?.groupId) this.groups.add(groupId);
		}
		return processes;
	}

	/** Ends all of them by force. Never throws. */
	async kill(): Promise<void> {
		const processes = await this.note();
		const descendants = new Set(descendantsOf(this.ownPid, processes));
		for (const info of processes) {
			if (descendants.has(info) || this.groups.has(info.groupId)) forceEnd(info.pid);
		}
	}
}

function descendantsOf(ownPid: number, processes: readonly ProcessInfo[]): ProcessInfo[] {
	const reached = new Set([ownPid]);
	let before = 0;
	while (reached.size > before) {
		before = reached.size;
		for (const { pid, parentPid } of processes) if (reached.has(parentPid)) reached.add(pid);
	}
	return processes.filter(({ pid }) => pid !== ownPid && reached.has(pid));
}

function forceEnd(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch {
		// gone already
	}
}
