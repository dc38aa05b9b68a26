import type { ToolBody } from "@shared/tools";
import { memo } from "react";
import { lastLines, terminalText } from "../text/terminalText";
import { CopyButton } from "./CopyButton";
import classes from "./TerminalView.module.css";

type Terminal = Extract<ToolBody, { kind: "terminal" }>;

/** Whatever a command prints, the card renders no more than this. */
const maxLines = 200;

interface TerminalViewProps {
	readonly terminal: Terminal;
	readonly isRunning: boolean;
	readonly isDone: boolean;
}

export const TerminalView = memo(function TerminalView({ terminal, isRunning, isDone }: TerminalViewProps) {
	const { text, hidden } = lastLines(terminalText(terminal.output), maxLines);
	const hasOutput = text.trim() !== "";
	return (
		<div className={classes.terminal}>
			<div className={classes.command}>
				<pre className={classes.commandText} data-testid="terminal-command">
					<span className={classes.prompt} aria-hidden="true">
						$
					</span>
					{terminal.command}
				</pre>
				<CopyButton text={terminal.command} label="Copy command" />
			</div>
			{hasOutput && (
				// The column is reversed so that the browser itself keeps the tail in view.
				<section className={classes.scroll} aria-label="Output">
					<pre className={classes.output} data-testid="terminal-output">
						{hidden > 0 && (
							<span className={classes.muted}>
								… {hidden} earlier lines{"\n"}
							</span>
						)}
						{text}
					</pre>
				</section>
			)}
			<div className={classes.foot}>
				{!hasOutput && (isRunning || isDone) && <span>{isRunning ? "No output yet" : "No output"}</span>}
				<ExitWords terminal={terminal} />
				<span className={classes.cwd} title={terminal.cwd}>
					in {terminal.cwd === "" || terminal.cwd === "." ? "the workspace folder" : terminal.cwd}
				</span>
			</div>
		</div>
	);
});

function ExitWords({ terminal }: { readonly terminal: Terminal }) {
	if (terminal.signal !== undefined) return <span className={classes.bad}>Ended by {terminal.signal}</span>;
	if (terminal.exitCode === undefined || terminal.exitCode === null) return null;
	return (
		<span className={terminal.exitCode === 0 ? undefined : classes.bad} data-testid="exit-code">
			Exit code {terminal.exitCode}
		</span>
	);
}
