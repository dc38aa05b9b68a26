import { useOpenLimit, usePending } from "../state/usePending";
import { useReplica, useRow } from "../state/useReplica";
import { lastSpoken, spokenText } from "../text/spokenText";
import { withVisibleTurns } from "../text/visibleText";

/**
 * What a screen reader hears: finished text politely, questions at once. The list itself is not live: it is virtual,
 * and rows that scroll into view would be read out as news.
 */
export function Announcer() {
	const id = useReplica(lastSpoken);
	const row = useRow(id ?? "");
	const approval = usePending("approval")[0];
	const question = usePending("question")[0];
	const limit = useOpenLimit();
	return (
		<>
			<div className="visually-hidden" role="status" aria-live="polite" data-testid="live-polite">
				{/* by row: the same words once more are news, too */}
				<span key={id}>{spokenText(row)}</span>
			</div>
			<div className="visually-hidden" role="alert" aria-live="assertive" data-testid="live-assertive">
				{/* by question: the same words about the next one are news, too */}
				{approval && (
					<span key={approval.approval.approvalId}>
						{withVisibleTurns(
							`Approval needed: ${approval.row.title}. ${approval.approval.reasons.join(". ")}`,
						)}
					</span>
				)}
				{!approval && question && (
					<span key={question.approval.approvalId}>Question: {question.row.title}</span>
				)}
				{!approval && !question && limit && (
					<span key={limit.limitId}>Kiln waits for you: {limit.message}</span>
				)}
			</div>
		</>
	);
}
