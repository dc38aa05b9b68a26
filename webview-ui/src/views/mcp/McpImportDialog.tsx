import type { McpFileSummary, McpImportSummary } from "@shared/mcp-view";
import { useId, useRef, useState } from "react";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import type { Reply } from "../../state/replica";
import { useMcpRequest } from "../../state/useMcp";
import { plural } from "../../text/formatFigures";
import { isChosenAtFirst, isReplacing } from "../../text/mcpImport";
import { mcpScopeKey } from "../../text/mcpWords";
import { visibleText } from "../../text/visibleText";
import { ProblemState } from "../ProblemState";
import { McpImportItem } from "./McpImportItem";
import classes from "./McpTrustDialog.module.css";
import { useLayerFocus } from "./useLayerFocus";

interface McpImportDialogProps {
	/** as it was when the dialog opened: nothing of it may change while it is read */
	readonly found: McpImportSummary;
	/** of the file as it is now; undefined: it is not offered any more */
	readonly hashNow: string | undefined;
	readonly files: readonly McpFileSummary[];
	readonly onClose: () => void;
}

type Scope = McpFileSummary["scope"];

/** Which servers of another program's file are to be written into which of Kiln's. */
export function McpImportDialog({ found, hashNow, files, onClose }: McpImportDialogProps) {
	const request = useMcpRequest();
	const { file, hash, origin, root, servers } = found;
	const [scope, setScope] = useState<Scope>({ kind: "project", root });
	const [chosen, setChosen] = useState(() => servers.filter(isChosenAtFirst).map(({ name }) => name));
	const [isSending, setSending] = useState(false);
	const [failure, setFailure] = useState<Pick<Reply, "message" | "hint">>();
	const dialogRef = useRef<HTMLDivElement>(null);
	const titleId = useId();
	useLayerFocus(dialogRef, "h2");
	const isStale = hashNow !== hash && !isSending;
	const replaced = servers.filter((server) => chosen.includes(server.name) && isReplacing(server, scope));
	const send = async () => {
		setSending(true);
		const what = { scope, names: chosen, replaced: replaced.map(({ name }) => name) };
		const reply = await request({ type: "mcp_import", file, hash, ...what });
		setSending(false);
		if (reply.ok) onClose();
		else setFailure(reply);
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
			data-testid="mcp-import"
		>
			<h2 id={titleId} className={classes.heading} tabIndex={-1}>
				Import servers from {visibleText(origin)}
			</h2>
			<Target scope={scope} root={root} files={files} onChange={setScope} />
			<p className={classes.muted} data-testid="mcp-import-effect">
				{scope.kind === "project" ? projectEffect : ownEffect}
			</p>
			<ul className={classes.servers}>
				{servers.map((server) => (
					<McpImportItem
						key={server.name}
						server={server}
						scope={scope}
						isChosen={chosen.includes(server.name)}
						onChoose={(isChosen) => {
							const others = chosen.filter((name) => name !== server.name);
							setChosen(isChosen ? [...others, server.name] : others);
						}}
					/>
				))}
			</ul>
			{isStale && (
				<p className={classes.warning} role="alert">
					The file has changed meanwhile. Close this and look again.
				</p>
			)}
			{failure !== undefined && <ProblemState message={failure.message} hint={failure.hint} />}
			<div className={classes.buttons}>
				<Button
					onClick={() => void send()}
					isDisabled={isStale || isSending || chosen.length === 0}
					testId="mcp-import-send"
				>
					{isSending ? "Importing…" : buttonWords(chosen.length, replaced.length, scope)}
				</Button>
				<Button isSecondary onClick={onClose} testId="mcp-import-cancel">
					Cancel
				</Button>
			</div>
		</div>
	);
}

const projectEffect =
	"They are written into .kilocode/mcp.json, for everybody who works on this project. Nothing is started: each waits for your consent.";
const ownEffect =
	"They are written into your own file and count in every project. Your own servers start by themselves, at once, and programs in your home folder unless they name another. Every tool asks before it runs.";

function buttonWords(count: number, replaced: number, scope: Scope): string {
	const start = scope.kind === "global" ? "Import and start" : "Import";
	const words = `${start} ${plural(count, "server", "servers")}`;
	return replaced === 0 ? words : `${words}, replacing ${replaced}`;
}

interface TargetProps {
	readonly scope: Scope;
	/** of the file; other projects' files are none of its business */
	readonly root: string;
	readonly files: readonly McpFileSummary[];
	readonly onChange: (scope: Scope) => void;
}

function Target({ scope, root, files, onChange }: TargetProps) {
	const targets = files.filter((file) => file.scope.kind === "global" || file.scope.root === root);
	return (
		<Field label="For">
			{(input) => (
				<select
					{...input}
					value={mcpScopeKey(scope)}
					onChange={(event) => {
						const target = targets.find((file) => mcpScopeKey(file.scope) === event.currentTarget.value);
						if (target !== undefined) onChange(target.scope);
					}}
					data-testid="mcp-import-target"
				>
					{targets.toReversed().map((file) => (
						<option key={mcpScopeKey(file.scope)} value={mcpScopeKey(file.scope)}>
							{file.label}
						</option>
					))}
				</select>
			)}
		</Field>
	);
}
