import type { McpFileSummary, McpServerSummary } from "@shared/messages";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { IconButton } from "../../components/IconButton";
import type { McpActions } from "../../state/useMcp";
import { mcpScopeWords, mcpStatusWords } from "../../text/mcpWords";
import { visibleText } from "../../text/visibleText";
import classes from "./McpServerCard.module.css";
import { McpServerDetails } from "./McpServerDetails";
import { McpServerTrouble } from "./McpServerTrouble";

interface McpServerCardProps {
	readonly server: McpServerSummary;
	readonly files: readonly McpFileSummary[];
	readonly actions: McpActions;
	readonly onEdit: () => void;
	readonly onReview: () => void;
}

/** One server: its state, what it wants of the person, and, unfolded, what it offers. */
export function McpServerCard({ server, files, actions, onEdit, onReview }: McpServerCardProps) {
	const [isOpen, setOpen] = useState(false);
	const bodyId = useId();
	const { name, status } = server;
	return (
		<li className={classes.card} data-testid="mcp-server" data-server={name} data-status={status}>
			<div className={classes.head}>
				<button
					type="button"
					className={classes.toggle}
					aria-expanded={isOpen}
					aria-controls={bodyId}
					onClick={() => setOpen(!isOpen)}
					data-testid="mcp-server-toggle"
				>
					<Icon name={isOpen ? "chevron-down" : "chevron-right"} />
					<span className={`${classes.dot} ${classes[status] ?? ""}`} aria-hidden="true" />
					<span className={classes.name}>{visibleText(name)}</span>
				</button>
				<Tools server={server} actions={actions} onEdit={onEdit} />
			</div>
			<div className={classes.line}>
				<span data-testid="mcp-status">{mcpStatusWords(server)}</span>
				<span className={classes.muted}>{mcpScopeWords(server.scope, files)}</span>
			</div>
			<div className={classes.target} title={visibleText(server.target)}>
				{visibleText(server.target)}
			</div>
			<McpServerTrouble server={server} actions={actions} onReview={onReview} />
			<div id={bodyId}>{isOpen && <McpServerDetails server={server} actions={actions} />}</div>
		</li>
	);
}

type ToolsProps = Pick<McpServerCardProps, "server" | "actions" | "onEdit">;

function Tools({ server: { name, status }, actions, onEdit }: ToolsProps) {
	const [isRemoving, setRemoving] = useState(false);
	const isBusy = actions.busy.has(name);
	if (isRemoving) {
		return (
			<span className={classes.tools} role="alert">
				<Button
					onClick={() => {
						setRemoving(false);
						void actions.run({ type: "mcp_remove", name });
					}}
					testId="mcp-remove-confirm"
				>
					Remove it from the file
				</Button>
				<Button isSecondary onClick={() => setRemoving(false)} testId="mcp-remove-cancel">
					Keep
				</Button>
			</span>
		);
	}
	return (
		<span className={classes.tools}>
			<vscode-checkbox
				checked={status !== "disabled"}
				label="On"
				aria-label={`Use the server ${name}`}
				onChange={(event) =>
					void actions.run({ type: "mcp_toggle_server", name, isEnabled: event.currentTarget.checked })
				}
				data-testid="mcp-server-switch"
			/>
			<IconButton
				icon="debug-restart"
				label={`Restart ${name}`}
				isDisabled={isBusy || status === "disabled" || status === "awaiting_trust"}
				onClick={() => void actions.run({ type: "mcp_restart", name })}
				testId="mcp-restart"
			/>
			<IconButton icon="edit" label={`Edit ${name}`} onClick={onEdit} testId="mcp-edit" />
			<IconButton
				icon="trash"
				label={`Remove ${name}`}
				isDisabled={isBusy}
				onClick={() => setRemoving(true)}
				testId="mcp-remove"
			/>
		</span>
	);
}
