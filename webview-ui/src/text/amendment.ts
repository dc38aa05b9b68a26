import type { Amendment, ToolBody } from "@shared/tools";
import { parseUnifiedDiff } from "./parseUnifiedDiff";

/** What the person has made of a proposal so far. */
export interface ProposalDraft {
	/** hunks that were taken out, counted from 0 over all files of the card */
	readonly off: ReadonlySet<number>;
	/** undefined: as it was proposed */
	readonly text?: string | undefined;
}

export const untouched: ProposalDraft = { off: new Set() };

type FileDiff = Extract<ToolBody, { kind: "diff" }>["files"][number];

/** How many hunks each file's diff shows; undefined: a diff is cut, so that not every hunk can be judged. */
export function countHunks(files: readonly Pick<FileDiff, "diff">[]): readonly number[] | undefined {
	const counts: number[] = [];
	for (const { diff } of files) {
		// The line that stands for what is left out; a line of a file has its mark before it.
		if (/^…/m.test(diff)) return undefined;
		counts.push(parseUnifiedDiff(diff).filter(({ kind }) => kind === "hunk").length);
	}
	return counts;
}

/** The number of hunks to choose from; undefined: there is nothing to choose. */
export function choosableHunks(body: ToolBody): number | undefined {
	if (body.kind !== "diff") return undefined;
	const total = countHunks(body.files)?.reduce((sum, count) => sum + count, 0) ?? 0;
	return total > 1 ? total : undefined;
}

/** What goes with an approval; undefined: the proposal as it stands. */
export function amendmentOf(body: ToolBody, draft: ProposalDraft): Amendment | undefined {
	if (body.kind === "proposal") {
		const isSame = draft.text === undefined || draft.text === body.text;
		return isSame ? undefined : { kind: "text", text: draft.text };
	}
	const total = choosableHunks(body);
	if (total === undefined || draft.off.size === 0) return undefined;
	const all = Array.from({ length: total }, (_, index) => index);
	return { kind: "hunks", kept: all.filter((index) => !draft.off.has(index)) };
}

/** Whether an approval would keep anything at all. */
export function keepsNothing(amendment: Amendment | undefined): boolean {
	return amendment?.kind === "hunks" && amendment.kept.length === 0;
}

/** The words on the button. */
export function approveWords(body: ToolBody, amendment: Amendment | undefined): string {
	if (amendment?.kind === "hunks") return `Approve ${amendment.kept.length} of ${choosableHunks(body)} hunks`;
	return amendment?.kind === "text" ? "Approve as changed" : "Approve";
}
