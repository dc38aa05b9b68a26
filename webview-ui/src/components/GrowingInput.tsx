import type { KeyboardEvent } from "react";
import classes from "./GrowingInput.module.css";

interface GrowingInputProps {
	readonly label: string;
	readonly placeholder: string;
	readonly value: string;
	readonly onChange: (value: string) => void;
	readonly onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
	readonly isDisabled?: boolean;
	readonly testId: string;
}

/** One line that grows with its text (`field-sizing`), up to five. */
export function GrowingInput(props: GrowingInputProps) {
	const { label, placeholder, value, onChange, onKeyDown, isDisabled = false, testId } = props;
	return (
		<textarea
			className={classes.input}
			rows={1}
			aria-label={label}
			placeholder={placeholder}
			value={value}
			disabled={isDisabled}
			onChange={(event) => onChange(event.currentTarget.value)}
			onKeyDown={onKeyDown}
			data-testid={testId}
		/>
	);
}
