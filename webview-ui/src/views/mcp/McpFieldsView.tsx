import type { McpFileSummary } from "@shared/mcp-view";
import { Field } from "../../components/Field";
import type { McpFields } from "../../text/mcpEntry";
import { mcpScopeKey } from "../../text/mcpWords";
import { hiddenCharacters } from "./hiddenCharacters";
import classes from "./McpForm.module.css";
import type { McpDraft } from "./useMcpDraft";

interface McpFieldsProps {
	readonly draft: McpDraft;
	readonly files: readonly McpFileSummary[];
	readonly isNew: boolean;
}

export function McpFieldsView({ draft, files, isNew }: McpFieldsProps) {
	const { fields, change, scope, setScope } = draft;
	return (
		<>
			<TextField draft={draft} name="name" label="Name" hint="As the model calls it" />
			<Field label="For" hint="A project's server is kept in .kilocode/mcp.json and asks before it starts.">
				{(input) => (
					<select
						{...input}
						disabled={!isNew}
						value={mcpScopeKey(scope)}
						onChange={(event) => {
							const chosen = files.find((file) => mcpScopeKey(file.scope) === event.currentTarget.value);
							if (chosen !== undefined) setScope(chosen.scope);
						}}
						data-testid="mcp-scope"
					>
						{files.map((file) => (
							<option key={mcpScopeKey(file.scope)} value={mcpScopeKey(file.scope)}>
								{file.label}
							</option>
						))}
					</select>
				)}
			</Field>
			<Field label="Kind">
				{(input) => (
					<select
						{...input}
						value={fields.kind}
						onChange={(event) => change({ kind: event.currentTarget.value === "http" ? "http" : "stdio" })}
						data-testid="mcp-kind"
					>
						<option value="stdio">A program on this computer (stdio)</option>
						<option value="http">An address (HTTP)</option>
					</select>
				)}
			</Field>
			{fields.kind === "stdio" ? <ProgramFields draft={draft} /> : <AddressFields draft={draft} />}
			<TextField draft={draft} name="timeout" label="Timeout in seconds" hint="For one call. Empty: 60." />
		</>
	);
}

type DraftProps = Pick<McpFieldsProps, "draft">;

function ProgramFields({ draft }: DraftProps) {
	return (
		<>
			<TextField draft={draft} name="command" label="Command" hint="For example npx, uvx, node or docker" />
			<LinesField draft={draft} name="args" label="Arguments" hint="One a line, without quotes" />
			<LinesField
				draft={draft}
				name="env"
				label="Environment"
				hint="NAME=value, one a line. ${env:NAME} reads a variable of yours, so that no key stands in the file."
			/>
			<TextField
				draft={draft}
				name="cwd"
				label="Folder"
				hint={`Where it starts. Empty: ${draft.scope.kind === "global" ? "your home folder" : "the project's folder"}.`}
			/>
		</>
	);
}

function AddressFields({ draft }: DraftProps) {
	return (
		<>
			<TextField draft={draft} name="url" label="Address" hint="For example https://example.com/mcp" />
			<LinesField
				draft={draft}
				name="headers"
				label="Headers"
				hint="Name=value, one a line: Authorization=Bearer ${env:TOKEN}. A server that wants a sign-in says so later."
			/>
		</>
	);
}

interface InputProps extends DraftProps {
	readonly name: Exclude<keyof McpFields, "kind">;
	readonly label: string;
	readonly hint: string;
}

function TextField({ draft, name, label, hint }: InputProps) {
	return (
		<Field label={label} hint={hint} error={draft.errors[name]}>
			{(input) => (
				<>
					<input
						{...input}
						spellCheck={false}
						autoComplete="off"
						value={draft.fields[name]}
						onChange={(event) => draft.change({ [name]: event.currentTarget.value })}
						data-testid={`mcp-field-${name}`}
					/>
					<Hidden text={draft.fields[name]} />
				</>
			)}
		</Field>
	);
}

function LinesField({ draft, name, label, hint }: InputProps) {
	return (
		<Field label={label} hint={hint} error={draft.errors[name]}>
			{(input) => (
				<>
					<textarea
						{...input}
						className={`${input.className} ${classes.lines}`}
						rows={Math.min(8, Math.max(3, draft.fields[name].split("\n").length))}
						spellCheck={false}
						value={draft.fields[name]}
						onChange={(event) => draft.change({ [name]: event.currentTarget.value })}
						data-testid={`mcp-field-${name}`}
					/>
					<Hidden text={draft.fields[name]} />
				</>
			)}
		</Field>
	);
}

/** The person decides by what stands here: what an input leaves out or turns round is said below it. */
function Hidden({ text }: { readonly text: string }) {
	const shown = hiddenCharacters(text);
	if (shown === undefined) return null;
	return (
		<div className={classes.hidden} role="alert" data-testid="mcp-hidden">
			With hidden characters: <pre className={classes.said}>{shown}</pre>
		</div>
	);
}
