import type { PendingApproval, RowOf } from "@shared/task-view";
import type { Replica } from "./replica";
import { rowOf } from "./replica";

export type PendingRow = RowOf<"tool"> & { readonly approval: PendingApproval };

/** Cards that wait for the person, oldest first. */
export function pendingRows(replica: Replica, kind: PendingApproval["kind"]): readonly PendingRow[] {
	return replica.ids.flatMap((id) => {
		const row = rowOf(replica, id);
		if (row?.kind !== "tool" || row.state !== "waiting" || row.approval?.kind !== kind) return [];
		return [{ ...row, approval: row.approval }];
	});
}

/** The limit that waits for a word, if one does. */
export function pendingLimit(replica: Replica): RowOf<"limit"> | undefined {
	return replica.ids
		.map((id) => rowOf(replica, id))
		.findLast((row): row is RowOf<"limit"> => row?.kind === "limit" && row.decision === undefined);
}
