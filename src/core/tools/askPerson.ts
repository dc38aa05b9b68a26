import type { ResolvedEffect } from "@shared/effects";
import type { ApprovalAnswer } from "../approval/PendingApprovals";
import type { Operation } from "./BaseTool";
import type { ToolRuntime } from "./ToolRuntime";

/** What a person is asked about. */
export interface Asked extends Pick<Operation, "row" | "question" | "edits"> {
	readonly effects: readonly ResolvedEffect[];
	readonly reasons: readonly string[];
	readonly digest: string;
}

export interface PersonAnswer extends ApprovalAnswer {
	readonly approvalId: string;
}

/**
 * Logs the question, shows the proposed edits beside it and waits. The answer is for the caller to log: what the person
 * changed makes it another operation. Blank text counts as none. Rejects when the turn is aborted.
 */
export async function askPerson(asked: Asked, callId: string, runtime: ToolRuntime): Promise<PersonAnswer> {
	const approvalId = runtime.newId();
	const { question, edits = [] } = asked;
	runtime.append({
		type: "approval_asked",
		approvalId,
		callId,
		kind: question === undefined ? "approval" : "question",
		digest: asked.digest,
		effects: [...asked.effects],
		reasons: [...asked.reasons],
		...(question === undefined ? {} : { suggestions: [...question.suggestions] }),
		row: asked.row,
	});
	const { diff, log } = runtime.handle.host;
	// The diff view is a convenience: its failure is noted and never the call's.
	const unawaited = (work: Promise<void>) =>
		work.catch((error: unknown) => log.warn(`The diff could not be shown: ${String(error)}`));
	for (const edit of edits) unawaited(diff.show({ ...edit, callId, title: asked.row.title }));
	try {
		const yes = question === undefined ? "approve" : "answer";
		const { text, ...answer } = await runtime.approvals.wait(approvalId, runtime.handle.signal, yes);
		return { approvalId, ...answer, ...(text === undefined || text.trim() === "" ? {} : { text }) };
	} finally {
		if (edits.length > 0) unawaited(diff.close(callId));
	}
}
