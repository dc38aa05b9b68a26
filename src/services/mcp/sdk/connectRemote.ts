import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { RemoteEntry } from "../config/entrySchema";
import { OpenFailure } from "../connection/OpenFailure";
import type { McpLimits } from "../limits";
import { boundedFetch } from "../transport/boundedFetch";
import { ownHeaders } from "../transport/ownHeaders";
import { statusOf, textOf, toOpenFailure } from "./explainError";

export type RemoteTransport = StreamableHTTPClientTransport | SSEClientTransport;

export interface RemoteTarget {
	/** expanded */
	readonly entry: RemoteEntry;
	readonly fetch: typeof globalThis.fetch;
	readonly auth: OAuthClientProvider | undefined;
}

/** Connects over HTTP. Without a type streamable HTTP is tried first, then the older SSE, as the specification says. */
export async function connectRemote(
	newClient: () => Client,
	target: RemoteTarget,
	limits: McpLimits,
	request: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<{ readonly client: Client; readonly transport: RemoteTransport }> {
	const attempt = async (kind: "streamable-http" | "sse") => {
		const client = newClient();
		const transport = createTransport(kind, target, limits);
		try {
			await withAbort(client.connect(transport, request), transport, request);
			return { client, transport };
		} catch (error) {
			await transport.close().catch(() => undefined);
			throw error;
		}
	};
	const { type } = target.entry;
	try {
		return await attempt(type ?? "streamable-http");
	} catch (error) {
		if (type !== undefined || !mayBeOlder(error) || request.signal.aborted) throw toOpenFailure(error);
		try {
			return await attempt("sse");
		} catch (second) {
			const failure = toOpenFailure(second);
			if (failure.needsSignIn) throw failure;
			throw new OpenFailure(
				`It answers neither as streamable HTTP (${textOf(error)}) nor as SSE (${textOf(second)}).`,
				{ isFinal: failure.isFinal },
			);
		}
	}
}

/** A server of the older kind knows no POST to its address. */
function mayBeOlder(error: unknown): boolean {
	const status = statusOf(error);
	return status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 403;
}

function createTransport(
	kind: "streamable-http" | "sse",
	target: RemoteTarget,
	limits: McpLimits,
): RemoteTransport {
	const url = new URL(target.entry.url);
	const { headers } = target.entry;
	const options = {
		fetch: boundedFetch(ownHeaders(target.fetch, url, headers), limits.maxMessageBytes),
		...(target.auth && { authProvider: target.auth }),
	};
	return kind === "sse"
		? new SSEClientTransport(url, options)
		: new StreamableHTTPClientTransport(url, options);
}

/** SSE's start waits for the server without end: it gets the same bounds as the handshake. */
async function withAbort(
	connecting: Promise<void>,
	transport: RemoteTransport,
	{ signal, timeout }: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<void> {
	const ended = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
	let end: (() => void) | undefined;
	const aborted = new Promise<never>((_resolve, reject) => {
		end = () =>
			reject(new OpenFailure("It did not answer in time while it was being started.", { isFinal: true }));
		ended.addEventListener("abort", end, { once: true });
	});
	try {
		await Promise.race([connecting, aborted]);
	} finally {
		if (end) ended.removeEventListener("abort", end);
		if (ended.aborted) await transport.close().catch(() => undefined);
		connecting.catch(() => undefined);
		aborted.catch(() => undefined);
	}
}
