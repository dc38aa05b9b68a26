import type { ReactNode } from "react";
import { useId } from "react";
import classes from "./Field.module.css";

interface FieldProps {
	readonly label: string;
	readonly hint?: string | undefined;
	readonly error?: string | undefined;
	/** receives what ties the input to its label and words */
	readonly children: (input: FieldInput) => ReactNode;
}

export interface FieldInput {
	readonly id: string;
	readonly className: string;
	readonly "aria-invalid": boolean;
	readonly "aria-describedby": string;
}

/** A label, its input and one line of words: what the field is for, or what is wrong with it. */
export function Field({ label, hint, error, children }: FieldProps) {
	const id = useId();
	return (
		<div className={classes.field}>
			<label htmlFor={id} className={classes.label}>
				{label}
			</label>
			{children({
				id,
				className: `${classes.input} ${error === undefined ? "" : classes.invalid}`,
				"aria-invalid": error !== undefined,
				"aria-describedby": `${id}-words`,
			})}
			<span id={`${id}-words`} className={error === undefined ? classes.hint : classes.error}>
				{error ?? hint}
			</span>
		</div>
	);
}
