import type { McpTrustRequest } from "@shared/mcp";
import type { McpServerSummary } from "@shared/messages";
import type { ReactNode } from "react";
import { useId, useRef, useState } from "react";
import { Button } from "../../components/Button";
import type { McpActions } from "../../state/useMcp";
import { visibleText } from "../../text/visibleText";
import classes from "./McpTrustDialog.module.css";
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
			<TrustFacts trust={shown} file={server.file} />
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

function TrustFacts({ trust, file }: { readonly trust: McpTrustRequest; readonly file: string | undefined }) {
	const { command, args = [], cwd, url, transport, env, headers, oauth, watchPaths, variables } = trust;
	const pairs = (values: Readonly<Record<string, string>>) =>
		Object.entries(values).map(([name, value]) => `${name}=${value}`);
	return (
		<dl className={classes.facts} data-testid="mcp-trust-facts">
			{command !== undefined && <Fact name="Command" values={[command]} />}
			<Fact name="Arguments" values={args} isNumbered />
			{cwd !== undefined && <Fact name="Folder" values={[cwd]} />}
			{url !== undefined && <Fact name="Address" values={[url]} />}
			<Fact name="Environment" values={pairs(env)} />
			<Fact name="Headers" values={pairs(headers)} />
			<Fact name="Sign-in" values={pairs(oauth)} />
			{url !== undefined && transport !== undefined && <Fact name="Protocol" values={[transport]} />}
			<Fact name="Watches" values={watchPaths} />
			<Fact name="Reads your variables" values={variables} />
			{file !== undefined && <Fact name="Asked for in" values={[file]} />}
		</dl>
	);
}

interface FactProps {
	readonly name: string;
	readonly values: readonly string[];
	/** where one value ends and the next begins matters */
	readonly isNumbered?: boolean;
}

function Fact({ name, values, isNumbered = false }: FactProps): ReactNode {
	if (values.length === 0) return null;
	return (
		<>
			<dt className={classes.term}>{name}</dt>
			<dd className={classes.values}>
				{values.map((value, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: the values never change, and may be alike
					<pre key={index} className={`${classes.value} ${isNumbered ? classes.numbered : ""}`}>
						{isNumbered && <span className={classes.number}>{index + 1}</span>}
						{value === "" ? <em className={classes.muted}>(empty)</em> : <span>{visibleText(value)}</span>}
					</pre>
				))}
			</dd>
		</>
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
