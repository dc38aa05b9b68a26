import { useReplica } from "../state/useReplica";
import { shortcutWords } from "./approvalShortcut";
import classes from "./EmptyState.module.css";

/** A model is connected and no task is open. */
export function EmptyState() {
	const workspace = useReplica((replica) => replica.chrome?.workspaceName ?? null);
	const isTrusted = useReplica((replica) => replica.chrome?.isTrusted ?? true);
	return (
		<div className={classes.state} data-testid="empty-state">
			<h2 className={classes.heading}>What is to be done{workspace === null ? "" : ` in ${workspace}`}?</h2>
			<ul className={classes.hints}>
				<li>Say what you want and how you will know that it works.</li>
				<li>Kiln shows every change and command, and asks before it acts.</li>
				<li>
					<kbd>{shortcutWords.approve}</kbd> approves, <kbd>{shortcutWords.deny}</kbd> denies.
				</li>
				<li>Choose “Ask” below to get answers without any change.</li>
			</ul>
			{!isTrusted && (
				<p className={classes.hint}>
					This folder is not trusted yet: Kiln reads, but neither edits nor runs anything.
				</p>
			)}
		</div>
	);
}
