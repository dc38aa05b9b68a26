import type { TaskFold } from "@shared/TaskFold";
import type { PendingApproval } from "@shared/task-view";
import { pendingApproval } from "./pendingApproval";
import type { TaskScreen } from "./TaskScreen";

/** A decision that comes sooner was meant for the card before. */
export const minSeenMs = 500;

/** Knows since when an approval is the one that a command would settle. */
export class ApprovalWatch implements TaskScreen {
	private fold: TaskFold | null = null;
	private next: { readonly approvalId: string; readonly since: number } | undefined;

	constructor(private readonly now: () => number = Date.now) {}

	show(fold: TaskFold | null): void {
		this.fold = fold;
		this.next = undefined;
		this.look();
	}

	changed(): void {
		this.look();
	}

	live(): void {
		// Live text asks nothing.
	}

	/** The oldest open approval, once it has been up long enough for a person to have seen it. */
	seen(): PendingApproval | undefined {
		const approval = this.look();
		if (!approval || !this.next || this.now() - this.next.since < minSeenMs) return undefined;
		return approval;
	}

	private look(): PendingApproval | undefined {
		const phase = this.fold?.phase;
		// Looking through the rows at every event of a long task would be dear.
		const mayAsk = phase === "awaiting_approval" || phase === "awaiting_answer";
		const approval = mayAsk ? pendingApproval(this.fold) : undefined;
		if (!approval) this.next = undefined;
		else if (approval.approvalId !== this.next?.approvalId)
			this.next = { approvalId: approval.approvalId, since: this.now() };
		return approval;
	}
}
