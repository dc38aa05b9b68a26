import type { TaskFold } from "@shared/TaskFold";
import type { PendingApproval } from "@shared/task-view";

/** The oldest approval that waits for Approve or Deny; questions need words and are not settled by a command. */
export function pendingApproval(fold: TaskFold | null): PendingApproval | undefined {
	for (const row of fold?.rows().rows ?? []) {
		if (row.kind === "tool" && row.state === "waiting" && row.approval?.kind === "approval")
			return row.approval;
	}
	return undefined;
}

/** The call that an approval is about: its row's id. */
export function callOfApproval(fold: TaskFold | null, approvalId: string): string | undefined {
	return fold?.rows().rows.find((row) => row.kind === "tool" && row.approval?.approvalId === approvalId)?.id;
}
