import type { McpTrustRequest } from "@shared/mcp";
import type { McpServerSummary } from "@shared/mcp-view";
import { useId, useRef, useState } from "react";
import { Button } from "../../components/Button";
import type { McpActions } from "../../state/useMcp";
import { visibleText } from "../../text/visibleText";
import classes from "./McpTrustDialog.module.css";
import { McpTrustFacts } from "./McpTrustFacts";
import { useLayerFocus } from "./useLayerFocus";

interface McpTrustDialogProps {
	readonly server: McpServerSummary;
	/** as it is now; what is shown is what it was when the dialog opened */
	readonly trust: McpTrustRequest;
	readonly run: McpActions["run"];
	readonly onClose: () => void;
}

/** Asks for consent to exactly what is shown: nothing in it may change while it is read. */
export function McpTrustDialog({ server, trust, run, onClose }: McpTrustDialogProps) {
	const [shown] = useState(trust);
	const [allowed, setAllowed] = useState<readonly string[]>([]);
	const [isSending, setSending] = useState(false);
	const dialogRef = useRef<HTMLDivElement>(null);
	const titleId = useId();
	useLayerFocus(dialogRef, "h2");
	const isStale = shown.hash !== trust.hash;
	const start = async () => {
		setSending(true);
		await run({ type: "mcp_trust", name: server.name, hash: shown.hash, alwaysAllow: [...allowed] });
		onClose();
	};
	return (
		<div
			ref={dialogRef}
			className={classes.dialog}
			role="dialog"
			aria-modal="true"
			aria-labelledby={titleId}
			onKeyDown={(event) => {
				if (event.key !== "Escape") return;
				event.stopPropagation();
				onClose();
			}}
			data-testid="mcp-trust"
		>
			<h2 id={titleId} className={classes.heading} tabIndex={-1}>
				Start “{visibleText(server.name)}” of this project?
			</h2>
			<p>
				{shown.url === undefined
					? "This folder asks Kiln to run a program on your computer, with your rights. Start it only if you know what it does."
					: "This folder asks Kiln to connect to a server and to send it what the model passes to its tools."}
			</p>
			{shown.changedFile !== undefined && (
				<p className={classes.warning}>
					A task has changed a file that this server runs or watches: {visibleText(shown.changedFile)}
				</p>
			)}
			<McpTrustFacts trust={shown} file={server.file} />
			<Suggested tools={shown.alwaysAllow} allowed={allowed} onChange={setAllowed} />
			{isStale && (
				<p className={classes.warning} role="alert">
					The configuration or a file of it has changed meanwhile. Close this and look again.
				</p>
			)}
			<div className={classes.buttons}>
				<Button onClick={() => void start()} isDisabled={isStale || isSending} testId="mcp-trust-start">
					{isSending ? "Starting…" : "Trust and start"}
				</Button>
				<Button isSecondary onClick={onClose} testId="mcp-trust-cancel">
					Not now
				</Button>
			</div>
			<p className={classes.muted}>Kiln asks again when any of this changes.</p>
		</div>
	);
}

interface SuggestedProps {
	readonly tools: readonly string[];
	readonly allowed: readonly string[];
	readonly onChange: (allowed: readonly string[]) => void;
}

/** What the project would like to run without asking: nothing of it is chosen in advance. */
function Suggested({ tools, allowed, onChange }: SuggestedProps) {
	if (tools.length === 0) return null;
	return (
		<fieldset className={classes.tools} data-testid="mcp-trust-tools">
			<legend className={classes.term}>The project would like to run these without asking you</legend>
			{[...new Set(tools)].map((tool) => (
				<vscode-checkbox
					key={tool}
					checked={allowed.includes(tool)}
					label={visibleText(tool)}
					onChange={(event) => {
						const others = allowed.filter((one) => one !== tool);
						onChange(event.currentTarget.checked ? [...others, tool] : others);
					}}
				/>
			))}
		</fieldset>
	);
}
