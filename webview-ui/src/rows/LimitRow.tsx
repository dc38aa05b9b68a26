import type { RowOf } from "@shared/task-view";
import { useState } from "react";
import { Button } from "../components/Button";
import { GrowingInput } from "../components/GrowingInput";
import { useKiln } from "../state/KilnContext";
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
	const { store } = useKiln();
	const [guidance, setGuidance] = useState("");
	const [isAnswered, setAnswered] = useState(false);
	const answer = (decision: "continue" | "stop") => {
		setAnswered(true);
		const text = guidance.trim();
		store.post({ type: "answer_limit", limitId, decision, ...(text !== "" && { text }) });
	};
	return (
		<div className={classes.question}>
			<GrowingInput
				label="Guidance"
				placeholder="Guidance for the next steps (optional)"
				value={guidance}
				onChange={setGuidance}
				testId="limit-guidance"
			/>
			<div className={classes.buttons}>
				<Button isDisabled={isAnswered} onClick={() => answer("continue")} testId="limit-continue">
					Continue
				</Button>
				<Button isSecondary isDisabled={isAnswered} onClick={() => answer("stop")} testId="limit-stop">
					Stop
				</Button>
			</div>
		</div>
	);
}
