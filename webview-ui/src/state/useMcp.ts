import type { McpServerSummary } from "@shared/mcp-view";
import { useEffect, useState } from "react";
import { newId } from "../text/newId";
import type { RequestCommand } from "./createStore";
import { useKiln } from "./KilnContext";
import type { Reply } from "./replica";
import { useExternal, useReplica } from "./useReplica";

/** Each of a union without the ids that are made here. */
type WithoutReplyTo<C> = C extends { replyTo: string } ? Omit<C, "replyTo"> : never;
export type McpCommand = WithoutReplyTo<Extract<RequestCommand, { type: `mcp_${string}` }>>;

/** Sends a command about MCP servers; resolves with its answer. */
export function useMcpRequest(): (command: McpCommand) => Promise<Reply> {
	const { store } = useKiln();
	return (command) => store.request({ ...command, replyTo: newId("reply") });
}

/**
 * The list of the servers, kept current while the caller is shown; null until the host has sent one. Of servers that are
 * not `unfolded` (names) it has only what a folded card shows.
 */
export function useMcpList(unfolded: ReadonlySet<string>) {
	const { store, mcp } = useKiln();
	// whoever begins anew, or shows another task, has forgotten who watches
	const epoch = useReplica((replica) => replica.epoch);
	// biome-ignore lint/correctness/useExhaustiveDependencies: see above
	useEffect(() => {
		store.post({ type: "mcp_watch", isOn: true, unfolded: [...unfolded] });
	}, [store, epoch, unfolded]);
	useEffect(() => () => store.post({ type: "mcp_watch", isOn: false, unfolded: [] }), [store]);
	return useExternal(mcp);
}

export interface McpActions {
	/** Acts; what goes wrong is shown in `failure`. Resolves with whether it worked. */
	readonly run: (command: McpCommand) => Promise<boolean>;
	readonly failure: Pick<Reply, "message" | "hint"> | null;
	readonly dismiss: () => void;
	/** servers with something under way */
	readonly busy: ReadonlySet<McpServerSummary["name"]>;
}

export function useMcpActions(): McpActions {
	const request = useMcpRequest();
	const [failure, setFailure] = useState<McpActions["failure"]>(null);
	const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
	return {
		failure,
		busy,
		dismiss: () => setFailure(null),
		run: async (command) => {
			const name = "name" in command ? command.name : undefined;
			setFailure(null);
			if (name !== undefined) setBusy((names) => new Set(names).add(name));
			const reply = await request(command);
			if (name !== undefined) setBusy((names) => new Set([...names].filter((one) => one !== name)));
			if (!reply.ok) setFailure(reply);
			return reply.ok;
		},
	};
}
