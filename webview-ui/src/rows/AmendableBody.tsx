import type { PendingApproval, RowOf } from "@shared/task-view";
import type { ToolBody } from "@shared/tools";
import { useMemo } from "react";
import { DiffView } from "../components/DiffView";
import { ProposalView } from "../components/ProposalView";
import { useKiln } from "../state/KilnContext";
import { useProposal } from "../state/useProposal";
import { useExternal } from "../state/useReplica";
import { choosableHunks } from "../text/amendment";

interface AmendableBodyProps {
	readonly approval: PendingApproval;
	readonly body: Extract<ToolBody, { kind: "diff" | "proposal" }>;
}

/** The body of a card that waits for approval, as far as the person may change what it proposes. */
export function AmendableBody({ approval: { approvalId }, body }: AmendableBodyProps) {
	const { decided } = useKiln();
	const isDecided = useExternal(decided).has(approvalId);
	const { draft, amendment, toggleHunk, setText } = useProposal(approvalId, body);
	const canChoose = useMemo(() => choosableHunks(body) !== undefined, [body]);
	if (body.kind === "diff") {
		const choice = canChoose ? { off: draft.off, toggle: toggleHunk, isDisabled: isDecided } : undefined;
		return <DiffView files={body.files} choice={choice} />;
	}
	return (
		<ProposalView
			text={draft.text ?? body.text}
			onChange={isDecided ? undefined : setText}
			onReset={amendment === undefined ? undefined : () => setText(body.text)}
		/>
	);
}

/** The approval that still waits for its card; undefined: the card only shows. */
export function amendable(row: RowOf<"tool">): AmendableBodyProps | undefined {
	const { body } = row.row;
	if (row.state !== "waiting" || row.approval?.kind !== "approval") return undefined;
	return body.kind === "diff" || body.kind === "proposal" ? { approval: row.approval, body } : undefined;
}
