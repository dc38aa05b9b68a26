import type { DiffPort } from "@shared/host";

export type ProposedEdit = Parameters<DiffPort["show"]>[0];
export type DiffSide = "before" | "after";

const maxCalls = 20;

/** The proposed edits of the last calls, one a file. Their text lives here and in no URI. */
export class ProposedEdits {
	private readonly byCall = new Map<string, ProposedEdit[]>();

	of(callId: string): readonly ProposedEdit[] {
		return this.byCall.get(callId) ?? [];
	}

	/** Adds an edit or replaces the one of the same file; the oldest call makes room when there are many. */
	remember(edit: ProposedEdit): void {
		const others = this.of(edit.callId).filter(({ path }) => path !== edit.path);
		this.byCall.delete(edit.callId);
		this.byCall.set(edit.callId, [...others, edit]);
		const [oldest] = this.byCall.keys();
		if (this.byCall.size > maxCalls && oldest !== undefined) this.byCall.delete(oldest);
	}

	/** Text of one side; "" where there is no file. */
	text(callId: string, path: string, side: DiffSide): string {
		return this.of(callId).find((edit) => edit.path === path)?.[side] ?? "";
	}
}
