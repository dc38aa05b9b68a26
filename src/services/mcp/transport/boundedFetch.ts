import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { JSONRPCMessageSchema, type RequestId } from "@modelcontextprotocol/sdk/types.js";
import { boundedEvents } from "./boundedEvents";
import { OpenRequests } from "./OpenRequests";
import { oversizedAnswer } from "./oversized";

/** of an error's text */
const maxErrorBytes = 64 * 1024;

/**
 * A fetch whose answers are bounded: a message over `maxBytes` becomes an error for the request that it answers, so that
 * the call ends and the connection lives on. Event streams may go on for ever; only their single events are bounded.
 */
export function boundedFetch(fetch: FetchLike, maxBytes: number): FetchLike {
	// answers to a POST may come on another stream (the older SSE transport)
	const requests = new OpenRequests();
	return async (url, init) => {
		const id = noteMessage(init?.body, requests);
		const answered = () => {
			if (id !== undefined) requests.received({ jsonrpc: "2.0", id, result: {} });
		};
		const response = await fetch(url, init).catch((error: unknown) => {
			answered();
			throw error;
		});
		if (response.body === null) return response;
		const type = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
		if (response.ok && type === "text/event-stream" && wantsEvents(init)) {
			return replaced(response, boundedEvents(response.body, { maxBytes, requests, id }));
		}
		if (!response.ok) answered();
		if (!response.ok || type !== "application/json") {
			// no message: whoever reads it gets a part of it, and a server that never ends it holds nobody up
			return replaced(response, beginning(response.body, response.ok ? maxBytes : maxErrorBytes));
		}
		const bytes = await readUpTo(response.body, maxBytes);
		answered();
		if (bytes.length <= maxBytes) return replaced(response, bytes);
		if (id === undefined) throw new Error(`The answer is larger than ${maxBytes} bytes`);
		return replaced(response, JSON.stringify(oversizedAnswer(id, maxBytes)));
	};
}

/** Whoever asked for another kind of answer would read a stream without end as one text. */
function wantsEvents(init: RequestInit | undefined): boolean {
	return new Headers(init?.headers).get("accept")?.includes("text/event-stream") === true;
}

function replaced(response: Response, body: Uint8Array<ArrayBuffer> | string | ReadableStream): Response {
	const headers = new Headers(response.headers);
	// the body is decoded by now, and may have another length
	headers.delete("content-length");
	headers.delete("content-encoding");
	return new Response(body, { status: response.status, statusText: response.statusText, headers });
}

/** The id of a single request in a body. */
function noteMessage(body: unknown, requests: OpenRequests): RequestId | undefined {
	if (typeof body !== "string" || !body.startsWith("{")) return undefined;
	const parsed = JSONRPCMessageSchema.safeParse(JSON.parse(body));
	if (!parsed.success) return undefined;
	requests.sent(parsed.data);
	return "method" in parsed.data && "id" in parsed.data ? parsed.data.id : undefined;
}

/** Everything, or a little more than `maxBytes` of it. */
async function readUpTo(
	body: ReadableStream<Uint8Array>,
	maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
	const parts: Uint8Array[] = [];
	let size = 0;
	for await (const part of body) {
		parts.push(part);
		size += part.length;
		if (size > maxBytes) break;
	}
	const all = new Uint8Array(size);
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.length;
	}
	return all;
}

/** The first bytes of a body; the rest is not fetched. */
function beginning(body: ReadableStream<Uint8Array>, maxBytes: number): ReadableStream<Uint8Array> {
	let left = maxBytes;
	return body.pipeThrough(
		new TransformStream<Uint8Array, Uint8Array>({
			transform(chunk, controller) {
				controller.enqueue(chunk.subarray(0, left));
				left -= chunk.length;
				if (left <= 0) controller.terminate();
			},
		}),
	);
}
