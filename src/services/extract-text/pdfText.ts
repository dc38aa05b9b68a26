import { setImmediate } from "node:timers/promises";
import { getDocumentProxy } from "unpdf";
import { DocumentProblem } from "./DocumentProblem";
import { maxPdfMs, maxTextChars } from "./documentLimits";
import { refusePdfBombs } from "./refusePdfBombs";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf["getPage"]>>;

/** The text of a PDF, each page under a mark with its number. A page without text is an image or empty, and says so. */
export async function pdfText(bytes: Uint8Array, signal: AbortSignal): Promise<string> {
	await refusePdfBombs(bytes, signal);
	const pdf = await open(bytes);
	try {
		return await readPages(pdf, signal);
	} finally {
		await pdf.cleanup();
		await pdf.loadingTask.destroy();
	}
}

async function open(bytes: Uint8Array): Promise<Pdf> {
	try {
		// a copy: PDF.js takes the buffer for itself
		return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
	} catch (error) {
		if (error instanceof Error && error.name === "PasswordException") {
			throw new DocumentProblem("unreadable", "is protected by a password");
		}
		throw error;
	}
}

async function readPages(pdf: Pdf, signal: AbortSignal): Promise<string> {
	const pages: string[] = [];
	const limit: Limit = { charsLeft: maxTextChars, stopAt: performance.now() + maxPdfMs };
	for (let number = 1; number <= pdf.numPages; number++) {
		const text = await readPage(pdf, number, limit, signal);
		pages.push(`[page ${number} of ${pdf.numPages}]\n${text || "(no text: an image, or empty)"}`);
		if (isReached(limit)) {
			pages.push("[the rest is left out: the document is too large to convert]");
			break;
		}
		await setImmediate();
		signal.throwIfAborted();
	}
	return `${pages.join("\n\n")}\n`;
}

/** What the pages together may take. */
interface Limit {
	charsLeft: number;
	readonly stopAt: number;
}

function isReached({ charsLeft, stopAt }: Limit): boolean {
	return charsLeft <= 0 || performance.now() > stopAt;
}

/** Taken as it comes, not as a whole: a small page may unpack to a text without end. */
async function readPage(pdf: Pdf, number: number, limit: Limit, signal: AbortSignal): Promise<string> {
	const page = await pdf.getPage(number);
	const reader = page.streamTextContent().getReader();
	let text = "";
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		const part = textOf(value);
		text += part;
		limit.charsLeft -= part.length + 1;
		// the stream is left as it is: PDF.js throws into nowhere when one is cancelled
		if (isReached(limit) || signal.aborted) break;
	}
	page.cleanup();
	signal.throwIfAborted();
	return text.replace(/[ \t]+$/gm, "").trim();
}

/** Chunks of PDF.js's stream: pieces of text and marks of structure. */
function textOf(chunk: Pick<Awaited<ReturnType<Page["getTextContent"]>>, "items">): string {
	return chunk.items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join("");
}
