import type { PendingApproval, RowOf } from "@shared/task-view";
import type { Amendment } from "@shared/tools";
import { amendmentOf, keepsNothing } from "../text/amendment";
import { newId } from "../text/newId";
import type { External } from "./createExternal";
import type { Decision, KilnServices, LimitDecision } from "./KilnContext";
import type { PendingRow } from "./pendingRows";
import { pendingLimit, pendingRows } from "./pendingRows";
import type { Reply } from "./replica";

type Parts = Pick<KilnServices, "store" | "drafts" | "decided" | "decidedLimits" | "isHolding">;

/** Longer than a double click takes. */
export const holdMs = 500;

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

interface Word {
	/** undefined: what was typed at the card */
	readonly text?: string | undefined;
	/** the host did not take it: the question is open again by then */
	readonly onRefused?: () => void;
}

/** Settles a question once; a second press, a shortcut and a click at the same time do nothing more. */
export function settle(parts: Parts, approvalId: string, decision: Decision, word: Word = {}): void {
	const { store, decided, drafts } = parts;
	if (decided.get().has(approvalId)) return;
	const amendment = decision === "approve" ? amendmentFor(parts, approvalId) : undefined;
	if (keepsNothing(amendment)) return;
	const feedback = (word.text ?? drafts.feedback.get().get(approvalId) ?? "").trim();
	decide(parts, decided, approvalId, decision);
	store.send(
		{
			type: "settle",
			approvalId,
			decision,
			...(feedback !== "" && { text: feedback }),
			...(amendment !== undefined && { amendment }),
		},
		() => reopen(decided, approvalId, word.onRefused),
	);
}

/**
 * Approves once the host has taken the rule that was pressed with it: the next call of the same answer is decided right
 * after this one. Never deaf: the press was before.
 */
export async function approveWithRule(
	parts: Parts,
	approvalId: string,
	takeRule: () => Promise<Reply>,
): Promise<Reply> {
	const reply = await takeRule();
	if (reply.ok) settle(parts, approvalId, "approve");
	return reply;
}

/** What the person has made of the proposal; undefined: it stands as it is. */
export function amendmentFor(parts: Pick<Parts, "store" | "drafts" | "decided">, approvalId: string) {
	const draft = parts.drafts.proposals.get().get(approvalId);
	const row = openRows(parts, "approval").find(({ approval }) => approval.approvalId === approvalId);
	return draft === undefined || row === undefined ? undefined : amendmentOf(row.row.body, draft);
}

/** The host forgets them with each `ready`, and its own commands decide on what is seen here. */
export function repeatAmendments(parts: Pick<Parts, "store" | "drafts" | "decided">): void {
	for (const approvalId of parts.drafts.proposals.get().keys()) {
		const amendment: Amendment | undefined = amendmentFor(parts, approvalId);
		if (amendment !== undefined) parts.store.post({ type: "amend", approvalId, amendment });
	}
}

/** Answers a limit once. */
export function answerLimit(
	parts: Parts,
	limitId: string,
	decision: LimitDecision,
	{ text = "", onRefused }: Word,
): void {
	const { store, decidedLimits } = parts;
	if (decidedLimits.get().has(limitId)) return;
	decide(parts, decidedLimits, limitId, decision);
	const guidance = text.trim();
	store.send({ type: "answer_limit", limitId, decision, ...(guidance !== "" && { text: guidance }) }, () =>
		reopen(decidedLimits, limitId, onRefused),
	);
}

/** Sends the draft: as the answer when a question or a limit waits, else as a message. */
export function sendDraft(parts: Parts): void {
	const { store, drafts } = parts;
	const text = drafts.text.get().trim();
	if (text === "") return;
	drafts.remember(text);
	drafts.text.set("");
	// What was refused was not taken anywhere: it comes back, but never over what was typed since.
	const onRefused = () => {
		if (drafts.text.get() === "") drafts.text.set(text);
	};
	const { phase, header } = store.get();
	const question = phase === "awaiting_answer" ? openRows(parts, "question")[0] : undefined;
	const limit = openLimit(parts);
	if (question !== undefined) settle(parts, question.approval.approvalId, "answer", { text, onRefused });
	else if (limit !== undefined) answerLimit(parts, limit.limitId, "continue", { text, onRefused });
	else {
		const command = { commandId: newId("send"), taskId: header?.taskId ?? null, text, images: [] };
		store.send({ type: "send", ...command }, onRefused);
	}
}

type Decisions<D> = External<ReadonlyMap<string, D>>;

function decide<D>(parts: Pick<Parts, "isHolding">, made: Decisions<D>, id: string, decision: D): void {
	made.set(new Map(made.get()).set(id, decision));
	hold(parts);
}

const holdTimers = new WeakMap<Parts["isHolding"], ReturnType<typeof setTimeout>>();

/** A press has put another button in its own place. A later one holds for as long again. */
export function hold({ isHolding }: Pick<Parts, "isHolding">): void {
	isHolding.set(true);
	clearTimeout(holdTimers.get(isHolding));
	holdTimers.set(
		isHolding,
		setTimeout(() => isHolding.set(false), holdMs),
	);
}

function reopen<D>(made: Decisions<D>, id: string, onRefused: (() => void) | undefined): void {
	const left = new Map(made.get());
	left.delete(id);
	made.set(left);
	onRefused?.();
}
