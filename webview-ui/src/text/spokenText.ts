import type { Row } from "@shared/task-view";
import type { Replica } from "../state/replica";
import { rowOf } from "../state/replica";

/** The last row with something to say: a card that came in the same moment must not silence the text before it. */
export function lastSpoken(replica: Replica): string | undefined {
	return replica.ids.findLast((id) => spokenText(rowOf(replica, id)) !== undefined);
}

/** What is read out of a row; undefined: nothing. */
export function spokenText(row: Row | undefined): string | undefined {
	if (row?.kind === "text" && !row.isStreaming) return row.text;
	// A malformed card is the row's own fault to show; here it must not take the panel down.
	if (row?.kind === "tool" && row.row?.body.kind === "completion")
		return `Task completed. ${row.row.body.text}`;
	return row?.kind === "notice" ? row.text : undefined;
}
