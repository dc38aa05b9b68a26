import type { RequestId } from "@modelcontextprotocol/sdk/types.js";
import { BoundedLines } from "./BoundedLines";
import { cutOffAnswer } from "./cutOff";
import type { OpenRequests } from "./OpenRequests";
import { idAtEdges, idOfOversized, oversizedAnswer } from "./oversized";

/** a server may ask for the next connection at once, each time */
const minRetryMs = 100;

export interface EventsOptions {
	readonly maxBytes: number;
	readonly requests: OpenRequests;
	/** the request that the stream answers; undefined: any, or none */
	readonly id: RequestId | undefined;
}

/**
 * An event stream whose events are bounded. When it ends without the answer that it is for, and cannot be taken up again
 * (no event had an id), the answer is an error.
 */
export function boundedEvents(
	body: ReadableStream<Uint8Array>,
	options: EventsOptions,
): ReadableStream<Uint8Array> {
	const { maxBytes, requests, id } = options;
	const reader = body.getReader();
	let ready: Buffer[] = [];
	let eventBytes = 0;
	let isResumable = false;
	const lines = new BoundedLines(maxBytes, {
		line(bytes) {
			const isBlank = bytes.length === 0 || (bytes.length === 1 && bytes[0] === 0x0d);
			eventBytes = isBlank ? 0 : eventBytes + bytes.length;
			if (eventBytes > maxBytes) throw new Error(`An event is larger than ${maxBytes} bytes`);
			if (requests.ids.size > 0) forget(bytes, requests);
			const field = bytes.toString("utf8", 0, 40);
			isResumable ||= /^id: ?\S/.test(field);
			ready.push(isTooSoon(field) ? Buffer.from(`retry: ${minRetryMs}\n`) : withNewline(bytes));
		},
		oversized(head, tail) {
			const found = idOfOversized(head.toString("utf8"), tail.toString("utf8"), requests.ids);
			if (found === undefined) return;
			const answer = oversizedAnswer(found, maxBytes);
			requests.received(answer);
			ready.push(Buffer.from(`data: ${JSON.stringify(answer)}\n`));
		},
	});
	/** Whether an answer was missing. */
	const cutOff = () => {
		if (id === undefined || isResumable || !requests.ids.has(id)) return false;
		const answer = cutOffAnswer(id);
		requests.received(answer);
		// a half event before it ends with the blank line
		ready.push(Buffer.from(`\n\ndata: ${JSON.stringify(answer)}\n\n`));
		return true;
	};
	return new ReadableStream<Uint8Array>({
		async pull(controller) {
			let isOver = false;
			try {
				while (ready.length === 0 && !isOver) {
					const { done, value } = await reader.read();
					if (value) lines.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
					if (done) lines.end();
					isOver = done;
				}
				if (isOver) cutOff();
			} catch (error) {
				isOver = true;
				// the source may be what failed
				reader.cancel().catch(() => undefined);
				if (!cutOff()) return controller.error(error);
			}
			for (const part of ready) controller.enqueue(part);
			ready = [];
			if (isOver) controller.close();
		},
		cancel: (reason) => reader.cancel(reason),
	});
}

function isTooSoon(field: string): boolean {
	const ms = /^retry: ?(\d+)\r?$/.exec(field)?.[1];
	return ms !== undefined && Number(ms) < minRetryMs;
}

function withNewline(bytes: Buffer): Buffer {
	return Buffer.concat([bytes, Buffer.from("\n")]);
}

/** An answer went by: its request is open no more. */
function forget(line: Buffer, requests: OpenRequests): void {
	const tail = line.toString("utf8", Math.max(0, line.length - 400));
	const id = idAtEdges(line.toString("utf8", 0, 400), tail, requests.ids);
	if (id !== undefined) requests.received({ jsonrpc: "2.0", id, result: {} });
}
