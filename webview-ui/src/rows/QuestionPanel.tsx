import type { PendingApproval } from "@shared/task-view";
import { Icon } from "../components/Icon";
import { decisionPanel } from "../components/moveFocusOn";
import { useKiln } from "../state/KilnContext";
import { useIsDeaf, useSettle } from "../state/usePending";
import { useExternal, useReplica } from "../state/useReplica";
import classes from "./QuestionPanel.module.css";

/** Suggested answers. A free answer is typed in the input below. */
export function QuestionPanel({ approval }: { readonly approval: PendingApproval }) {
	const { decided } = useKiln();
	const settle = useSettle();
	const modes = useReplica((replica) => replica.chrome?.modes);
	const isDeaf = useIsDeaf(useExternal(decided).has(approval.approvalId));
	const suggestions = approval.suggestions ?? [];
	return (
		<div className={classes.panel} data-testid="question" {...decisionPanel.other}>
			{suggestions.map((suggestion, index) => (
				<button
					key={suggestion.text}
					type="button"
					className={classes.suggestion}
					disabled={isDeaf}
					onClick={() => settle(approval.approvalId, "answer", suggestion.text)}
					data-testid={`suggestion-${index}`}
				>
					<Icon name="reply" />
					<span className={classes.text}>{suggestion.text}</span>
					{suggestion.mode !== undefined && (
						<span className={classes.mode}>
							{modes?.find((mode) => mode.slug === suggestion.mode)?.name ?? suggestion.mode}
						</span>
					)}
				</button>
			))}
			<p className={classes.hint}>
				{suggestions.length === 0 ? "Type your answer below." : "Choose an answer, or type your own below."}
			</p>
		</div>
	);
}
