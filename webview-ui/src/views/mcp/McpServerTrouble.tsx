import type { McpServerSummary } from "@shared/mcp-view";
import { Button } from "../../components/Button";
import type { McpActions } from "../../state/useMcp";
import { visibleText } from "../../text/visibleText";
import classes from "./McpServerCard.module.css";
import { McpSignIn } from "./McpSignIn";

interface McpServerTroubleProps {
	readonly server: McpServerSummary;
	readonly actions: McpActions;
	readonly onReview: () => void;
}

const shownLines = 8;

/** What keeps a server from working, or wants a word of the person; each with its next step. */
export function McpServerTrouble({ server, actions, onReview }: McpServerTroubleProps) {
	const { name, status, reason, stderr } = server;
	const changed = server.catalogue.tools.filter(({ hasChanged }) => hasChanged);
	const shown = changed.map((tool) => ({ tool: tool.name, fingerprint: tool.fingerprint }));
	const isBusy = actions.busy.has(name);
	const isFailing = status === "failed" || (status === "connecting" && server.failedTries > 0);
	// while it waits for consent its state says it already
	const isSaid =
		server.trust === undefined && (status !== "connected" || server.needsSignIn) && status !== "disabled";
	return (
		<>
			{reason !== undefined && isSaid && (
				<p className={isFailing ? classes.error : classes.muted} data-testid="mcp-reason">
					{visibleText(reason)}
				</p>
			)}
			{isFailing && stderr.length > 0 && (
				<section aria-label={`Last output of ${visibleText(name)}`}>
					<pre className={classes.output} data-testid="mcp-stderr">
						{visibleText(stderr.slice(-shownLines).join("\n"))}
					</pre>
				</section>
			)}
			{server.trust !== undefined && (
				<div className={classes.actions}>
					<Button icon="shield" onClick={onReview} testId="mcp-review">
						Review and start…
					</Button>
				</div>
			)}
			<McpSignIn server={server} actions={actions} />
			{changed.length > 0 && (
				<div className={classes.changed} data-testid="mcp-changed">
					<p>
						These tools are not the ones that you have seen; each asks before it runs. Read what the model is
						told of them before you accept them.
					</p>
					{changed.map(({ name: tool, told = "" }) => (
						<details key={tool} data-testid="mcp-changed-tool">
							<summary>
								<strong>{visibleText(tool)}</strong>
							</summary>
							<pre className={classes.output}>{visibleText(told)}</pre>
						</details>
					))}
					<Button
						isSecondary
						isDisabled={isBusy}
						onClick={() => void actions.run({ type: "mcp_accept_tools", name, shown })}
						testId="mcp-accept-tools"
					>
						Accept them
					</Button>
				</div>
			)}
		</>
	);
}
