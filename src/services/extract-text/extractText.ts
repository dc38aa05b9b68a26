import { access } from "node:fs/promises";
import { KilnError } from "@shared/errors";
import { type DocumentFormat, documentTitles } from "./DocumentFormat";
import { DocumentProblem } from "./DocumentProblem";
import { runDocumentWorker } from "./runDocumentWorker";

/** Conversions at the same time, of all tasks: each is a thread and may take much memory. */
const maxAtOnce = 2;
/** Seen from the bundle's entry points and from its chunks. */
const shippedPrograms = ["./documentWorker.js", "../documentWorker.js"].map(
	(path) => new URL(path, import.meta.url),
);

let running = 0;
const waiting: (() => void)[] = [];

/**
 * The text of a document, in the order of its pages, paragraphs or sheets; Markdown where the document has headings,
 * lists and tables. Throws `file_binary` when it is damaged or encrypted, `file_too_large` when it unpacks to too much
 * or takes too long.
 */
export async function extractText(
	format: DocumentFormat,
	bytes: Uint8Array,
	shown: string,
	signal: AbortSignal,
): Promise<string> {
	while (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
	running++;
	try {
		return await convert(format, bytes, signal);
	} catch (error) {
		signal.throwIfAborted();
		throw documentError(error, format, shown);
	} finally {
		running--;
		waiting.shift()?.();
	}
}

/** In a thread of its own; run from source there is no program for one. */
async function convert(format: DocumentFormat, bytes: Uint8Array, signal: AbortSignal): Promise<string> {
	signal.throwIfAborted();
	for (const program of shippedPrograms) {
		const isThere = await access(program).then(
			() => true,
			() => false,
		);
		if (isThere) return runDocumentWorker(program, { format, bytes }, signal);
	}
	return (await import("./convertDocument")).convertDocument(format, bytes, signal);
}

function documentError(error: unknown, format: DocumentFormat, shown: string): KilnError {
	const title = documentTitles[format];
	if (error instanceof DocumentProblem && error.kind === "too_large") {
		return new KilnError("file_too_large", `${shown}, a ${title}, ${error.message}.`, otherWay);
	}
	const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
	const what =
		error instanceof DocumentProblem ? reason : `could not be read, it seems to be damaged: ${reason}`;
	return new KilnError("file_binary", `${shown}, a ${title}, ${withoutStop(what)}.`, otherWay, {
		cause: error,
	});
}

const otherWay = "Run a fitting program with execute_command, or ask the user for its text.";

function withoutStop(text: string): string {
	return text.replace(/[.\s]+$/, "");
}
