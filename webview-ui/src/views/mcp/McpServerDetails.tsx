import type { McpServerSummary } from "@shared/mcp-view";
import type { ReactNode } from "react";
import { useState } from "react";
import { Field } from "../../components/Field";
import type { McpActions } from "../../state/useMcp";
import { visibleText } from "../../text/visibleText";
import classes from "./McpServerCard.module.css";
import { McpSignOut } from "./McpSignOut";
import { McpToolItem } from "./McpToolItem";

interface McpServerDetailsProps {
	readonly server: McpServerSummary;
	readonly actions: McpActions;
}

/** What a server offers, and what it has said. */
export function McpServerDetails({ server, actions }: McpServerDetailsProps) {
	const { tools, resources, resourceTemplates, prompts, notes } = server.catalogue;
	const addresses = [
		...resources.map(({ uri, description, title, name }) => ({ uri, words: description ?? title ?? name })),
		...resourceTemplates.map(({ uriTemplate, description, title, name }) => ({
			uri: uriTemplate,
			words: description ?? title ?? name,
		})),
	];
	return (
		<div className={classes.details} data-testid="mcp-details">
			<Part heading="Tools" count={tools.length}>
				{tools.map((tool) => (
					<McpToolItem key={tool.name} server={server.name} tool={tool} run={actions.run} />
				))}
			</Part>
			<Part heading="Resources" count={addresses.length}>
				{addresses.map(({ uri, words }) => (
					<Item key={uri} name={uri} words={words} />
				))}
			</Part>
			<Part heading="Prompts" count={prompts.length}>
				{prompts.map(({ name, title, description }) => (
					<Item key={name} name={`/mcp:${server.name}:${name}`} words={description ?? title ?? ""} />
				))}
			</Part>
			<Part heading="Left out" count={notes.length}>
				{notes.map((note) => (
					<li key={note}>{visibleText(note)}</li>
				))}
			</Part>
			<McpSignOut server={server} actions={actions} />
			<Timeout server={server} actions={actions} />
			{server.instructions !== undefined && <Said heading="How to use it" text={server.instructions} />}
			{server.log.length > 0 && (
				<Said heading="Log" text={server.log.map(({ level, text }) => `${level}: ${text}`).join("\n")} />
			)}
			{server.status !== "failed" && server.stderr.length > 0 && (
				<Said heading="Output" text={server.stderr.join("\n")} />
			)}
			{server.serverVersion !== undefined && (
				<p className={classes.muted}>
					Version {visibleText(server.serverVersion)}, over {server.transport}
				</p>
			)}
		</div>
	);
}

interface PartProps {
	readonly heading: string;
	readonly count: number;
	readonly children: ReactNode;
}

function Part({ heading, count, children }: PartProps) {
	if (count === 0) return null;
	return (
		<section aria-label={heading}>
			<h3 className={classes.heading}>
				{heading} <span className={classes.muted}>{count}</span>
			</h3>
			<ul className={classes.items}>{children}</ul>
		</section>
	);
}

function Item({ name, words }: { readonly name: string; readonly words: string }) {
	return (
		<li className={classes.item}>
			<code className={classes.code}>{visibleText(name)}</code>
			<span className={classes.muted}>{visibleText(words)}</span>
		</li>
	);
}

function Said({ heading, text }: { readonly heading: string; readonly text: string }) {
	return (
		<section aria-label={heading}>
			<h3 className={classes.heading}>{heading}</h3>
			<pre className={classes.output}>{visibleText(text)}</pre>
		</section>
	);
}

/** Saved when the field is left. */
function Timeout({ server: { name, timeoutSeconds }, actions }: McpServerDetailsProps) {
	const [text, setText] = useState<string>();
	const seconds = Number(text ?? timeoutSeconds);
	const isGood = seconds >= 1 && seconds <= 3600;
	const save = () => {
		if (text === undefined || !isGood) return;
		setText(undefined);
		if (seconds !== timeoutSeconds) void actions.run({ type: "mcp_set_timeout", name, seconds });
	};
	return (
		<Field
			label="Timeout in seconds"
			hint="How long one call may go without an answer or progress."
			error={isGood ? undefined : "A number from 1 to 3600."}
		>
			{(input) => (
				<input
					{...input}
					inputMode="numeric"
					value={text ?? String(timeoutSeconds)}
					onChange={(event) => setText(event.currentTarget.value)}
					onBlur={save}
					onKeyDown={(event) => {
						if (event.key === "Enter") save();
					}}
					data-testid="mcp-timeout"
				/>
			)}
		</Field>
	);
}
