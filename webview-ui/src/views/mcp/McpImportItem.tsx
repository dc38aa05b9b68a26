import type { McpFileSummary, McpImportServer } from "@shared/mcp-view";
import { mcpConflictWords } from "../../text/mcpImport";
import { visibleText } from "../../text/visibleText";
import classes from "./McpTrustDialog.module.css";
import { McpTrustFacts } from "./McpTrustFacts";

interface McpImportItemProps {
	readonly server: McpImportServer;
	/** where it would go */
	readonly scope: McpFileSummary["scope"];
	readonly isChosen: boolean;
	readonly onChoose: (isChosen: boolean) => void;
}

/** A server of another program's file with what it would run, or why it cannot be imported. */
export function McpImportItem({ server, scope, isChosen, onChoose }: McpImportItemProps) {
	const { name, run, reason, notes } = server;
	const conflict = run === undefined ? undefined : mcpConflictWords(server, scope);
	return (
		<li className={classes.server} data-testid="mcp-import-server" data-server={name}>
			{run === undefined ? (
				<strong>{visibleText(name)}</strong>
			) : (
				<vscode-checkbox
					checked={isChosen}
					label={visibleText(name)}
					onChange={(event) => onChoose(event.currentTarget.checked)}
					data-testid="mcp-import-choose"
				/>
			)}
			{reason !== undefined && <p className={classes.warning}>Cannot be imported: {visibleText(reason)}</p>}
			{conflict !== undefined && <p className={classes.warning}>{conflict}</p>}
			{notes.map((note) => (
				<p key={note} className={classes.muted}>
					{visibleText(note)}
				</p>
			))}
			{run !== undefined && <McpTrustFacts trust={run} />}
		</li>
	);
}
