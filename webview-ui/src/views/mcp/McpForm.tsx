import type { McpFileSummary } from "@shared/mcp-view";
import { useEffect, useRef } from "react";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { visibleText } from "../../text/visibleText";
import { McpFieldsView } from "./McpFieldsView";
import classes from "./McpForm.module.css";
import type { EditedServer } from "./mcpFront";
import { useLayerFocus } from "./useLayerFocus";
import { type McpDraft, useMcpDraft } from "./useMcpDraft";

interface McpFormProps {
	/** null: a new one */
	readonly server: EditedServer | null;
	readonly files: readonly McpFileSummary[];
	readonly onClose: () => void;
}

export function McpForm({ server, files, onClose }: McpFormProps) {
	const draft = useMcpDraft(server, files, onClose);
	const formRef = useRef<HTMLFormElement>(null);
	useLayerFocus(formRef, "input:not([disabled]), select:not([disabled]), textarea");
	const isFaulty = Object.keys(draft.errors).length > 0;
	useEffect(() => {
		if (isFaulty) formRef.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
	}, [isFaulty]);
	const title = server === null ? "Add an MCP server" : `Edit ${visibleText(server.name)}`;
	return (
		<form
			ref={formRef}
			className={classes.form}
			aria-label={title}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				draft.save();
			}}
			onKeyDown={(event) => {
				if (event.key !== "Escape") return;
				event.stopPropagation();
				// what was typed goes by its own button only
				if (!draft.isChanged) onClose();
			}}
			data-testid="mcp-form"
		>
			<h2 className={classes.heading}>{title}</h2>
			<McpFieldsView draft={draft} files={files} isNew={server === null} />
			<div className={classes.buttons}>
				<Button isSecondary onClick={draft.test} isDisabled={draft.work !== null} testId="mcp-test">
					{draft.work === "test" ? "Testing…" : "Test"}
				</Button>
				<Button onClick={draft.save} isDisabled={draft.work !== null} testId="mcp-save">
					{draft.work === "save" ? "Saving…" : "Save"}
				</Button>
				<Button isSecondary onClick={onClose} testId="mcp-cancel">
					Cancel
				</Button>
			</div>
			<Outcome result={draft.result} />
		</form>
	);
}

const shownTools = 12;

function Outcome({ result }: Pick<McpDraft, "result">) {
	const tools = result?.tools ?? [];
	const more = tools.length - shownTools;
	const ref = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (result !== null) ref.current?.scrollIntoView({ block: "nearest" });
	}, [result]);
	return (
		<div ref={ref} className={classes.result} role="status" data-testid="mcp-test-result">
			{result !== null && (
				<span className={result.ok ? classes.ok : classes.bad}>
					<Icon name={result.ok ? "pass" : "error"} /> {visibleText(result.message)}
				</span>
			)}
			{tools.length > 0 && (
				<span className={classes.hint}>
					{visibleText(tools.slice(0, shownTools).join(", "))}
					{more > 0 && ` and ${more} more`}
				</span>
			)}
			{result?.hint !== undefined && <pre className={classes.said}>{visibleText(result.hint)}</pre>}
		</div>
	);
}
