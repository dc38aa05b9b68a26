import { useEffect, useState } from "react";
import { Icon } from "../components/Icon";
import { decisionPanel } from "../components/moveFocusOn";
import { AlwaysAllow } from "../rows/AlwaysAllow";
import { ApprovalControls } from "../rows/ApprovalControls";
import { useKiln } from "../state/KilnContext";
import { usePending } from "../state/usePending";
import { useExternal } from "../state/useReplica";
import { visibleText, withVisibleTurns } from "../text/visibleText";
import classes from "./PinnedApproval.module.css";

/** A card that is just coming into view must not make the panel flash. */
const pinAfterMs = 250;

function useDelayed(isWanted: boolean): boolean {
	const [isDue, setDue] = useState(false);
	useEffect(() => {
		if (!isWanted) return;
		const timer = setTimeout(() => setDue(true), pinAfterMs);
		return () => {
			clearTimeout(timer);
			setDue(false);
		};
	}, [isWanted]);
	return isWanted && isDue;
}

/** The oldest open approval, above the input, while its card cannot be seen. */
export function PinnedApproval() {
	const { onScreen, pinned } = useKiln();
	const pending = usePending("approval");
	const seen = useExternal(onScreen);
	const row = pending[0];
	const isUnseen = row !== undefined && !pending.some((other) => seen.has(other.approval.approvalId));
	const isDue = useDelayed(isUnseen);
	const shownId = isDue ? row?.approval.approvalId : undefined;
	useEffect(() => {
		pinned.set(shownId ?? null);
		return () => pinned.set(null);
	}, [pinned, shownId]);
	if (row === undefined || !isDue) return null;
	const title = withVisibleTurns(row.row.title);
	return (
		<section
			className={classes.pinned}
			tabIndex={-1}
			aria-label="Approval needed"
			data-testid="pinned-approval"
			{...decisionPanel.openApproval}
		>
			<div className={classes.title}>
				<Icon name={row.row.icon} />
				<span className={classes.text} title={title}>
					{title}
				</span>
				{row.row.detail !== undefined && <span className={classes.detail}>{row.row.detail}</span>}
			</div>
			{row.row.body.kind === "mcp" && (
				<pre className={classes.command}>{visibleText(row.row.body.input)}</pre>
			)}
			{row.row.body.kind === "terminal" && <pre className={classes.command}>{row.row.body.command}</pre>}
			{row.approval.reasons.length > 0 && (
				<p className={classes.reasons}>Asks because: {visibleText(row.approval.reasons.join("; "))}</p>
			)}
			<ApprovalControls approvalId={row.approval.approvalId} body={row.row.body} testIdPrefix="pinned-">
				<AlwaysAllow row={row} approval={row.approval} testIdPrefix="pinned-" />
			</ApprovalControls>
		</section>
	);
}
