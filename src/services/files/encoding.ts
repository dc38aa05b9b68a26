import { isUtf8 } from "node:buffer";
import { KilnError } from "@shared/errors";
import iconv from "iconv-lite";
import { guessEncoding } from "./guessEncoding";

/**
 * Which encoding a text file has, and the way there and back. A BOM is part of the text (U+FEFF in front): what
 * `decode` gives, `encode` turns into the same bytes, or the file must not be edited (`isLossless`).
 */
export const textEncodings = [
	"utf8",
	"utf16le",
	"utf16be",
	"windows-1252",
	"latin1",
	"windows-1251",
	"koi8-r",
	"gbk",
	"gb18030",
	"shift_jis",
	"euc-jp",
	"euc-kr",
	"big5",
] as const;
export type TextEncodingName = (typeof textEncodings)[number];

/** How people call them. */
export const encodingTitles: Readonly<Record<TextEncodingName, string>> = {
	utf8: "UTF-8",
	utf16le: "UTF-16 LE",
	utf16be: "UTF-16 BE",
	"windows-1252": "Windows-1252",
	latin1: "Latin-1",
	"windows-1251": "Windows-1251",
	"koi8-r": "KOI8-R",
	gbk: "GBK",
	gb18030: "GB 18030",
	shift_jis: "Shift JIS",
	"euc-jp": "EUC-JP",
	"euc-kr": "EUC-KR",
	big5: "Big5",
};

/** A NUL this early tells binary content from text, unless the NULs are those of UTF-16. */
const probeBytes = 8192;
/** so much is looked at to tell the older encodings apart */
const sampleBytes = 64 * 1024;
/** of a binary file's bytes more are control characters */
const maxControlShare = 0.01;

/** Bytes that are so many may be the beginning of a file. */
const minHeadBytes = 4096;

/**
 * The encoding of a file, or of its beginning (`mayBeCut`: a character cut in two at the end is no fault); undefined:
 * it is binary. Bytes without a BOM that are no UTF-8 are judged by what they would say, so a short text may be taken for
 * another old encoding; an edit stays lossless all the same. UTF-8 with a few faults is still "utf8": what was written
 * into it in another encoding would be one more.
 */
export function detectEncoding(
	bytes: Uint8Array,
	mayBeCut = bytes.length >= minHeadBytes,
): TextEncodingName | undefined {
	const buffer = asBuffer(bytes);
	const marked = encodingOfBom(buffer);
	if (marked !== undefined) return marked === "utf32" ? undefined : marked;
	if (buffer.subarray(0, probeBytes).includes(0)) return plainUtf16(buffer);
	if (isUtf8(mayBeCut ? withoutCutCharacter(buffer) : buffer)) return "utf8";
	if (isFullOfControls(buffer.subarray(0, sampleBytes))) return undefined;
	const sample = tellingSample(buffer);
	return isBrokenUtf8(sample) ? "utf8" : (guessEncoding(sample) ?? "latin1");
}

/** ASCII says nothing: from the first line that has more. */
function tellingSample(bytes: Buffer): Buffer {
	const first = bytes.findIndex((byte) => byte > 0x7f);
	const start = Math.max(0, bytes.subarray(0, first).lastIndexOf(0x0a) + 1, first - sampleBytes / 2);
	return bytes.subarray(start, start + sampleBytes);
}

/** Hardly a character of the older encodings looks like one of UTF-8: where most do, some bytes were damaged. */
function isBrokenUtf8(sample: Buffer): boolean {
	const foreign = decode(withoutCutCharacter(sample), "utf8").match(/[^\0-\x7f]/gu) ?? [];
	const faults = foreign.filter((character) => character === "\uFFFD").length;
	return foreign.length > faults * 5;
}

/** Keeps a BOM as U+FEFF; bytes that the encoding does not know become U+FFFD. */
export function decode(bytes: Uint8Array, name: TextEncodingName): string {
	const buffer = asBuffer(bytes);
	if (name === "utf8" || name === "utf16le" || name === "latin1") return buffer.toString(name);
	return iconv.decode(buffer, name, { stripBOM: false });
}

/** Throws `edit_malformed` that names the first character that the encoding cannot hold. */
export function encode(text: string, name: TextEncodingName): Buffer {
	const bytes = encodeLoosely(text, name);
	if (canHold(text, name, bytes)) return bytes;
	throw unencodable(text, name);
}

/** Only such a file may be edited: everything that is left alone keeps its bytes. */
export function isLossless(bytes: Uint8Array, text: string, name: TextEncodingName): boolean {
	return name === "utf8" ? isUtf8(bytes) : encodeLoosely(text, name).equals(bytes);
}

const loneSurrogate = /\p{Cs}/u;

function encodeLoosely(text: string, name: TextEncodingName): Buffer {
	if (name === "utf8" || name === "utf16le" || name === "latin1") return Buffer.from(text, name);
	return iconv.encode(text, name, { addBOM: false });
}

/** UTF-16 holds anything, also half a surrogate pair; UTF-8 all but that. */
function canHold(text: string, name: TextEncodingName, bytes = encodeLoosely(text, name)): boolean {
	if (name === "utf16le" || name === "utf16be") return true;
	return name === "utf8" ? !loneSurrogate.test(text) : decode(bytes, name) === text;
}

function asBuffer(bytes: Uint8Array): Buffer {
	return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function encodingOfBom(bytes: Buffer): TextEncodingName | "utf32" | undefined {
	if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf8";
	if (bytes.length < 2) return undefined;
	const mark = bytes.readUInt16BE(0);
	if (mark === 0xfeff) return "utf16be";
	if (mark !== 0xfffe) return undefined;
	return bytes.length >= 4 && bytes.readUInt16BE(2) === 0 ? "utf32" : "utf16le";
}

/**
 * UTF-16 without BOM: many high bytes are zero and no low one is. A text without any ASCII stays unknown, and so does
 * ASCII with NULs at even distances.
 */
function plainUtf16(bytes: Buffer): TextEncodingName | undefined {
	const probe = bytes.subarray(0, probeBytes);
	if (bytes.length % 2 !== 0 && bytes.length <= probeBytes) return undefined;
	const zeros = [0, 0];
	for (const [index, byte] of probe.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
	const [even = 0, odd = 0] = zeros;
	const zeroShare = Math.max(even, odd) / probe.length;
	if (zeroShare < 1 / 8 || Math.min(even, odd) > 0) return undefined;
	// half of the bytes of letters as in this comment are zero; where fewer are, other scripts are to be seen
	if (zeroShare < 3 / 8 && probe.every((byte) => byte < 0x80)) return undefined;
	const name = odd > 0 ? "utf16le" : "utf16be";
	const text = decode(probe.subarray(0, probe.length - (probe.length % 2)), name);
	return isFullOfControls(Buffer.from(text, "utf8")) ? undefined : name;
}

/** What may be the first bytes of a character that goes on behind the end. */
function withoutCutCharacter(bytes: Buffer): Buffer {
	for (let back = 1; back <= Math.min(3, bytes.length); back++) {
		const byte = bytes[bytes.length - back] ?? 0;
		if ((byte & 0xc0) === 0x80) continue;
		const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
		return length > back ? bytes.subarray(0, bytes.length - back) : bytes;
	}
	return bytes;
}

function isFullOfControls(bytes: Buffer): boolean {
	let controls = 0;
	for (const byte of bytes)
		if ((byte < 0x20 && (byte < 0x07 || byte > 0x0d) && byte !== 0x1b) || byte === 0x7f) controls++;
	return controls > bytes.length * maxControlShare;
}

function unencodable(text: string, name: TextEncodingName): KilnError {
	let line = 1;
	for (const character of text) {
		if (character === "\n") line++;
		if (canHold(character, name)) continue;
		const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
		const shown = loneSurrogate.test(character)
			? `half a surrogate pair (U+${code})`
			: `"${character}" (U+${code})`;
		const message = `The file is ${encodingTitles[name]} text, which cannot hold ${shown} of line ${line}.`;
		return new KilnError(
			"edit_malformed",
			message,
			"Write it in another way, or ask the user to convert the file to UTF-8.",
		);
	}
	return new KilnError("edit_malformed", `The new text cannot be written as ${encodingTitles[name]}.`);
}
