import { killTree } from "@services/terminal/killTree";
import { listProcesses, type ProcessInfo } from "@services/terminal/processTable";
import { LivingChildren } from "./LivingChildren";

export interface ProcessesOptions {
	readonly ownPid?: number;
	readonly list?: () => Promise<readonly ProcessInfo[]>;
	readonly platform?: NodeJS.Platform;
	/** Windows: pids of the children that live */
	readonly children?: () => readonly number[];
	/** Windows: ends a process with all that it has started; must not throw */
	readonly endTree?: (pid: number) => Promise<unknown>;
}

/**
 * What this process has started, servers and commands, for an exit that waits for nothing. A group whose leader has
 * ended meanwhile is found when it was seen before. Windows knows no groups and lists no processes here: there, each
 * child that lives is ended with its tree.
 */
export class StartedProcesses {
	private readonly groups = new Set<number>();
	private readonly ownPid: number;
	private readonly list: () => Promise<readonly ProcessInfo[]>;
	private readonly isWindows: boolean;
	private readonly children: () => readonly number[];
	private readonly endTree: (pid: number) => Promise<unknown>;

	constructor(options: ProcessesOptions = {}) {
		this.ownPid = options.ownPid ?? process.pid;
		this.list = options.list ?? listProcesses;
		this.isWindows = (options.platform ?? process.platform) === "win32";
		this.children = options.children ?? (this.isWindows ? new LivingChildren().pids : () => []);
		this.endTree = options.endTree ?? endWindowsTree;
	}

	/** Remembers the groups that run now. */
	async note(): Promise<readonly ProcessInfo[]> {
		if (this.isWindows) return [];
		const processes = await this.list();
		const own = processes.find((info) => info.pid === this.ownPid);
		for (const { groupId } of descendantsOf(this.ownPid, processes)) {
			if (groupId !== own?.groupId) this.groups.add(groupId);
		}
		return processes;
	}

	/** Ends all of them by force. Never throws. */
	async kill(): Promise<void> {
		if (this.isWindows) {
			await Promise.all(this.children().map(this.endTree));
			return;
		}
		const processes = await this.note();
		const descendants = new Set(descendantsOf(this.ownPid, processes));
		for (const info of processes) {
			if (descendants.has(info) || this.groups.has(info.groupId)) forceEnd(info.pid);
		}
	}
}

/** See `windowsKill`. */
function endWindowsTree(pid: number): Promise<unknown> {
	return killTree(pid, { platform: "win32", graceMs: 0, hasExited: false });
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
