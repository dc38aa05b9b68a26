import { useId } from "react";
import classes from "./ProposalView.module.css";

interface ProposalViewProps {
	readonly text: string;
	/** absent: it is decided, or still being written */
	readonly onChange?: ((text: string) => void) | undefined;
	readonly onReset?: (() => void) | undefined;
}

/** A text that may be changed before it is approved. */
export function ProposalView({ text, onChange, onReset }: ProposalViewProps) {
	const id = useId();
	if (onChange === undefined) return <pre className={classes.text}>{text}</pre>;
	return (
		<div className={classes.proposal}>
			<div className={classes.bar}>
				<label htmlFor={id}>You may change it before you approve.</label>
				{onReset !== undefined && (
					<button type="button" className={classes.reset} onClick={onReset} data-testid="proposal-reset">
						As proposed
					</button>
				)}
			</div>
			<textarea
				id={id}
				className={classes.input}
				value={text}
				spellCheck={false}
				onChange={(event) => onChange(event.currentTarget.value)}
				data-testid="proposal"
			/>
		</div>
	);
}
