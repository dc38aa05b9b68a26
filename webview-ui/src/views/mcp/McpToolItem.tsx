import type { McpToolSummary } from "@shared/mcp-view";
import type { McpActions } from "../../state/useMcp";
import { visibleText } from "../../text/visibleText";
import { HostCheckbox } from "./HostCheckbox";
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
				<code
					className={`${classes.code} ${isEnabled ? "" : classes.off}`}
					title={title === undefined ? undefined : visibleText(title)}
				>
					{visibleText(name)}
				</code>
				{marks.map((mark) => (
					<span key={mark} className={mark === "changed" ? classes.markChanged : classes.mark}>
						{mark}
					</span>
				))}
			</div>
			{description !== "" && <span className={classes.muted}>{visibleText(description)}</span>}
			{parameters.length > 0 && (
				<span className={classes.muted}>Takes {visibleText(parameters.join(", "))}</span>
			)}
			<div className={classes.switches}>
				<HostCheckbox
					isOn={isEnabled}
					label="On"
					name={`Offer ${visibleText(name)} to the model`}
					onSwitch={(isOn) => run({ type: "mcp_toggle_tool", name: server, tool: name, isEnabled: isOn })}
					testId="mcp-tool-switch"
				/>
				<HostCheckbox
					isOn={isAlwaysAllowed}
					// one that has changed is accepted first, where all that it says is shown
					isDisabled={!isEnabled || hasChanged}
					label="Always allow"
					name={`Run ${visibleText(name)} without asking`}
					onSwitch={(isOn) =>
						run({ type: "mcp_always_allow", name: server, tool: name, isAllowed: isOn, fingerprint })
					}
					testId="mcp-tool-allow"
				/>
			</div>
		</li>
	);
}
