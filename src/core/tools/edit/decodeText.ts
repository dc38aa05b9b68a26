import { KilnError } from "@shared/errors";

/** A NUL this early tells binary content from text. */
const binaryProbeBytes = 8192;

/** UTF-8 bytes as text, without a BOM. Refuses what could not be written back byte for byte. */
export function decodeText(bytes: Buffer, path: string): { readonly text: string; readonly hasBom: boolean } {
	if (startsWithUtf16Bom(bytes)) throw notUtf8(path, "UTF-16");
	if (bytes.subarray(0, binaryProbeBytes).includes(0)) {
		throw new KilnError("file_binary", `${path} is a binary file (${bytes.length} bytes).`, textOnlyHint);
	}
	const text = decodeUtf8(bytes, path);
	return text.startsWith("\uFEFF") ? { text: text.slice(1), hasBom: true } : { text, hasBom: false };
}

const textOnlyHint = "Only text files can be edited. Use a command for other files.";

function startsWithUtf16Bom(bytes: Buffer): boolean {
	return bytes.length >= 2 && (bytes.readUInt16BE(0) === 0xfeff || bytes.readUInt16BE(0) === 0xfffe);
}

function decodeUtf8(bytes: Buffer, path: string): string {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		// the decoder's own error says only that the data is invalid
		throw notUtf8(path, "another encoding");
	}
}

function notUtf8(path: string, found: string): KilnError {
	return new KilnError(
		"file_binary",
		`${path} is not valid UTF-8 text (${found}); editing it would corrupt it.`,
		"Convert the file to UTF-8 first, or change it with a command.",
	);
}
