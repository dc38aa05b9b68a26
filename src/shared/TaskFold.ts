import type { TaskEvent } from "./events";
import type { FoldState } from "./FoldStep";
import { emptyFold, foldEvent } from "./foldEvent";
import type { Phase, Row, TaskHeader, ViewChange } from "./task-view";
import { type ContentPart, maxRowTextChars } from "./tools";

export interface RowPage {
	readonly rows: readonly Row[];
	readonly hasOlder: boolean;
}

/** The host's store over the fold: all rows of a task by id and in order, paged for the UI. */
export class TaskFold {
	private state: FoldState = emptyFold;
	private readonly byId = new Map<string, Row>();
	private readonly texts = new Map<string, string>();
	private lastSeq = -1;

	/** Folds one event in; its cost does not depend on how many came before. */
	push(event: TaskEvent): ViewChange {
		const { state, change } = foldEvent(this.state, event);
		this.state = state;
		this.lastSeq = event.seq;
		for (const row of change.rows) this.byId.set(row.id, row);
		for (const id of change.removed) this.byId.delete(id);
		this.removeAfter(change.removeAfter);
		if (event.type === "assistant_text" || event.type === "reasoning")
			this.keepLong(event.blockId, event.text);
		if (event.type === "user_message") this.keepLong(event.blockId, textOf(event.parts));
		if (event.type === "condensed") this.keepLong(`notice-${event.seq}`, event.summary);
		return change;
	}

	get header(): TaskHeader | null {
		return this.state.header;
	}

	get phase(): Phase {
		return this.state.header?.phase ?? "idle";
	}

	/** seq of the last event folded, −1 before the first */
	get head(): number {
		return this.lastSeq;
	}

	/** The last `limit` rows before `beforeSeq`, oldest first. */
	rows(options: { readonly beforeSeq?: number; readonly limit?: number } = {}): RowPage {
		const { beforeSeq = Number.POSITIVE_INFINITY, limit = 200 } = options;
		const before = [...this.byId.values()].filter((row) => row.seq < beforeSeq).sort((a, b) => a.seq - b.seq);
		return { rows: before.slice(-limit), hasOlder: before.length > limit };
	}

	/** Rows that an event after `head` touched. */
	changedSince(head: number): Row[] {
		return [...this.byId.values()].filter((row) => row.revision > head);
	}

	row(id: string): Row | undefined {
		return this.byId.get(id);
	}

	/** The whole text of a row whose text was capped. */
	rowText(id: string): string | undefined {
		return this.texts.get(id);
	}

	private keepLong(blockId: string, text: string): void {
		if (text.length > maxRowTextChars) this.texts.set(blockId, text);
	}

	private removeAfter(seq: number | undefined): void {
		if (seq === undefined) return;
		for (const [id, row] of this.byId) if (row.seq > seq) this.byId.delete(id);
	}
}

export function createTaskFold(): TaskFold {
	return new TaskFold();
}

function textOf(parts: readonly ContentPart[]): string {
	return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
