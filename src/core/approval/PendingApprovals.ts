import { KilnError } from "@shared/errors";
import type { Amendment } from "@shared/tools";

/** How an open question ended. `by: "user"` only: aborts reject instead. */
export interface ApprovalAnswer {
	readonly decision: "approve" | "deny" | "answer";
	readonly text?: string | undefined;
	/** with an approval: what the person made of the proposal */
	readonly amendment?: Amendment | undefined;
}

/**
 * The open questions of a task. Each has an id and is settled exactly once: by an answer or by the turn's abort.
 * A queued message never settles one.
 */
export class PendingApprovals {
	private readonly open = new Map<string, { accepts: string; resolve: (answer: ApprovalAnswer) => void }>();

	/**
	 * Resolves with the answer; rejects with `aborted` when the signal fires first. `yes` is the decision that says yes
	 * to it: words are no approval, and an approval is no answer.
	 */
	wait(
		approvalId: string,
		signal: AbortSignal,
		yes: "approve" | "answer" = "approve",
	): Promise<ApprovalAnswer> {
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
			this.open.set(approvalId, {
				accepts: yes,
				resolve: (answer) => {
					signal.removeEventListener("abort", onAbort);
					resolve(answer);
				},
			});
		});
	}

	/** False when it was settled before, never open, or is no question of this kind. */
	settle(approvalId: string, answer: ApprovalAnswer): boolean {
		const open = this.open.get(approvalId);
		if (open === undefined || (answer.decision !== "deny" && answer.decision !== open.accepts)) return false;
		this.open.delete(approvalId);
		open.resolve(answer);
		return true;
	}
}
