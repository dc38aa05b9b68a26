import type { RowOf } from "@shared/task-view";
import { useState } from "react";
import { Button } from "../components/Button";
import { GrowingInput } from "../components/GrowingInput";
import { decisionPanel } from "../components/moveFocusOn";
import { useKiln } from "../state/KilnContext";
import { useAnswerLimit } from "../state/usePending";
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
	const { decidedLimits } = useKiln();
	const answerLimit = useAnswerLimit();
	const [guidance, setGuidance] = useState("");
	const isAnswered = useExternal(decidedLimits).has(limitId);
	return (
		<div className={classes.question} {...decisionPanel.other}>
			<GrowingInput
				label="Guidance"
				placeholder="Guidance for the next steps (optional)"
				value={guidance}
				onChange={setGuidance}
				testId="limit-guidance"
			/>
			<div className={classes.buttons}>
				<Button
					isDisabled={isAnswered}
					onClick={() => answerLimit(limitId, "continue", guidance)}
					testId="limit-continue"
				>
					Continue
				</Button>
				<Button
					isSecondary
					isDisabled={isAnswered}
					onClick={() => answerLimit(limitId, "stop", guidance)}
					testId="limit-stop"
				>
					Stop
				</Button>
			</div>
		</div>
	);
}
