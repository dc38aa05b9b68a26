import { countNewlines } from "@services/files/countNewlines";
import { decode, encodingTitles, type TextEncodingName } from "@services/files/encoding";
import { fileError } from "@services/files/fileError";
import { formatSize } from "@services/files/formatSize";
import { openSniffed, readWhole, type SniffedFile } from "@services/files/openSniffed";
import { KilnError } from "@shared/errors";
import type { TaskHandle } from "../BaseTool";

/** A diff of more is no use to anybody, and its computation would hold up the task. */
const maxFileBytes = 10 * 1024 * 1024;
/** More lines that all differ would hold up the task for seconds. */
const maxFileLines = 200_000;

/** One of the two texts. */
export interface DiffSide {
	/** as the diff's header names it */
	readonly name: string;
	readonly text: string;
	/** what the text does not show, each as it stands behind the name: "has a byte order mark" */
	readonly notes: readonly string[];
}

export function textSide(name: string, text: string): DiffSide {
	return { name, text, notes: [] };
}

/** A file's text, as the editor has it. Throws `file_binary`, `file_too_large` and what opening a file throws. */
export async function fileSide(path: string, task: TaskHandle): Promise<DiffSide> {
	const absolute = task.resolvePath(path);
	const name = task.displayPath(absolute);
	const document = task.host.documents.open(absolute);
	if (document?.isDirty) {
		return { name, text: document.text, notes: ["has unsaved changes in the editor, which are included"] };
	}
	const file = await openSniffed(absolute, name);
	try {
		return { name, ...(await readText(file, name)) };
	} catch (error) {
		throw fileError(error, name);
	} finally {
		file.handle.close();
	}
}

async function readText(file: SniffedFile, name: string): Promise<Omit<DiffSide, "name">> {
	const { type, size } = file;
	if (type.kind === "binary") throw binaryError(name, type.name, size);
	if (size > maxFileBytes) throw tooLarge(name, formatSize(size), formatSize(maxFileBytes));
	const bytes = await readWhole(file, maxFileBytes);
	const lines = countNewlines(bytes, 0, bytes.length);
	if (lines > maxFileLines) throw tooLarge(name, `${lines} lines`, `${maxFileLines} lines`);
	const text = decode(bytes, type.encoding);
	return { text: text.replace(/^\ufeff/, ""), notes: notesOn(text, type.encoding) };
}

function notesOn(text: string, encoding: TextEncodingName): string[] {
	return [
		...(encoding === "utf8" ? [] : [`is ${encodingTitles[encoding]}`]),
		...(encoding === "utf8" && text.startsWith("\ufeff") ? ["has a byte order mark"] : []),
		...(text.includes("\ufffd") ? ["holds bytes that are no valid text; they are shown as �"] : []),
	];
}

function tooLarge(name: string, size: string, limit: string): KilnError {
	return new KilnError(
		"file_too_large",
		`${name} has ${size}; files of up to ${limit} are compared.`,
		"Compare it with execute_command (diff, cmp).",
	);
}

function binaryError(name: string, type: string, size: number): KilnError {
	return new KilnError(
		"file_binary",
		`${name} is not text (${type}, ${formatSize(size)}), so it was not compared.`,
		"Compare it with execute_command (cmp, sha256sum).",
	);
}
