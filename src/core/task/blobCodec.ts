import { createHash } from "node:crypto";

/**
 * Long strings of an event stand in blobs, named by their hash; the line holds `{"$blob": hash, "chars": n}` in their
 * place. An object that happens to have such a key (a model may write anything) is wrapped as `{"$literal": …}`, so
 * no text of a model can name a file.
 */
export const maxInlineChars = 32 * 1024;

const blobKey = "$blob";
const literalKey = "$literal";
const hashPattern = /^[0-9a-f]{64}$/;

export interface EncodedEvent {
	/** one JSON line without its newline */
	readonly line: string;
	readonly blobs: ReadonlyMap<string, string>;
}

const noBlobs: ReadonlyMap<string, string> = new Map();

export function encodeEvent(event: object): EncodedEvent {
	const line = JSON.stringify(event);
	const isPlain = !line.includes(`"${blobKey}"`) && !line.includes(`"${literalKey}"`);
	if (isPlain && line.length <= maxInlineChars) return { line, blobs: noBlobs };
	const blobs = new Map<string, string>();
	return { line: JSON.stringify(externalize(event, blobs)), blobs };
}

/** `readBlob` gets a checked hash; it throws when the blob is missing. */
export function decodeEvent(line: string, readBlob: (hash: string) => string): unknown {
	const value: unknown = JSON.parse(line);
	if (!line.includes(`"${blobKey}"`) && !line.includes(`"${literalKey}"`)) return value;
	return internalize(value, readBlob);
}

function externalize(value: unknown, blobs: Map<string, string>): unknown {
	if (typeof value === "string") return value.length > maxInlineChars ? toBlob(value, blobs) : value;
	if (Array.isArray(value)) return value.map((item) => externalize(item, blobs));
	if (value === null || typeof value !== "object") return value;
	const copy = mapValues(value, (item) => externalize(item, blobs));
	return blobKey in value || literalKey in value ? { [literalKey]: copy } : copy;
}

function toBlob(text: string, blobs: Map<string, string>): object {
	const hash = createHash("sha256").update(text).digest("hex");
	blobs.set(hash, text);
	return { [blobKey]: hash, chars: text.length };
}

function internalize(value: unknown, readBlob: (hash: string) => string): unknown {
	if (Array.isArray(value)) return value.map((item) => internalize(item, readBlob));
	if (value === null || typeof value !== "object") return value;
	if (literalKey in value) {
		const inner = value[literalKey];
		if (inner === null || typeof inner !== "object") throw new Error("Malformed literal in the log.");
		return mapValues(inner, (item) => internalize(item, readBlob));
	}
	if (blobKey in value) {
		const hash = value[blobKey];
		if (typeof hash !== "string" || !hashPattern.test(hash))
			throw new Error("Malformed blob name in the log.");
		return readBlob(hash);
	}
	return mapValues(value, (item) => internalize(item, readBlob));
}

function mapValues(value: object, map: (item: unknown) => unknown): Record<string, unknown> {
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item)]));
}
