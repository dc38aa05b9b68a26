import { Callout } from "../rows/Callout";
import { visibleText } from "../text/visibleText";
import classes from "./ProblemState.module.css";

/** Something outside any task keeps Kiln from working: what it is, and what to do. */
export function ProblemState({
	message,
	hint,
}: {
	readonly message: string;
	readonly hint?: string | undefined;
}) {
	return (
		<div className={classes.problem} data-testid="problem">
			<Callout
				kind="warning"
				message={visibleText(message)}
				hint={hint === undefined ? undefined : visibleText(hint)}
			/>
		</div>
	);
}
