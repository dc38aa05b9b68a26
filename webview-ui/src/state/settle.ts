import type { PendingApproval, RowOf } from "@shared/task-view";
import type { Amendment } from "@shared/tools";
import { amendmentOf, keepsNothing } from "../text/amendment";
import { newId } from "../text/newId";
import type { Decision, KilnServices, LimitDecision } from "./KilnContext";
import type { PendingRow } from "./pendingRows";
import { pendingLimit, pendingRows } from "./pendingRows";

type Parts = Pick<KilnServices, "store" | "drafts" | "decided" | "decidedLimits">;

/** Cards that wait for the person and were not decided here a moment ago, oldest first. */
export function openRows(
	{ store, decided }: Pick<Parts, "store" | "decided">,
	kind: PendingApproval["kind"],
): readonly PendingRow[] {
	const done = decided.get();
	return pendingRows(store.get(), kind).filter((row) => !done.has(row.approval.approvalId));
}

/** The limit that waits for a word and had none here a moment ago. */
export function openLimit({
	store,
	decidedLimits,
}: Pick<Parts, "store" | "decidedLimits">): RowOf<"limit"> | undefined {
	const replica = store.get();
	const limit = replica.phase === "awaiting_answer" ? pendingLimit(replica) : undefined;
	return limit !== undefined && decidedLimits.get().has(limit.limitId) ? undefined : limit;
}

/** Settles a question once; a second press, a shortcut and a click at the same time do nothing more. */
export function settle(parts: Parts, approvalId: string, decision: Decision, text?: string): void {
	const { store, decided, drafts } = parts;
	if (decided.get().has(approvalId)) return;
	const amendment = decision === "approve" ? amendmentFor(parts, approvalId) : undefined;
	if (keepsNothing(amendment)) return;
	const feedback = (text ?? drafts.feedback.get().get(approvalId) ?? "").trim();
	decided.set(new Map(decided.get()).set(approvalId, decision));
	store.post({
		type: "settle",
		approvalId,
		decision,
		...(feedback !== "" && { text: feedback }),
		...(amendment !== undefined && { amendment }),
	});
}

/** What the person has made of the proposal; undefined: it stands as it is. */
export function amendmentFor(parts: Parts, approvalId: string): Amendment | undefined {
	const draft = parts.drafts.proposals.get().get(approvalId);
	const row = openRows(parts, "approval").find(({ approval }) => approval.approvalId === approvalId);
	return draft === undefined || row === undefined ? undefined : amendmentOf(row.row.body, draft);
}

/** Answers a limit once. */
export function answerLimit(parts: Parts, limitId: string, decision: LimitDecision, text: string): void {
	const { store, decidedLimits } = parts;
	if (decidedLimits.get().has(limitId)) return;
	decidedLimits.set(new Map(decidedLimits.get()).set(limitId, decision));
	const guidance = text.trim();
	store.post({ type: "answer_limit", limitId, decision, ...(guidance !== "" && { text: guidance }) });
}

/** Sends the draft: as the answer when a question or a limit waits, else as a message. */
export function sendDraft(parts: Parts): void {
	const { store, drafts } = parts;
	const text = drafts.text.get().trim();
	if (text === "") return;
	drafts.remember(text);
	drafts.text.set("");
	const isAnswer = store.get().phase === "awaiting_answer";
	const question = isAnswer ? openRows(parts, "question")[0] : undefined;
	const limit = openLimit(parts);
	if (question !== undefined) settle(parts, question.approval.approvalId, "answer", text);
	else if (limit !== undefined) answerLimit(parts, limit.limitId, "continue", text);
	else {
		// A refused message was not taken anywhere: it comes back, but never over what was typed since.
		store.send({ type: "send", commandId: newId("send"), text, images: [] }, () => {
			if (drafts.text.get() === "") drafts.text.set(text);
		});
	}
}
