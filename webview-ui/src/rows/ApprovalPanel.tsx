import type { PendingApproval, RowOf } from "@shared/task-view";
import { Button } from "../components/Button";
import { decisionPanel } from "../components/moveFocusOn";
import { useKiln } from "../state/KilnContext";
import { useExternal } from "../state/useReplica";
import { visibleText } from "../text/visibleText";
import { AlwaysAllow } from "./AlwaysAllow";
import { ApprovalControls } from "./ApprovalControls";
import classes from "./ApprovalPanel.module.css";
import { useOnScreen } from "./useOnScreen";

interface ApprovalPanelProps {
	readonly row: RowOf<"tool">;
	readonly approval: PendingApproval;
}

/** Inside the card of a call that waits: why it asks, and the decision. */
export function ApprovalPanel({ row, approval }: ApprovalPanelProps) {
	const { store, decided } = useKiln();
	const isDecided = useExternal(decided).has(approval.approvalId);
	const ref = useOnScreen(approval.approvalId);
	return (
		<section
			ref={ref}
			className={classes.panel}
			aria-label="Approval needed"
			tabIndex={-1}
			data-testid="approval"
			{...(isDecided ? decisionPanel.other : decisionPanel.openApproval)}
		>
			<Reasons reasons={approval.reasons} />
			<ApprovalControls approvalId={approval.approvalId} body={row.row.body} testIdPrefix="">
				<AlwaysAllow row={row} approval={approval} testIdPrefix="" />
				{row.row.body.kind === "diff" && (
					<Button
						isSecondary
						onClick={() => store.post({ type: "open_diff", callId: row.id })}
						title="Open the proposed change in the diff editor"
						testId="open-diff"
					>
						Open in diff editor
					</Button>
				)}
			</ApprovalControls>
		</section>
	);
}

function Reasons({ reasons }: { readonly reasons: readonly string[] }) {
	if (reasons.length === 0) return <p data-testid="approval-reasons">Kiln asks before it does this.</p>;
	if (reasons.length === 1) {
		return (
			<p data-testid="approval-reasons">
				<span className={classes.because}>Asks because: </span>
				{visibleText(reasons[0] ?? "")}
			</p>
		);
	}
	return (
		<div data-testid="approval-reasons">
			<span className={classes.because}>Asks because:</span>
			<ul className={classes.reasons}>
				{[...new Set(reasons)].map((reason) => (
					<li key={reason}>{visibleText(reason)}</li>
				))}
			</ul>
		</div>
	);
}
