import type { LiveDelta, LiveEvent } from "@shared/events";
import type { Row, ViewChange } from "@shared/task-view";

/** As much of a command's live output as a webview holds; the rest comes with the finished row. */
const maxOutputChars = 40_000;

/**
 * What is streaming now and not logged yet, so that a webview that opens in the middle of a block gets its
 * beginning too. An entry ends with the row that replaces it.
 */
export class LiveMemory {
	private readonly deltas = new Map<string, LiveDelta>();
	private readonly cards = new Map<string, LiveEvent>();

	/** Live events that bring an empty UI to the present state. */
	events(): LiveEvent[] {
		return [...this.cards.values(), ...this.deltas.values()];
	}

	note(event: LiveEvent): void {
		switch (event.type) {
			case "delta":
				this.deltas.set(event.blockId, joined(this.deltas.get(event.blockId), event));
				return;
			case "live_row":
				this.cards.set(event.callId, event);
				return;
			case "live_dropped":
				for (const id of event.blockIds) this.forget(id);
		}
	}

	/** Rows took over from what streamed. */
	settle(change: ViewChange): void {
		for (const row of change.rows) if (!isLive(row)) this.forget(row.id);
		for (const id of change.removed) this.forget(id);
	}

	clear(): void {
		this.deltas.clear();
		this.cards.clear();
	}

	private forget(id: string): void {
		this.deltas.delete(id);
		this.cards.delete(id);
	}
}

function isLive(row: Row): boolean {
	if (row.kind === "tool") return row.state === "streaming" || row.state === "running";
	return (row.kind === "text" || row.kind === "reasoning") && row.isStreaming;
}

/** Two deltas of one block as one; what overlaps or leaves a gap is cut at the later one's offset. */
export function joined(before: LiveDelta | undefined, next: LiveDelta): LiveDelta {
	if (!before || next.offset > before.offset + before.text.length || next.offset < before.offset) return next;
	const text = before.text.slice(0, next.offset - before.offset) + next.text;
	const excess = next.block === "tool_output" ? Math.max(0, text.length - maxOutputChars) : 0;
	return { ...before, offset: before.offset + excess, text: text.slice(excess) };
}
