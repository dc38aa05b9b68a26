import type { McpToolSummary } from "@shared/messages";
import type { McpActions } from "../../state/useMcp";
import classes from "./McpServerCard.module.css";

interface McpToolItemProps {
	readonly server: string;
	readonly tool: McpToolSummary;
	readonly run: McpActions["run"];
}

/** A tool with its two switches. What the server says of itself is quoted, never acted on. */
export function McpToolItem({ server, tool, run }: McpToolItemProps) {
	const { name, title, description, parameters, isEnabled, isAlwaysAllowed, hasChanged, fingerprint } = tool;
	const marks = [
		...(hasChanged ? ["changed"] : []),
		...(tool.hints.isReadOnly ? ["says it only reads"] : []),
		...(tool.hints.isDestructive && !tool.hints.isReadOnly ? ["says it may destroy"] : []),
	];
	return (
		<li className={classes.item} data-testid="mcp-tool" data-tool={name}>
			<div className={classes.toolHead}>
				<code className={`${classes.code} ${isEnabled ? "" : classes.off}`} title={title}>
					{name}
				</code>
				{marks.map((mark) => (
					<span key={mark} className={mark === "changed" ? classes.markChanged : classes.mark}>
						{mark}
					</span>
				))}
			</div>
			{description !== "" && <span className={classes.muted}>{description}</span>}
			{parameters.length > 0 && <span className={classes.muted}>Takes {parameters.join(", ")}</span>}
			<div className={classes.switches}>
				<vscode-checkbox
					checked={isEnabled}
					label="On"
					aria-label={`Offer ${name} to the model`}
					onChange={(event) =>
						void run({
							type: "mcp_toggle_tool",
							name: server,
							tool: name,
							isEnabled: event.currentTarget.checked,
						})
					}
					data-testid="mcp-tool-switch"
				/>
				<vscode-checkbox
					checked={isAlwaysAllowed}
					disabled={!isEnabled}
					label="Always allow"
					aria-label={`Run ${name} without asking`}
					onChange={(event) =>
						void run({
							type: "mcp_always_allow",
							name: server,
							tool: name,
							isAllowed: event.currentTarget.checked,
							fingerprint,
						})
					}
					data-testid="mcp-tool-allow"
				/>
			</div>
		</li>
	);
}
