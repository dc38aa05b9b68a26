import type { PendingApproval } from "@shared/task-view";
import { useMemo } from "react";
import type { Decision } from "./KilnContext";
import { useKiln } from "./KilnContext";
import type { PendingRow } from "./pendingRows";
import { pendingRows } from "./pendingRows";
import { useExternal, useReplica } from "./useReplica";

/** Cards that wait for the person and were not decided here a moment ago. */
export function usePending(kind: PendingApproval["kind"]): readonly PendingRow[] {
	const { store, decided } = useKiln();
	const log = useReplica((replica) => replica.log);
	const done = useExternal(decided);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the log is what the rows come from
	return useMemo(
		() => pendingRows(store.get(), kind).filter((row) => !done.has(row.approval.approvalId)),
		[store, log, done, kind],
	);
}

/** Settles a question once; a second press, a shortcut and a click at the same time do nothing more. */
export function useSettle(): (approvalId: string, decision: Decision, text?: string) => void {
	const { store, decided, drafts } = useKiln();
	return (approvalId, decision, text) => {
		if (decided.get().has(approvalId)) return;
		const feedback = (text ?? drafts.feedback.get().get(approvalId) ?? "").trim();
		decided.set(new Map(decided.get()).set(approvalId, decision));
		store.post({
			type: "settle",
			approvalId,
			decision,
			...(feedback !== "" && { text: feedback }),
		});
	};
}
