import { detectFileType, sniffBytes, unknownBinary } from "@services/files/detectFileType";
import { decode, detectEncoding } from "@services/files/encoding";
import { cutText } from "@services/files/LineCollector";
import { openRegularFile } from "@services/files/openRegularFile";
import { toErrorInfo } from "@shared/errors";
import { visibleText } from "../tools/command/visibleText";
import type { FileProblem } from "./ProjectFiles";

/** An instruction file's text with what tells whether the file is still the same. */
export interface SourceText {
	readonly stamp: string;
	/** line ends are "\n", no byte order mark, invisible characters made visible; empty when it is no text */
	readonly text: string;
	readonly problems: readonly FileProblem[];
}

export const maxFileBytes = 256 * 1024;

/** Throws a KilnError when the file cannot be read. */
export async function readSourceText(absolute: string, shown: string, stamp: string): Promise<SourceText> {
	const { bytes, isCut } = await readStart(absolute, shown);
	const type = detectFileType(bytes.subarray(0, sniffBytes));
	const isKnown = type.kind === "binary" && type.name !== unknownBinary;
	const encoding = isKnown ? undefined : detectEncoding(bytes, isCut);
	if (encoding === undefined) {
		const message = `${type.kind === "binary" ? type.name : unknownBinary}, not text: left out.`;
		return { stamp, text: "", problems: [{ path: shown, error: { code: "file_binary", message } }] };
	}
	const text = decode(bytes, encoding)
		.replace(/^\ufeff/, "")
		.replace(/\r\n?/g, "\n");
	return { stamp, ...check(isCut ? wholeLines(text) : text, shown, isCut) };
}

async function readStart(absolute: string, shown: string): Promise<{ bytes: Buffer; isCut: boolean }> {
	const { handle, size } = await openRegularFile(absolute, shown);
	try {
		const buffer = Buffer.alloc(Math.min(size, maxFileBytes + 1));
		const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
		return { bytes: buffer.subarray(0, Math.min(bytesRead, maxFileBytes)), isCut: bytesRead > maxFileBytes };
	} finally {
		handle.close();
	}
}

/** The cut may have split a line, or a character. */
function wholeLines(text: string): string {
	return cutText(text, text.lastIndexOf("\n") + 1 || text.length);
}

/** What a person cannot see must not steer a model: it is shown, and told. */
function check(given: string, shown: string, isCut: boolean): Omit<SourceText, "stamp"> {
	const text = visibleText(given);
	const problems: FileProblem[] = [];
	if (isCut) {
		const message = `Longer than ${maxFileBytes / 1024} KB: the rest is left out.`;
		problems.push({ path: shown, error: { code: "file_too_large", message, hint: "Split or shorten it." } });
	}
	if (text !== given) {
		const message = "Holds invisible characters; they are shown as ⟨U+…⟩.";
		const line = text.slice(0, firstDifference(text, given)).split("\n").length;
		const error = { code: "invalid_settings", message, hint: "Take them out." } as const;
		problems.push({ path: shown, line, error });
	}
	return { text, problems };
}

function firstDifference(a: string, b: string): number {
	let at = 0;
	while (a.charCodeAt(at) === b.charCodeAt(at)) at++;
	return at;
}

export function problemOf(path: string, error: unknown): FileProblem {
	const { code, message, hint } = toErrorInfo(error);
	return { path, error: { code, message, ...(hint !== undefined && { hint }) } };
}
