import type { LiveEvent } from "@shared/events";
import type { HostMessage } from "@shared/messages";
import type { Phase, Row, TaskHeader, ViewChange } from "@shared/task-view";
import { joined } from "./LiveMemory";

interface RowsBatch {
	readonly kind: "rows";
	readonly from: number;
	head: number;
	header: TaskHeader;
	readonly rows: Map<string, Row>;
	readonly removed: Set<string>;
	removeAfter: number | undefined;
}

interface LiveBatch {
	readonly kind: "live";
	readonly head: number;
	readonly phase: Phase;
	readonly events: LiveEvent[];
}

/**
 * What waits for the next frame. Neighbours of one kind become one message, so a burst of tokens or events costs one
 * post a frame; the order between rows and live text is kept, because a card that runs must not be overtaken by its
 * own start.
 */
export class Outbox {
	private batches: (RowsBatch | LiveBatch)[] = [];

	/** `from`: the head before the event. */
	addChange(change: ViewChange, from: number, head: number): void {
		const batch = this.rowsBatch(change, from);
		batch.head = head;
		batch.header = change.header;
		if (change.removeAfter !== undefined) cutRows(batch, change.removeAfter);
		for (const id of change.removed) {
			batch.rows.delete(id);
			batch.removed.add(id);
		}
		for (const row of change.rows) {
			batch.removed.delete(row.id);
			batch.rows.set(row.id, row);
		}
	}

	addLive(event: LiveEvent, head: number, phase: Phase): void {
		const last = this.batches.at(-1);
		if (last?.kind === "live") addCoalesced(last.events, event);
		else this.batches.push({ kind: "live", head, phase, events: [event] });
	}

	clear(): void {
		this.batches = [];
	}

	/** Everything that waited, in order; the outbox is empty afterwards. */
	take(epoch: number): HostMessage[] {
		const messages = this.batches.map((batch) => toMessage(batch, epoch));
		this.batches = [];
		return messages;
	}

	private rowsBatch(change: ViewChange, from: number): RowsBatch {
		const last = this.batches.at(-1);
		if (last?.kind === "rows") return last;
		const batch: RowsBatch = {
			kind: "rows",
			from,
			head: from,
			header: change.header,
			rows: new Map(),
			removed: new Set(),
			removeAfter: undefined,
		};
		this.batches.push(batch);
		return batch;
	}
}

function cutRows(batch: RowsBatch, removeAfter: number): void {
	for (const [id, row] of batch.rows) if (row.seq > removeAfter) batch.rows.delete(id);
	batch.removeAfter = Math.min(batch.removeAfter ?? removeAfter, removeAfter);
}

/** Only neighbours are joined: a call's card and its output may alternate, and their order carries meaning. */
function addCoalesced(events: LiveEvent[], event: LiveEvent): void {
	const last = events.at(-1);
	if (last?.type === "delta" && event.type === "delta" && last.blockId === event.blockId) {
		events[events.length - 1] = joined(last, event);
		return;
	}
	if (last?.type === "live_row" && event.type === "live_row" && last.callId === event.callId) events.pop();
	events.push(event);
}

function toMessage(batch: RowsBatch | LiveBatch, epoch: number): HostMessage {
	if (batch.kind === "live") {
		return { type: "live", epoch, head: batch.head, phase: batch.phase, events: batch.events };
	}
	const { from, head, header, removeAfter } = batch;
	const rows = [...batch.rows.values()];
	const stamp = { epoch, head, phase: header.phase };
	const message = { type: "rows", ...stamp, from, header, rows, removed: [...batch.removed] } as const;
	return removeAfter === undefined ? message : { ...message, removeAfter };
}
