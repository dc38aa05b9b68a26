import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type { McpElicitation, McpElicitationResult } from "@shared/mcp";
import { isRemote, type McpEntry } from "../config/entrySchema";
import type { McpSession, SessionEvents } from "../connection/McpSession";
import { OpenFailure } from "../connection/OpenFailure";
import type { McpLimits } from "../limits";
import type { LineTail } from "../transport/LineTail";
import { connectRemote, type RemoteTransport } from "./connectRemote";
import { connectStdio, endFailure } from "./connectStdio";
import { createClient } from "./createClient";
import { textOf } from "./explainError";
import { PersonWait } from "./PersonWait";
import { SdkSession } from "./SdkSession";

export interface OpenSessionOptions {
	readonly server: string;
	/** expanded */
	readonly entry: McpEntry;
	/** the folder of a process that names none, and where a relative one starts; absolute */
	readonly cwd: string | undefined;
	/** the login shell's variables */
	readonly environment: Readonly<Record<string, string>>;
	readonly platform: NodeJS.Platform;
	readonly fetch: typeof globalThis.fetch;
	readonly version: string;
	readonly limits: McpLimits;
	/** gets what a process writes beside its messages */
	readonly output: LineTail;
	readonly auth: OAuthClientProvider | undefined;
	roots(): readonly string[];
	readonly elicit:
		| ((request: McpElicitation, signal: AbortSignal) => Promise<McpElicitationResult>)
		| undefined;
}

/**
 * Starts a server or reaches it, and shakes hands. Rejects with an `OpenFailure`; nothing is left then. The one door to
 * the SDK: loaded with the first server that starts.
 */
export async function openSession(
	options: OpenSessionOptions,
	events: SessionEvents,
	signal: AbortSignal,
): Promise<McpSession> {
	const timeout = Math.max(options.limits.connectMs, options.entry.timeout * 1000);
	const request = { signal, timeout };
	const waiting = new PersonWait(options.elicit);
	const newClient = () =>
		createClient({ version: options.version, roots: options.roots, events, elicit: waiting.elicit });
	const { entry } = options;
	const base = { server: options.server, entry, limits: options.limits, events, waiting };
	if (!isRemote(entry)) {
		const client = newClient();
		const transport = await connectStdio(client, { ...options, entry }, options.limits, request);
		const close = () => transport.close();
		const whyEnded = () => endFailure(transport, options.output);
		return new SdkSession({ ...base, client, transport: "stdio", close, whyEnded });
	}
	const { client, transport } = await connectRemote(
		newClient,
		{ ...options, entry },
		options.limits,
		request,
	);
	return new SdkSession({
		...base,
		client,
		transport: "sessionId" in transport ? "streamable-http" : "sse",
		close: () => closeRemote(transport),
		whyEnded: (error) =>
			new OpenFailure(error ? `The connection broke: ${textOf(error)}.` : "It closed.", {}),
	});
}

const goodbyeMs = 1000;

/** Tells the server that the session is over, if it listens. */
async function closeRemote(transport: RemoteTransport): Promise<void> {
	if ("terminateSession" in transport) {
		const goodbye = transport.terminateSession().catch(() => undefined);
		let timer: NodeJS.Timeout | undefined;
		await Promise.race([
			goodbye,
			new Promise((resolve) => {
				timer = setTimeout(resolve, goodbyeMs);
			}),
		]);
		clearTimeout(timer);
	}
	await transport.close().catch(() => undefined);
}
