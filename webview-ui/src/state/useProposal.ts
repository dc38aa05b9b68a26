import type { Amendment, ToolBody } from "@shared/tools";
import { useMemo } from "react";
import { amendmentOf, type ProposalDraft, untouched } from "../text/amendment";
import type { KilnServices } from "./KilnContext";
import { useKiln } from "./KilnContext";
import { useExternal } from "./useReplica";

interface Proposal {
	readonly draft: ProposalDraft;
	/** undefined: approved as it stands */
	readonly amendment: Amendment | undefined;
	readonly toggleHunk: (index: number) => void;
	readonly setText: (text: string) => void;
}

/** What the person makes of a card's proposal before approving it. */
export function useProposal(approvalId: string, body: ToolBody): Proposal {
	const services = useKiln();
	const draft = useExternal(services.drafts.proposals).get(approvalId) ?? untouched;
	const amendment = useMemo(() => amendmentOf(body, draft), [body, draft]);
	const change = (next: ProposalDraft) => changeProposal(services, { approvalId, body }, next);
	return {
		draft,
		amendment,
		toggleHunk: (index) => {
			const off = new Set(draft.off);
			if (!off.delete(index)) off.add(index);
			change({ ...draft, off });
		},
		setText: (text) => change({ ...draft, text }),
	};
}

/** The host is told, too: its own commands decide on what is seen here. */
export function changeProposal(
	{ drafts, store, decided }: Pick<KilnServices, "drafts" | "store" | "decided">,
	{ approvalId, body }: { readonly approvalId: string; readonly body: ToolBody },
	draft: ProposalDraft,
): void {
	if (decided.get().has(approvalId)) return;
	drafts.proposals.set(new Map(drafts.proposals.get()).set(approvalId, draft));
	const amendment = amendmentOf(body, draft);
	store.post({ type: "amend", approvalId, ...(amendment !== undefined && { amendment }) });
}
