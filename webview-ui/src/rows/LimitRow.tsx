import type { RowOf } from "@shared/task-view";
import { Button } from "../components/Button";
import { GrowingInput } from "../components/GrowingInput";
import { decisionPanel } from "../components/moveFocusOn";
import { useKiln } from "../state/KilnContext";
import { useAnswerLimit, useIsDeaf } from "../state/usePending";
import { useExternal } from "../state/useReplica";
import { Callout } from "./Callout";
import classes from "./LimitRow.module.css";

export function LimitRow({ row }: { readonly row: RowOf<"limit"> }) {
	return (
		<Callout kind={row.decision === undefined ? "question" : "info"} message={row.message}>
			{row.decision === undefined ? (
				<LimitQuestion limitId={row.limitId} />
			) : (
				<span className={classes.decided}>
					{row.decision === "continue" ? "You let it go on." : "You stopped here."}
				</span>
			)}
		</Callout>
	);
}

function LimitQuestion({ limitId }: { readonly limitId: string }) {
	const { drafts, decidedLimits } = useKiln();
	const answerLimit = useAnswerLimit();
	// Not in the component: it goes when the row is scrolled away.
	const feedback = useExternal(drafts.feedback);
	const guidance = feedback.get(limitId) ?? "";
	const isDeaf = useIsDeaf(useExternal(decidedLimits).has(limitId));
	return (
		<div className={classes.question} {...decisionPanel.other}>
			<GrowingInput
				label="Guidance"
				placeholder="Guidance for the next steps (optional)"
				value={guidance}
				onChange={(text) => drafts.feedback.set(new Map(feedback).set(limitId, text))}
				testId="limit-guidance"
			/>
			<div className={classes.buttons}>
				<Button
					isDisabled={isDeaf}
					onClick={() => answerLimit(limitId, "continue", guidance)}
					testId="limit-continue"
				>
					Continue
				</Button>
				<Button
					isSecondary
					isDisabled={isDeaf}
					onClick={() => answerLimit(limitId, "stop", guidance)}
					testId="limit-stop"
				>
					Stop
				</Button>
			</div>
		</div>
	);
}
