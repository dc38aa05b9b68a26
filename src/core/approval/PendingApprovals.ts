import { KilnError } from "@shared/errors";

/** How an open question ended. `by: "user"` only: aborts reject instead. */
export interface ApprovalAnswer {
	readonly decision: "approve" | "deny" | "answer";
	readonly text?: string | undefined;
}

/**
 * The open questions of a task. Each has an id and is settled exactly once: by an answer or by the turn's abort.
 * A queued message never settles one.
 */
export class PendingApprovals {
	private readonly open = new Map<string, (answer: ApprovalAnswer) => void>();

	/** Resolves with the answer; rejects with `aborted` when the signal fires first. */
	wait(approvalId: string, signal: AbortSignal): Promise<ApprovalAnswer> {
		return new Promise((resolve, reject) => {
			if (signal.aborted) {
				reject(new KilnError("aborted", "Stopped."));
				return;
			}
			const onAbort = () => {
				this.open.delete(approvalId);
				reject(new KilnError("aborted", "Stopped."));
			};
			signal.addEventListener("abort", onAbort, { once: true });
			this.open.set(approvalId, (answer) => {
				signal.removeEventListener("abort", onAbort);
				resolve(answer);
			});
		});
	}

	/** False when it was settled before or never open. */
	settle(approvalId: string, answer: ApprovalAnswer): boolean {
		const resolve = this.open.get(approvalId);
		if (resolve === undefined) return false;
		this.open.delete(approvalId);
		resolve(answer);
		return true;
	}
}
