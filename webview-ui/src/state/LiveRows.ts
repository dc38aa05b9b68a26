import type { LiveDelta, LiveEvent, LiveRow } from "@shared/events";
import type { Phase, Row } from "@shared/task-view";
import { composeRow } from "./composeRow";

/**
 * Rows that stream and are not logged yet, and the live part of logged rows that still run. An entry ends with the
 * logged row that replaces it, with a `live_dropped`, or, when that was lost, with the end of the streaming phase.
 */
export type LiveRows = ReadonlyMap<string, LiveEntry>;

export interface LiveEntry {
	readonly id: string;
	readonly block: LiveDelta["block"];
	/** text from `start` (offset in UTF-16 units from the block's start) on */
	readonly start: number;
	readonly text: string;
	readonly card?: Pick<LiveRow, "stage" | "row"> | undefined;
	/** the head of the last message that touched it */
	readonly head: number;
	/** what the list shows: this entry laid over the logged row */
	readonly row: Row | undefined;
}

/** null: the row is gone for good */
type LoggedRow = (id: string) => Row | null | undefined;

/** A command may print for hours: only this much of its live tail is held. */
const maxLiveChars = 20_000;

export function applyLiveEvent(live: LiveRows, event: LiveEvent, head: number, logged: LoggedRow): LiveRows {
	switch (event.type) {
		case "delta":
			return put(live, withDelta(live.get(event.blockId), event, head), logged);
		case "live_row":
			return put(live, withCard(live.get(event.callId), event, head), logged);
		case "live_dropped": {
			const next = new Map(live);
			for (const id of event.blockIds) next.delete(id);
			return next;
		}
	}
}

/** Entries of changed rows are laid over them anew; those that the log has overtaken go. */
export function refreshLiveRows(live: LiveRows, logged: LoggedRow): LiveRows {
	let next = live;
	for (const entry of live.values()) next = put(next, entry, logged);
	return next;
}

/** What streamed before `head` and has no row by then never gets one, unless the stream still runs. */
export function dropStaleLiveRows(live: LiveRows, phase: Phase, head: number, logged: LoggedRow): LiveRows {
	if (phase === "streaming") return live;
	let next = live;
	for (const entry of live.values()) {
		if (!logged(entry.id) && entry.head < head) next = without(next, entry.id);
	}
	return next;
}

function put(live: LiveRows, entry: LiveEntry | undefined, logged: LoggedRow): LiveRows {
	if (entry === undefined) return live;
	const row = composeRow(logged(entry.id), entry);
	if (row === "over") return without(live, entry.id);
	if (live.get(entry.id) === entry && entry.row === row) return live;
	return new Map(live).set(entry.id, { ...entry, row });
}

function without(live: LiveRows, id: string): LiveRows {
	if (!live.has(id)) return live;
	const next = new Map(live);
	next.delete(id);
	return next;
}

function withDelta(known: LiveEntry | undefined, delta: LiveDelta, head: number): LiveEntry {
	const isOutput = delta.block === "tool_output";
	const base = known ?? {
		id: delta.blockId,
		block: delta.block,
		start: delta.offset,
		text: "",
		head,
		row: undefined,
	};
	const end = base.start + base.text.length;
	// A gap: prose waits for its row, a command's output goes on with its newest part.
	if (delta.offset > end && !isOutput) return base;
	if (delta.offset > end) return { ...base, start: delta.offset, text: delta.text, head };
	const added = delta.text.slice(end - delta.offset);
	const text = base.text + added;
	const excess = isOutput && text.length > 2 * maxLiveChars ? text.length - maxLiveChars : 0;
	return {
		...base,
		start: base.start + excess,
		text: excess > 0 ? text.slice(excess) : text,
		head: Math.max(base.head, head),
	};
}

function withCard(known: LiveEntry | undefined, event: LiveRow, head: number): LiveEntry {
	const base: LiveEntry = known ?? {
		id: event.callId,
		block: "tool_output",
		start: 0,
		text: "",
		head,
		row: undefined,
	};
	const isLate = base.card?.stage === "running" && event.stage === "streaming";
	if (isLate) return base;
	return {
		...base,
		block: "tool_output",
		card: { stage: event.stage, row: event.row },
		head: Math.max(base.head, head),
	};
}
