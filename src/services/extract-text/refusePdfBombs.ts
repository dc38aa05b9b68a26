import { Readable } from "node:stream";
import { createInflate, inflateSync, constants as zlib } from "node:zlib";
import { DocumentProblem } from "./DocumentProblem";
import { maxStreamBytes } from "./documentLimits";

/** A stream that is packed twice: nothing needs it, and it multiplies what a bomb holds. */
const packedTwice = /\/Fl(?:ateDecode)?\b[^>]*\/Fl(?:ateDecode)?\b/;
/** So much of a stream's dictionary is looked at. */
const dictionaryBytes = 1024;
/** Most streams unpack to less: these are looked at in one go. */
const smallBytes = 1024 * 1024;
const finishFlush = zlib.Z_SYNC_FLUSH;

/**
 * PDF.js unpacks a stream into one buffer whatever its size. This unpacks each first, keeping nothing, and throws
 * `too_large` for one that is a bomb. A stream ends where its data ends: lengths and end marks may lie. Encrypted
 * streams cannot be looked into.
 */
export async function refusePdfBombs(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	for (let at = buffer.indexOf("stream"); at !== -1; at = buffer.indexOf("stream", at + 6)) {
		const start = at + 6 + (buffer[at + 6] === 13 ? 2 : 1);
		if (!isZlib(buffer, start)) continue;
		const dictionary = buffer.toString("latin1", Math.max(0, at - dictionaryBytes), at);
		const own = dictionary.slice(dictionary.lastIndexOf(" obj") + 1);
		if (packedTwice.test(own) || (await isBomb(buffer.subarray(start)))) throw tooLarge();
		signal.throwIfAborted();
	}
}

/** RFC 1950: compression method 8, and a check that makes the first two bytes a multiple of 31. */
function isZlib(buffer: Buffer, at: number): boolean {
	if (at + 2 > buffer.length) return false;
	return ((buffer[at] ?? 0) & 15) === 8 && buffer.readUInt16BE(at) % 31 === 0;
}

async function isBomb(packed: Buffer): Promise<boolean> {
	try {
		inflateSync(packed, { finishFlush, maxOutputLength: smallBytes });
		return false;
	} catch (error) {
		// damaged: PDF.js says what is wrong with it
		if (!(error instanceof RangeError)) return false;
	}
	return (await unpackedSize(packed)) > maxStreamBytes;
}

/** Counts up to the limit; a damaged stream counts as far as it goes. */
async function unpackedSize(packed: Buffer): Promise<number> {
	let size = 0;
	try {
		for await (const chunk of Readable.from([packed]).pipe(createInflate({ finishFlush }))) {
			size += Buffer.isBuffer(chunk) ? chunk.length : 0;
			if (size > maxStreamBytes) break;
		}
	} catch {
		// PDF.js says what is wrong with it
	}
	return size;
}

function tooLarge(): DocumentProblem {
	return new DocumentProblem(
		"too_large",
		`holds a part that unpacks to more than ${maxStreamBytes / 1024 ** 2} MB, so it was not converted`,
	);
}
