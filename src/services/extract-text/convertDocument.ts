import type { DocumentFormat } from "./DocumentFormat";
import { DocumentProblem } from "./DocumentProblem";
import { maxTextChars } from "./documentLimits";
import { notebookText } from "./notebookText";

type Converter = (bytes: Uint8Array, signal: AbortSignal) => Promise<string>;

/** Their libraries are large: each is loaded when its first document is read. */
const converters: Readonly<Record<DocumentFormat, () => Promise<Converter>>> = {
	pdf: async () => (await import("./pdfText")).pdfText,
	docx: async () => (await import("./docxText")).docxText,
	xlsx: async () => (await import("./xlsxText")).xlsxText,
	ipynb: async () => notebook,
};

/** The text of a document, in this thread: a hostile one may hold it for minutes. Throws DocumentProblem and others. */
export async function convertDocument(
	format: DocumentFormat,
	bytes: Uint8Array,
	signal: AbortSignal,
): Promise<string> {
	const convert = await converters[format]();
	return (await convert(bytes, signal)).slice(0, maxTextChars);
}

/** Of UTF-8. */
async function notebook(bytes: Uint8Array): Promise<string> {
	const text = notebookText(new TextDecoder().decode(bytes));
	if (text === undefined) throw new DocumentProblem("unreadable", "is no notebook of format 4");
	return text;
}
