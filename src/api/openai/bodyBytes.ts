import { wellFormedJson } from "../wellFormedJson";
import type { RequestBody } from "./requestBody";

const encoder = new TextEncoder();
const known = new WeakMap<object, Uint8Array>();
const comma = encoder.encode(",");
const head = encoder.encode('{"messages":[');

/**
 * The body as JSON in UTF-8. Messages never change and keep their identity, so each is serialised once however often it
 * is sent: a request late in a long task costs about what an early one does.
 */
export function bodyBytes({ messages, ...rest }: RequestBody): Uint8Array {
	const parts: Uint8Array[] = [head];
	for (const [index, message] of messages.entries()) {
		if (index > 0) parts.push(comma);
		parts.push(bytesOf(message));
	}
	parts.push(encoder.encode(`],${wellFormedJson(JSON.stringify(rest)).slice(1)}`));
	return Buffer.concat(parts);
}

function bytesOf(message: object): Uint8Array {
	const bytes = known.get(message) ?? encoder.encode(wellFormedJson(JSON.stringify(message)));
	known.set(message, bytes);
	return bytes;
}
