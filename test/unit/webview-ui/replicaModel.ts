import type { ChromeState, HostMessage, UiCommand } from "@shared/messages";
import type { Row, TaskHeader } from "@shared/task-view";

/**
 * A host in miniature: a task as a list of changes, its true rows at any head, and the messages that a host would
 * send about it. It answers what the replica asks.
 */
export type Change =
	| { readonly type: "put"; readonly id: string }
	| { readonly type: "remove"; readonly id: string }
	| { readonly type: "rewind"; readonly back: number };

type RowsMessage = Extract<HostMessage, { type: "rows" }>;

export class TaskModel {
	/** the rows after each change */
	private readonly truths: ReadonlyMap<string, Row>[] = [];
	private readonly cuts: (number | undefined)[] = [];

	constructor(
		readonly epoch: number,
		private readonly changes: readonly Change[],
		private readonly pageSize = 200,
	) {
		for (const [seq, change] of changes.entries()) this.push(seq, change);
	}

	get head(): number {
		return this.changes.length - 1;
	}

	/** ids and revisions of the rows that are to be seen at the end */
	rows(head = this.head): Row[] {
		const rows = [...(this.truths[head]?.values() ?? [])];
		return rows.sort((a, b) => a.seq - b.seq || (a.id < b.id ? -1 : 1));
	}

	snapshot(head: number): HostMessage {
		const rows = this.rows(head);
		return {
			...this.stamp(head),
			type: "snapshot",
			header: this.header(head),
			rows: rows.slice(-this.pageSize),
			hasOlder: rows.length > this.pageSize,
			chrome,
			draft: "",
		};
	}

	rowsMessage(from: number, head: number): RowsMessage {
		const after = this.truths[head] ?? new Map<string, Row>();
		const removals = this.changes
			.slice(from + 1, head + 1)
			.flatMap((change) => (change.type === "remove" ? [change.id] : []));
		const cuts = this.cuts.slice(from + 1, head + 1).filter((cut) => cut !== undefined);
		return {
			...this.stamp(head),
			type: "rows",
			from,
			header: this.header(head),
			rows: [...after.values()].filter((row) => row.revision > from),
			// Rows that a rewind has taken away are not named: `removeAfter` says it.
			removed: [...new Set(removals)].filter((id) => !after.has(id)),
			...(cuts.length > 0 && { removeAfter: Math.min(...cuts) }),
		};
	}

	headMessage(head = this.head): HostMessage {
		return { ...this.stamp(head), type: "head" };
	}

	live(head: number, blockId: string): HostMessage {
		const delta = { type: "delta", taskId: "t", blockId, block: "text", offset: 0, text: "live" } as const;
		return { ...this.stamp(head), phase: "streaming", type: "live", events: [delta] };
	}

	answer(command: UiCommand): HostMessage | undefined {
		if (command.type === "ready") return this.snapshot(this.head);
		if (command.type === "resync") {
			return command.epoch === this.epoch
				? this.rowsMessage(command.head, this.head)
				: this.snapshot(this.head);
		}
		if (command.type !== "older") return undefined;
		const older = this.rows().filter((row) => row.seq < command.beforeSeq);
		return {
			...this.stamp(this.head),
			type: "older",
			rows: older.slice(-this.pageSize),
			hasOlder: older.length > this.pageSize,
		};
	}

	private push(seq: number, change: Change): void {
		const rows = new Map(this.truths.at(-1) ?? []);
		let cut: number | undefined;
		if (change.type === "put") {
			const known = rows.get(change.id);
			rows.set(change.id, {
				...text(change.id, `${change.id}@${seq}`),
				seq: known?.seq ?? seq,
				revision: seq,
			});
		} else if (change.type === "remove") rows.delete(change.id);
		else {
			cut = Math.max(-1, seq - 1 - change.back);
			for (const row of [...rows.values()]) if (row.seq > cut) rows.delete(row.id);
		}
		this.truths.push(rows);
		this.cuts.push(cut);
	}

	private stamp(head: number) {
		return { epoch: this.epoch, head, phase: head === this.head ? "completed" : "running" } as const;
	}

	private header(head: number): TaskHeader {
		return { ...header, requests: head };
	}
}

export function text(id: string, content: string): Row {
	return { id, seq: 0, revision: 0, at: 0, kind: "text", text: content, isStreaming: false };
}

export const chrome: ChromeState = {
	revision: 1,
	modes: [],
	mode: "code",
	profiles: [],
	profileId: null,
	commands: [],
	instructions: [],
	fileProblems: [],
	waitingModes: 0,
	parents: [],
	toolVocabulary: "kilo",
	runSlashCommand: false,
	autoApprove: { kinds: {}, allowCommands: [], denyCommands: [] },
	workspaceName: null,
	isTrusted: true,
	contextWindow: null,
	localServers: [],
	mcp: { total: 0, connected: 0, failed: 0, needSignIn: 0, awaitingTrust: 0, changed: 0, problems: 0 },
	mcpQuestion: null,
	version: "0",
};

const header: TaskHeader = {
	taskId: "t",
	title: "",
	cwd: "/",
	mode: "code",
	provider: "openai",
	model: "m",
	phase: "idle",
	requests: 0,
	inputTokens: 0,
	outputTokens: 0,
	cacheReadTokens: 0,
	cacheWriteTokens: 0,
	cost: null,
	contextTokens: 0,
	todos: [],
	startedAt: 0,
};
