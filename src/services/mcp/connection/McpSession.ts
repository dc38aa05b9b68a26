import type { McpCallResult, McpContent, McpProgress, McpPromptResult } from "@shared/mcp";
import type { ListedTool, ServerCatalogue } from "../catalogue/ServerCatalogue";
import type { OpenFailure } from "./OpenFailure";

export interface CallOptions {
	readonly signal?: AbortSignal | undefined;
	onProgress?(progress: McpProgress): void;
	/** overrides the entry's timeout */
	readonly timeoutMs?: number | undefined;
}

/**
 * One live connection to a server, from a finished handshake to its end. Calls throw `KilnError`: `aborted`, `mcp_failed`
 * (the server said no, or nothing in time) or `mcp_not_connected` (it ended). It is never used again after `close`.
 */
export interface McpSession {
	readonly transport: "stdio" | "streamable-http" | "sse";
	readonly serverVersion: string | undefined;
	readonly instructions: string | undefined;
	readCatalogue(): Promise<ServerCatalogue>;
	callTool(
		tool: ListedTool,
		args: Readonly<Record<string, unknown>>,
		options: CallOptions,
	): Promise<McpCallResult>;
	readResource(uri: string, options: CallOptions): Promise<readonly McpContent[]>;
	getPrompt(
		name: string,
		args: Readonly<Record<string, string>>,
		options: CallOptions,
	): Promise<McpPromptResult>;
	/** the workspace's folders are others now */
	rootsChanged(): void;
	/** Resolves when its process tree is gone, or its session ended. Never rejects. */
	close(): Promise<void>;
}

/** What a session tells its owner. */
export interface SessionEvents {
	/** it ended by itself; not called after `close` */
	onEnd(failure: OpenFailure): void;
	/** the server says that its lists changed */
	onListChanged(): void;
	onLog(level: string, text: string): void;
}
