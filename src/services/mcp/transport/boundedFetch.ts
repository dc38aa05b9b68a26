import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { JSONRPCMessageSchema, type RequestId } from "@modelcontextprotocol/sdk/types.js";
import { BoundedLines } from "./BoundedLines";
import { OpenRequests } from "./OpenRequests";
import { idAtEdges, idOfOversized, oversizedAnswer } from "./oversized";

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
		if (response.status >= 300 && response.status < 400) return response;
		if (!response.ok) {
			answered();
			return replaced(response, (await readUpTo(response.body, maxErrorBytes)).subarray(0, maxErrorBytes));
		}
		const type = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
		if (type === "text/event-stream") {
			return replaced(response, boundedEvents(response.body, maxBytes, requests));
		}
		const bytes = await readUpTo(response.body, maxBytes);
		// the older transport only confirms a POST: the answer comes on its stream
		if (type === "application/json") answered();
		if (bytes.length <= maxBytes) return replaced(response, bytes);
		if (id === undefined) throw new Error(`The answer is larger than ${maxBytes} bytes`);
		return replaced(response, JSON.stringify(oversizedAnswer(id, maxBytes)));
	};
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

function boundedEvents(body: ReadableStream, maxBytes: number, requests: OpenRequests): ReadableStream {
	let eventBytes = 0;
	let controller: TransformStreamDefaultController<Uint8Array> | undefined;
	const lines = new BoundedLines(maxBytes, {
		line(bytes) {
			const isBlank = bytes.length === 0 || (bytes.length === 1 && bytes[0] === 0x0d);
			eventBytes = isBlank ? 0 : eventBytes + bytes.length;
			if (eventBytes > maxBytes) throw new Error(`An event is larger than ${maxBytes} bytes`);
			if (requests.ids.size > 0) forget(bytes, requests);
			controller?.enqueue(Buffer.concat([bytes, Buffer.from("\n")]));
		},
		oversized(head, tail) {
			const id = idOfOversized(head.toString("utf8"), tail.toString("utf8"), requests.ids);
			if (id === undefined) return;
			const answer = oversizedAnswer(id, maxBytes);
			requests.received(answer);
			controller?.enqueue(Buffer.from(`data: ${JSON.stringify(answer)}\n`));
		},
	});
	return body.pipeThrough(
		new TransformStream<Uint8Array, Uint8Array>({
			start: (created) => {
				controller = created;
			},
			transform: (chunk) => lines.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)),
			flush: () => lines.end(),
		}),
	);
}

/** An answer went by: its request is open no more. */
function forget(line: Buffer, requests: OpenRequests): void {
	const tail = line.toString("utf8", Math.max(0, line.length - 400));
	const id = idAtEdges(line.toString("utf8", 0, 400), tail, requests.ids);
	if (id !== undefined) requests.received({ jsonrpc: "2.0", id, result: {} });
}
