import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/Button";
import { IconButton } from "../../components/IconButton";
import { useMcpActions, useMcpList, useMcpRequest } from "../../state/useMcp";
import { useReplica } from "../../state/useReplica";
import { ProblemState } from "../ProblemState";
import { McpFiles } from "./McpFiles";
import { McpForm } from "./McpForm";
import { McpImportDialog } from "./McpImportDialog";
import { McpImports } from "./McpImports";
import { McpServerCard } from "./McpServerCard";
import { McpTrustDialog } from "./McpTrustDialog";
import classes from "./McpView.module.css";
import { askedFront, type McpFront, shownFront } from "./mcpFront";
import { useKeptFocus } from "./useKeptFocus";
import { useLayerFocus } from "./useLayerFocus";

/** The MCP servers, laid over the chat. A form or a consent lies over the list in turn. */
export function McpView({ onClose }: { readonly onClose: () => void }) {
	const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(nothing);
	const list = useMcpList(unfolded);
	const actions = useMcpActions();
	const request = useMcpRequest();
	const [chosen, setFront] = useState<McpFront | null>(null);
	const viewRef = useRef<HTMLElement>(null);
	useLayerFocus(viewRef, "h2");
	useKeptFocus(viewRef, "h2");
	const servers = list?.servers ?? [];
	const files = list?.files ?? [];
	const front = shownFront(chosen, servers);
	const asking = askedFront(front, servers);
	// a question that is over does not come up again by itself
	const isOver = chosen !== null && front === null;
	useEffect(() => {
		if (isOver) setFront(null);
	}, [isOver]);
	const close = () => setFront(null);
	const edit = async (name: string) => {
		const server = servers.find((one) => one.name === name);
		const reply = await request({ type: "mcp_entry", name });
		if (server !== undefined && reply.entry !== undefined) {
			setFront({ kind: "form", server: { name, scope: server.scope, entry: reply.entry } });
		} else await actions.run({ type: "mcp_entry", name });
	};
	return (
		<section
			ref={viewRef}
			className={classes.view}
			aria-label="MCP servers"
			onKeyDown={(event) => {
				if (event.key === "Escape") onClose();
			}}
			data-testid="mcp-view"
		>
			<div className={classes.layer} inert={front !== null}>
				<header className={classes.header}>
					<IconButton icon="arrow-left" label="Back to the chat" onClick={onClose} testId="mcp-back" />
					<h2 className={classes.heading} tabIndex={-1}>
						MCP servers
					</h2>
					<Button
						icon="add"
						isDisabled={!list?.isLoaded}
						onClick={() => setFront({ kind: "form", server: null })}
						testId="mcp-add"
					>
						Add server
					</Button>
					{actions.failure !== null && (
						<div className={classes.failure} role="alert" data-testid="mcp-failure">
							<ProblemState message={actions.failure.message} hint={actions.failure.hint} />
						</div>
					)}
				</header>
				<McpFiles list={list} onOpen={(scope) => void actions.run({ type: "mcp_open_file", scope })} />
				<McpImports
					imports={list?.imports ?? []}
					run={actions.run}
					onImport={(found) => setFront({ kind: "import", found })}
				/>
				{list?.isLoaded && servers.length === 0 && <p className={classes.muted}>{noServers}</p>}
				{!list?.isLoaded && <Loading />}
				<ul className={classes.list}>
					{servers.map((server) => (
						<McpServerCard
							key={server.name}
							server={server}
							files={files}
							actions={actions}
							isOpen={unfolded.has(server.name)}
							onToggle={() => setUnfolded(toggled(unfolded, server.name))}
							onEdit={() => void edit(server.name)}
							onReview={() => setFront({ kind: "trust", name: server.name })}
						/>
					))}
				</ul>
			</div>
			{front?.kind === "form" && <McpForm server={front.server} files={files} onClose={close} />}
			{front?.kind === "import" && (
				<McpImportDialog
					found={front.found}
					hashNow={list?.imports.find(({ file }) => file === front.found.file)?.hash}
					files={files}
					onClose={close}
				/>
			)}
			{asking?.trust !== undefined && (
				<McpTrustDialog server={asking} trust={asking.trust} run={actions.run} onClose={close} />
			)}
		</section>
	);
}

const nothing: ReadonlySet<string> = new Set();

function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
	const next = new Set(names);
	if (!next.delete(name)) next.add(name);
	return next;
}

function Loading() {
	const problem = useReplica((replica) => replica.chrome?.problem);
	if (problem !== undefined) return <ProblemState message={problem.message} hint={problem.hint} />;
	return (
		<p className={classes.muted} role="status">
			Reading the configuration…
		</p>
	);
}

const noServers =
	"No servers yet. An MCP server gives the model more tools: a browser, a database, your issue tracker.";
