import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { McpCallResult, McpContent, McpPromptResult } from "@shared/mcp";
import { toMcpContent, toResourceContent } from "../calls/toMcpContent";
import { type ListPage, readCatalogue } from "../catalogue/readCatalogue";
import type { CatalogueList, ListedTool, ServerCatalogue } from "../catalogue/ServerCatalogue";
import type { McpEntry } from "../config/entrySchema";
import type { CallOptions, McpSession, SessionEvents } from "../connection/McpSession";
import { OpenFailure } from "../connection/OpenFailure";
import type { McpLimits } from "../limits";
import { pageSchema, promptResultSchema, resourceResultSchema, toolResultSchema } from "./answerSchemas";
import { isCutOff, isGone, statusOf } from "./explainError";
import { openPages } from "./openPages";
import type { PersonWait } from "./PersonWait";
import { SessionRequests } from "./SessionRequests";

export interface SdkSessionOptions {
	readonly server: string;
	readonly entry: McpEntry;
	readonly client: Client;
	readonly transport: McpSession["transport"];
	readonly limits: McpLimits;
	readonly events: SessionEvents;
	readonly waiting: PersonWait;
	close(): Promise<void>;
	whyEnded(error?: unknown): OpenFailure;
}

const listMethods = {
	tools: "tools/list",
	resources: "resources/list",
	resourceTemplates: "resources/templates/list",
	prompts: "prompts/list",
} as const;

/** A session over the SDK's client. */
export class SdkSession implements McpSession {
	readonly transport: McpSession["transport"];
	readonly serverVersion: string | undefined;
	readonly instructions: string | undefined;
	private readonly client: Client;
	private readonly requests: SessionRequests;
	private isClosing = false;

	constructor(private readonly options: SdkSessionOptions) {
		const { client } = options;
		this.client = client;
		this.requests = new SessionRequests({ ...options, onFailure: (error) => this.noteFailure(error) });
		this.transport = options.transport;
		const version = client.getServerVersion();
		this.serverVersion = version && `${version.name} ${version.version}`.slice(0, maxVersionChars);
		this.instructions = client.getInstructions()?.slice(0, maxInstructionChars);
		client.onclose = () => this.ended(options.whyEnded());
		client.onerror = (error) => this.noticed(error);
	}

	/** In all it takes no longer than a start may take. */
	readCatalogue(): Promise<ServerCatalogue> {
		const { limits, entry } = this.options;
		const endsAt = performance.now() + Math.max(limits.connectMs, entry.timeout * 1000);
		const { tools, resources, prompts } = this.client.getServerCapabilities() ?? {};
		const lists: CatalogueList[] = [
			...(tools ? ["tools" as const] : []),
			...(resources ? (["resources", "resourceTemplates"] as const) : []),
			...(prompts ? ["prompts" as const] : []),
		];
		return readCatalogue((list, cursor) => this.readPage(list, cursor, endsAt), new Set(lists));
	}

	async callTool(
		tool: ListedTool,
		args: Readonly<Record<string, unknown>>,
		options: CallOptions,
	): Promise<McpCallResult> {
		const request = { method: "tools/call", params: { name: tool.name, arguments: { ...args } } } as const;
		const send = () =>
			this.requests.send(`tool "${tool.name}"`, request, toolResultSchema, options, tool.needsTask);
		const result = await send().catch(async (error: unknown) => {
			const signal = options.signal ?? new AbortController().signal;
			if (await openPages(error, this.options.waiting, signal)) return send();
			throw error;
		});
		const { maxImageBytes } = this.options.limits;
		return {
			content: (result.content ?? []).map((block) => toMcpContent(block, maxImageBytes)),
			...(result.structuredContent && { structuredContent: result.structuredContent }),
			isError: result.isError ?? false,
			notes: [],
		};
	}

	async readResource(uri: string, options: CallOptions): Promise<readonly McpContent[]> {
		const request = { method: "resources/read", params: { uri } } as const;
		const result = await this.requests.send(`resource "${uri}"`, request, resourceResultSchema, options);
		const { maxImageBytes } = this.options.limits;
		return (result.contents ?? []).map((content) => toResourceContent(content, maxImageBytes));
	}

	async getPrompt(
		name: string,
		args: Readonly<Record<string, string>>,
		options: CallOptions,
	): Promise<McpPromptResult> {
		const request = { method: "prompts/get", params: { name, arguments: { ...args } } } as const;
		const result = await this.requests.send(`prompt "${name}"`, request, promptResultSchema, options);
		const { maxImageBytes } = this.options.limits;
		return {
			...(result.description !== undefined && { description: result.description }),
			messages: result.messages.map(({ role, content }) => ({
				role,
				content: toMcpContent(content, maxImageBytes),
			})),
		};
	}

	rootsChanged(): void {
		// a server that is gone by now asks again when it comes back
		this.client.sendRootsListChanged().catch(() => undefined);
	}

	async close(): Promise<void> {
		this.isClosing = true;
		await this.options.close();
		await this.client.close().catch(() => undefined);
	}

	private async readPage(list: CatalogueList, cursor: string | undefined, endsAt: number): Promise<ListPage> {
		const request = { method: listMethods[list], params: cursor === undefined ? {} : { cursor } };
		const page = await this.requests.send(`its list of ${list}`, request, pageSchema, {
			timeoutMs: Math.max(1, endsAt - performance.now()),
		});
		return { items: page[list] ?? [], nextCursor: page.nextCursor };
	}

	/** What a failed call tells of the connection as a whole. */
	private noteFailure(error: unknown): void {
		if (error instanceof UnauthorizedError) {
			this.ended(new OpenFailure("It wants you to sign in.", { isFinal: true, needsSignIn: true }));
		} else if (this.transport !== "stdio" && statusOf(error) === 401) {
			this.ended(
				new OpenFailure("It wants you to sign in (HTTP 401).", { isFinal: true, needsSignIn: true }),
			);
		} else if (isGone(error)) {
			this.ended(this.options.whyEnded(error));
		} else if (isCutOff(error)) {
			this.endUnlessAlive();
		}
	}

	private noticed(error: Error): void {
		// the SDK has given up on the stream
		if (this.transport === "streamable-http" && error.message.includes("Maximum reconnection attempts"))
			this.endUnlessAlive();
		// a new stream would be another session, without a handshake
		if (this.transport === "sse" && error.message.startsWith("SSE error"))
			this.ended(this.options.whyEnded(error));
	}

	/** One stream is lost; whether the server is there at all, a ping tells. */
	private endUnlessAlive(): void {
		if (this.isClosing) return;
		this.client
			.ping({ timeout: pingMs })
			.catch((reason: unknown) => this.ended(this.options.whyEnded(reason)));
	}

	private ended(failure: OpenFailure): void {
		if (this.isClosing) return;
		this.isClosing = true;
		this.options.events.onEnd(failure);
	}
}

const pingMs = 5000;
/** The model reads them with each request. */
const maxInstructionChars = 16_000;
const maxVersionChars = 200;
