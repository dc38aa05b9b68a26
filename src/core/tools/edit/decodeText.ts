import {
	decode,
	detectEncoding,
	encode,
	encodingTitles,
	isLossless,
	type TextEncodingName,
} from "@services/files/encoding";
import { KilnError } from "@shared/errors";

export interface DecodedText {
	/** without BOM */
	readonly text: string;
	readonly hasBom: boolean;
	readonly encoding: TextEncodingName;
}

const bom = "\uFEFF";

/** The text of a file. Refuses binary content, and text that could not be written back byte for byte. */
export function decodeText(bytes: Buffer, path: string): DecodedText {
	const encoding = detectEncoding(bytes, false);
	if (encoding === undefined) {
		throw new KilnError(
			"file_binary",
			`${path} is a binary file (${bytes.length} bytes).`,
			"Only text files can be edited. Use a command for other files.",
		);
	}
	const text = decode(bytes, encoding);
	if (!isLossless(bytes, text, encoding)) throw notLossless(path, encoding);
	return { ...splitBom(text), encoding };
}

/** The bytes of a file. Throws `edit_malformed` for a character that the encoding cannot hold. */
export function encodeText(text: string, file: Pick<DecodedText, "hasBom" | "encoding">): Buffer {
	return encode(file.hasBom ? bom + text : text, file.encoding);
}

export function splitBom(text: string): { readonly text: string; readonly hasBom: boolean } {
	return text.startsWith(bom) ? { text: text.slice(1), hasBom: true } : { text, hasBom: false };
}

function notLossless(path: string, encoding: TextEncodingName): KilnError {
	return new KilnError(
		"file_binary",
		`${path} looks like ${encodingTitles[encoding]} but is not valid in it: editing it would corrupt it.`,
		"Convert the file to UTF-8 first, or change it with a command.",
	);
}
