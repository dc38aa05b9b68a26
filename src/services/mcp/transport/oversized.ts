import type { JSONRPCErrorResponse, RequestId } from "@modelcontextprotocol/sdk/types.js";
import { megabytes } from "./megabytes";

/** The error code that Kiln itself puts in place of an answer that it did not take in. */
export const oversizedCode = -32_050;

const id = String.raw`(\d{1,15}|"(?:[^"\\]|\\.){1,200}")`;
const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const idAtHead = new RegExp(String.raw`^[^{]*\{\s*(?:${version}\s*,\s*)?"id"\s*:\s*${id}\s*,`);
const idAtTail = new RegExp(
	String.raw`[}\]"el\d]\s*,\s*(?:${version}\s*,\s*)?"id"\s*:\s*${id}\s*(?:,\s*${version}\s*)?\}\s*$`,
);

const isRequestHead = new RegExp(
	String.raw`^[^{]*\{\s*(?:${version}\s*,\s*)?(?:"id"\s*:\s*${id}\s*,\s*)?"method"\s*:`,
);

/** The id of the answer whose first and last characters these are, read without parsing what lies between. */
export function idAtEdges(head: string, tail: string, open: ReadonlySet<RequestId>): RequestId | undefined {
	if (isRequestHead.test(head)) return undefined;
	for (const text of [idAtHead.exec(head)?.[1], idAtTail.exec(tail)?.[1]]) {
		const found: unknown = text === undefined ? undefined : JSON.parse(text);
		if ((typeof found === "number" || typeof found === "string") && open.has(found)) return found;
	}
	return undefined;
}

/**
 * Which request a message answers that was too large to be kept. Servers write the id before or behind the result; where
 * neither end shows the id of an open request, and only one is open, it is that one.
 */
export function idOfOversized(
	head: string,
	tail: string,
	open: ReadonlySet<RequestId>,
): RequestId | undefined {
	if (isRequestHead.test(head)) return undefined;
	return idAtEdges(head, tail, open) ?? (open.size === 1 ? [...open][0] : undefined);
}

/** What the protocol gets instead: an error, so that the call ends and the server lives on. */
export function oversizedAnswer(requestId: RequestId, maxBytes: number): JSONRPCErrorResponse {
	const message = `The answer is larger than ${megabytes(maxBytes)}`;
	return { jsonrpc: "2.0", id: requestId, error: { code: oversizedCode, message } };
}
