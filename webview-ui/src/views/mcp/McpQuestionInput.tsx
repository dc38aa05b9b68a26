import type { McpOption, McpQuestionField } from "@shared/mcp-view";
import { Field } from "../../components/Field";
import { visibleText } from "../../text/visibleText";
import classes from "./McpQuestionPanel.module.css";

type Value = string | readonly string[];

interface McpQuestionInputProps {
	readonly field: McpQuestionField;
	readonly value: Value;
	readonly error: string | undefined;
	readonly onChange: (value: Value) => void;
}

/** One field of a server's form. */
export function McpQuestionInput({ field, value, error, onChange }: McpQuestionInputProps) {
	const { input } = field;
	const description = field.description === undefined ? undefined : visibleText(field.description);
	const label = visibleText(field.isRequired ? `${field.label} *` : field.label);
	const text = typeof value === "string" ? value : "";
	const testId = `mcp-question-${field.name}`;
	if (input.kind === "switch") {
		return (
			<div>
				<vscode-checkbox
					checked={text === "true"}
					label={label}
					onChange={(event) => onChange(String(event.currentTarget.checked))}
					data-testid={testId}
				/>
				{description !== undefined && <p className={classes.muted}>{description}</p>}
			</div>
		);
	}
	if (input.kind === "choice" && input.isMany) {
		return (
			<Many
				label={label}
				error={error ?? description}
				options={input.options}
				chosen={typeof value === "string" ? [] : value}
				onChange={onChange}
			/>
		);
	}
	return (
		<Field label={label} hint={description} error={error}>
			{(props) =>
				input.kind === "choice" ? (
					<select
						{...props}
						value={text}
						onChange={(event) => onChange(event.currentTarget.value)}
						data-testid={testId}
					>
						<option value="" />
						{input.options.map((option) => (
							<option key={option.value} value={option.value}>
								{visibleText(option.label)}
							</option>
						))}
					</select>
				) : (
					<input
						{...props}
						inputMode={input.kind === "number" ? "decimal" : "text"}
						autoComplete="off"
						value={text}
						onChange={(event) => onChange(event.currentTarget.value)}
						data-testid={testId}
					/>
				)
			}
		</Field>
	);
}

interface ManyProps {
	readonly label: string;
	readonly error: string | undefined;
	readonly options: readonly McpOption[];
	readonly chosen: readonly string[];
	readonly onChange: (chosen: readonly string[]) => void;
}

function Many({ label, error, options, chosen, onChange }: ManyProps) {
	return (
		<fieldset className={classes.many}>
			<legend className={classes.heading}>{label}</legend>
			{options.map((option) => (
				<vscode-checkbox
					key={option.value}
					checked={chosen.includes(option.value)}
					label={visibleText(option.label)}
					onChange={(event) => {
						const others = chosen.filter((value) => value !== option.value);
						onChange(event.currentTarget.checked ? [...others, option.value] : others);
					}}
				/>
			))}
			{error !== undefined && <p className={classes.muted}>{error}</p>}
		</fieldset>
	);
}
