import type { ChromeState, HostMessage, UiCommand } from "@shared/messages";
import type { Phase, Row, TaskHeader } from "@shared/task-view";
import type { HeadTracker } from "./HeadTracker";
import { addRange, emptyHeadTracker, jumpTo } from "./HeadTracker";
import type { LiveRows } from "./LiveRows";
import { applyLiveEvent, dropStaleLiveRows, refreshLiveRows } from "./LiveRows";
import type { RowLog } from "./RowLog";
import {
	changeRows,
	dropRow,
	emptyRowLog,
	keepLast,
	lookUp,
	prependRows,
	replaceRows,
	rowIn,
} from "./RowLog";

/**
 * The webview's copy of what the host shows. It converges: messages may come in any order, twice or not at all; after
 * the next `head` and the exchange that it starts, the rows are the host's. Pure; what is to be sent back comes out
 * as effects.
 */
export interface Replica {
	/** null: no snapshot yet */
	readonly epoch: number | null;
	/** the highest head that any message of this epoch named */
	readonly head: number;
	readonly phase: Phase;
	readonly heads: HeadTracker;
	readonly header: TaskHeader | null;
	readonly headerAsOf: number;
	readonly chrome: ChromeState | null;
	readonly log: RowLog;
	readonly live: LiveRows;
	/** ids of all shown rows in order; the same array as long as they are the same */
	readonly ids: readonly string[];
	readonly hasOlder: boolean;
	/** the start of the window when the last older page was asked for: a page fits there only */
	readonly askedOlderBefore: number | null;
	/** whole texts of capped rows that were asked for */
	readonly fullTexts: ReadonlyMap<string, string>;
	/** what was asked already and not answered: each question is repeated at a `head` only */
	readonly askedReadyFor: number | null;
	readonly askedResyncAt: number | null;
}

export type Reply = Extract<HostMessage, { type: "reply" }>;
export type ReplicaEffect =
	| { readonly type: "post"; readonly command: UiCommand }
	| { readonly type: "reply"; readonly reply: Reply };

export interface ReplicaStep {
	readonly replica: Replica;
	readonly effects: readonly ReplicaEffect[];
}

type MessageOf<T extends HostMessage["type"]> = Extract<HostMessage, { type: T }>;

export const emptyReplica: Replica = {
	epoch: null,
	head: -1,
	phase: "idle",
	heads: emptyHeadTracker,
	header: null,
	headerAsOf: -1,
	chrome: null,
	log: emptyRowLog,
	live: new Map(),
	ids: [],
	hasOlder: false,
	askedOlderBefore: null,
	fullTexts: new Map(),
	askedReadyFor: null,
	askedResyncAt: null,
};

/** The row as it is shown now; the same object until it changes. */
export function rowOf(replica: Replica, id: string): Row | undefined {
	return replica.live.get(id)?.row ?? rowIn(replica.log, id);
}

export function applyHostMessage(replica: Replica, message: HostMessage): ReplicaStep {
	if (message.type === "reply") return { replica, effects: [{ type: "reply", reply: message }] };
	if (message.type === "mcp" || message.type === "show") return only(replica);
	if (message.epoch !== replica.epoch) {
		return message.type === "snapshot" ? only(fromSnapshot(message)) : askReady(replica, message);
	}
	const applied = applyInEpoch(withStamp(replica, message), message);
	const settled = settle(replica, applied);
	return askResync(settled, message);
}

/** Asks for the page of rows before the first shown one. */
export function askOlder(replica: Replica): ReplicaStep {
	const beforeSeq = replica.log.windowStart;
	if (!replica.hasOlder || !Number.isFinite(beforeSeq)) return only(replica);
	return {
		replica: { ...replica, askedOlderBefore: beforeSeq },
		effects: [{ type: "post", command: { type: "older", beforeSeq } }],
	};
}

/** A task of days must not fill the memory: rows far above the end are let go while nobody looks at them. */
export function dropOldRows(replica: Replica, { above, keep }: { above: number; keep: number }): Replica {
	if (replica.log.ids.length <= above) return replica;
	const log = keepLast(replica.log, keep);
	return settle(replica, { ...replica, log, hasOlder: true, askedOlderBefore: null });
}

function applyInEpoch(
	replica: Replica,
	message: Exclude<HostMessage, MessageOf<"reply" | "mcp" | "show">>,
): Replica {
	switch (message.type) {
		case "snapshot":
			return withSnapshot(withHeader(withChrome(replica, message.chrome), message), message);
		case "rows":
			return withHeader(
				{
					...replica,
					log: changeRows(replica.log, { ...message, asOf: message.head }),
					heads: addRange(replica.heads, message.from, message.head),
				},
				message,
			);
		case "older":
			return withOlder(replica, message);
		case "live":
			return withLive(replica, message);
		case "chrome":
			return withChrome(replica, message.chrome);
		case "row_text":
			return { ...replica, fullTexts: new Map(replica.fullTexts).set(message.rowId, message.text) };
		case "head":
			return replica;
	}
}

function fromSnapshot(message: MessageOf<"snapshot">): Replica {
	const log = replaceRows(emptyRowLog, message.rows, message.head, message.hasOlder);
	return {
		...emptyReplica,
		epoch: message.epoch,
		head: message.head,
		phase: message.phase,
		heads: jumpTo(emptyHeadTracker, message.head),
		header: message.header,
		headerAsOf: message.head,
		chrome: message.chrome,
		log,
		ids: log.ids,
		hasOlder: message.hasOlder,
	};
}

/** A later snapshot of the same epoch. An older one than what is known says nothing new. */
function withSnapshot(replica: Replica, message: MessageOf<"snapshot">): Replica {
	if (message.head <= replica.heads.contiguous) return replica;
	return {
		...replica,
		log: replaceRows(replica.log, message.rows, message.head, message.hasOlder),
		heads: jumpTo(replica.heads, message.head),
		hasOlder: message.hasOlder,
	};
}

/** A doubled page, or one that was asked for before a snapshot moved the window, would leave a hole: left out. */
function withOlder(replica: Replica, message: MessageOf<"older">): Replica {
	if (replica.askedOlderBefore !== replica.log.windowStart || message.head < replica.log.floor)
		return replica;
	const log = prependRows(replica.log, message.rows, message.head, message.hasOlder);
	return { ...replica, log, hasOlder: message.hasOlder, askedOlderBefore: null };
}

function withLive(replica: Replica, message: MessageOf<"live">): Replica {
	let { log, live } = replica;
	for (const event of message.events) {
		live = applyLiveEvent(live, event, message.head, (id) => lookUp(log, id));
		if (event.type !== "live_dropped") continue;
		for (const id of event.blockIds) if (isLiveLook(rowIn(log, id))) log = dropRow(log, id);
	}
	return { ...replica, log, live };
}

function isLiveLook(row: Row | undefined): boolean {
	if (row?.kind === "text" || row?.kind === "reasoning") return row.isStreaming;
	return row?.kind === "tool" && row.state === "streaming";
}

function withStamp(replica: Replica, message: HostMessage): Replica {
	if (message.head < replica.head) return replica;
	return { ...replica, head: message.head, phase: message.phase };
}

function withHeader(replica: Replica, message: MessageOf<"rows" | "snapshot">): Replica {
	if (message.head < replica.headerAsOf) return replica;
	return { ...replica, header: message.header, headerAsOf: message.head };
}

function withChrome(replica: Replica, chrome: ChromeState): Replica {
	const isNewer = replica.chrome === null || chrome.revision > replica.chrome.revision;
	return isNewer ? { ...replica, chrome } : replica;
}

/** Brings the live rows and the list of ids in line with what a message has changed. */
function settle(before: Replica, after: Replica): Replica {
	const logged = (id: string) => lookUp(after.log, id);
	let live = before.log === after.log ? after.live : refreshLiveRows(after.live, logged);
	if (live.size > 0 && after.heads.contiguous >= after.head) {
		live = dropStaleLiveRows(live, after.phase, after.head, logged);
	}
	return { ...after, live, ids: shownIds(before, after.log, live) };
}

function shownIds(before: Replica, log: RowLog, live: LiveRows): readonly string[] {
	if (log.ids === before.log.ids && live === before.live) return before.ids;
	const extra: string[] = [];
	for (const entry of live.values()) {
		if (entry.row !== undefined && rowIn(log, entry.id) === undefined) extra.push(entry.id);
	}
	const ids = extra.length === 0 ? log.ids : [...log.ids, ...extra];
	const isSame = ids.length === before.ids.length && ids.every((id, index) => id === before.ids[index]);
	return isSame ? before.ids : ids;
}

function askReady(replica: Replica, message: HostMessage): ReplicaStep {
	if (message.type !== "head" && replica.askedReadyFor === message.epoch) return only(replica);
	return {
		replica: { ...replica, askedReadyFor: message.epoch },
		effects: [{ type: "post", command: { type: "ready" } }],
	};
}

function askResync(replica: Replica, message: HostMessage): ReplicaStep {
	const { contiguous, islands } = replica.heads;
	const isBehind = message.type === "head" ? replica.head > contiguous : islands.length > 0;
	if (!isBehind || replica.epoch === null) return only(replica);
	if (message.type !== "head" && replica.askedResyncAt === contiguous) return only(replica);
	return {
		replica: { ...replica, askedResyncAt: contiguous },
		effects: [{ type: "post", command: { type: "resync", epoch: replica.epoch, head: contiguous } }],
	};
}

function only(replica: Replica): ReplicaStep {
	return { replica, effects: [] };
}
