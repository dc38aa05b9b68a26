import type { Replica } from "../state/replica";
import { rowOf } from "../state/replica";
import { usePending } from "../state/usePending";
import { useReplica } from "../state/useReplica";

/**
 * What a screen reader hears: finished text politely, questions at once. The list itself is not live: it is virtual,
 * and rows that scroll into view would be read out as news.
 */
export function Announcer() {
	const text = useReplica(latestText);
	const approval = usePending("approval")[0];
	const question = usePending("question")[0];
	return (
		<>
			<div className="visually-hidden" role="status" aria-live="polite" data-testid="live-polite">
				{text}
			</div>
			<div className="visually-hidden" role="alert" aria-live="assertive" data-testid="live-assertive">
				{approval && `Approval needed: ${approval.row.title}. ${approval.approval.reasons.join(". ")}`}
				{!approval && question && `Question: ${question.row.title}`}
			</div>
		</>
	);
}

function latestText(replica: Replica): string {
	const last = replica.log.ids.at(-1);
	const row = last === undefined ? undefined : rowOf(replica, last);
	if (row?.kind === "text" && !row.isStreaming) return row.text;
	if (row?.kind === "tool" && row.row.body.kind === "completion")
		return `Task completed. ${row.row.body.text}`;
	if (row?.kind === "notice") return row.text;
	return "";
}
