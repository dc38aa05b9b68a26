import type { McpFileSummary, McpServerSummary } from "@shared/mcp-view";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { IconButton } from "../../components/IconButton";
import type { McpActions } from "../../state/useMcp";
import { mcpScopeWords, mcpStatusWords } from "../../text/mcpWords";
import { visibleText } from "../../text/visibleText";
import { HostCheckbox } from "./HostCheckbox";
import classes from "./McpServerCard.module.css";
import { McpServerDetails } from "./McpServerDetails";
import { McpServerTrouble } from "./McpServerTrouble";

interface McpServerCardProps {
	readonly server: McpServerSummary;
	readonly files: readonly McpFileSummary[];
	readonly actions: McpActions;
	readonly isOpen: boolean;
	readonly onToggle: () => void;
	readonly onEdit: () => void;
	readonly onReview: () => void;
}

/** One server: its state, what it wants of the person, and, unfolded, what it offers. */
export function McpServerCard(props: McpServerCardProps) {
	const { server, files, actions, isOpen, onToggle, onEdit, onReview } = props;
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
					onClick={onToggle}
					data-testid="mcp-server-toggle"
				>
					<Icon name={isOpen ? "chevron-down" : "chevron-right"} />
					<span className={`${classes.dot} ${classes[status] ?? ""}`} aria-hidden="true" />
					<span className={classes.name} title={visibleText(name)}>
						{visibleText(name)}
					</span>
				</button>
				<Tools server={server} actions={actions} onEdit={onEdit} />
			</div>
			<div className={classes.line}>
				<span data-testid="mcp-status">{mcpStatusWords(server)}</span>
				<span className={classes.muted} data-testid="mcp-scope-words">
					{mcpScopeWords(server, files)}
				</span>
			</div>
			<div className={classes.target} title={visibleText(server.target)}>
				{visibleText(server.target)}
			</div>
			<McpServerTrouble server={server} actions={actions} onReview={onReview} />
			<div id={bodyId}>
				{isOpen && server.isWhole && <McpServerDetails server={server} actions={actions} />}
			</div>
		</li>
	);
}

type ToolsProps = Pick<McpServerCardProps, "server" | "actions" | "onEdit">;

function Tools({ server: { name, status }, actions, onEdit }: ToolsProps) {
	const [isRemoving, setRemoving] = useState(false);
	const ref = useRef<HTMLSpanElement>(null);
	// the button that had the focus has made way for others
	const isFirst = useRef(true);
	useEffect(() => {
		const next = isRemoving ? "mcp-remove-cancel" : "mcp-remove";
		if (!isFirst.current) ref.current?.querySelector<HTMLElement>(`[data-testid=${next}]`)?.focus();
		isFirst.current = false;
	}, [isRemoving]);
	const isBusy = actions.busy.has(name);
	const shownName = visibleText(name);
	if (isRemoving) {
		return (
			<span
				ref={ref}
				className={classes.tools}
				role="alert"
				onKeyDown={(event) => {
					if (event.key !== "Escape") return;
					event.stopPropagation();
					setRemoving(false);
				}}
			>
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
		<span ref={ref} className={classes.tools}>
			<HostCheckbox
				isOn={status !== "disabled"}
				label="On"
				name={`Use the server ${shownName}`}
				onSwitch={(isOn) => actions.run({ type: "mcp_toggle_server", name, isEnabled: isOn })}
				testId="mcp-server-switch"
			/>
			<IconButton
				icon="debug-restart"
				label={`Restart ${shownName}`}
				isDisabled={isBusy || status === "disabled" || status === "awaiting_trust"}
				onClick={() => void actions.run({ type: "mcp_restart", name })}
				testId="mcp-restart"
			/>
			<IconButton icon="edit" label={`Edit ${shownName}`} onClick={onEdit} testId="mcp-edit" />
			<IconButton
				icon="trash"
				label={`Remove ${shownName}`}
				isDisabled={isBusy}
				onClick={() => setRemoving(true)}
				testId="mcp-remove"
			/>
		</span>
	);
}
