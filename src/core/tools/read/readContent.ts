import { documentTitles } from "@services/extract-text/DocumentFormat";
import { maxDocumentBytes, smallNotebookBytes } from "@services/extract-text/documentLimits";
import { extractText } from "@services/extract-text/extractText";
import { notebookText } from "@services/extract-text/notebookText";
import type { ShownFormat } from "@services/files/detectFileType";
import { decode } from "@services/files/encoding";
import { fileError } from "@services/files/fileError";
import { formatSize } from "@services/files/formatSize";
import { type ImageFormat, imageSize } from "@services/files/imageSize";
import { openSniffed, readWhole, type SniffedFile } from "@services/files/openSniffed";
import { linesOf, linesOfText, type ReadLinesOptions, type TextLines } from "@services/files/readTextLines";
import { KilnError } from "@shared/errors";

/** What a model takes at most. */
export const maxImageBytes = 5 * 1024 * 1024;
/** The smallest limit among the providers. */
const maxImagePixelsAside = 8000;

export interface ImageContent {
	readonly kind: "image";
	/** "PNG image, 16×16 pixels, 2.0 KB" */
	readonly title: string;
	readonly bytes: number;
	readonly mediaType: string;
	/** base64; absent when images are not wanted */
	readonly data?: string;
}

export interface LineContent {
	readonly kind: "lines";
	readonly lines: TextLines;
	/** the lines are not those of the file but of its text */
	readonly convertedFrom?: string;
}

export interface ContentOptions extends ReadLinesOptions {
	readonly wantsImages: boolean;
}

/** The content of a file on disk by its first bytes, not by its name. */
export async function readContent(
	absolute: string,
	options: ContentOptions,
): Promise<LineContent | ImageContent> {
	const file = await openSniffed(absolute, options.shown);
	try {
		const format = formatOf(file, options.shown);
		if (format === undefined) return await textContent(file, options);
		if (isDocument(format)) return await documentContent(file, format, options);
		return await imageContent(file, format, options);
	} catch (error) {
		options.signal.throwIfAborted();
		throw fileError(error, options.shown);
	} finally {
		file.handle.close();
	}
}

/** An archive whose beginning does not tell may still be what its name says. */
function formatOf({ type }: SniffedFile, shown: string): ShownFormat | undefined {
	if (type.kind === "text") return undefined;
	if (type.name !== "ZIP archive") return type.format;
	if (/\.docx$/i.test(shown)) return "docx";
	return /\.xlsx$/i.test(shown) ? "xlsx" : undefined;
}

type DocumentKind = Exclude<ShownFormat, ImageFormat>;

function isDocument(format: ShownFormat): format is DocumentKind {
	return format === "pdf" || format === "docx" || format === "xlsx";
}

async function textContent(file: SniffedFile, options: ContentOptions): Promise<LineContent> {
	const { type } = file;
	if (type.kind === "text" && /\.ipynb$/i.test(options.shown) && file.size <= maxDocumentBytes) {
		const bytes = await readWhole(file, maxDocumentBytes);
		const text = await notebookOf(decode(bytes.subarray(type.bomBytes), type.encoding), options);
		if (text !== undefined) return converted(text, documentTitles.ipynb, options);
	}
	return { kind: "lines", lines: await linesOf(file, options) };
}

/** Undefined for what is no notebook: it is shown as the text that it is. */
async function notebookOf(json: string, { shown, signal }: ContentOptions): Promise<string | undefined> {
	if (json.length <= smallNotebookBytes) return notebookText(json);
	try {
		return await extractText("ipynb", Buffer.from(json), shown, signal);
	} catch (error) {
		if (error instanceof KilnError) return undefined;
		throw error;
	}
}

async function documentContent(
	file: SniffedFile,
	format: DocumentKind,
	options: ContentOptions,
): Promise<LineContent> {
	const { shown, signal } = options;
	refuseLarge(file.size, maxDocumentBytes, `${shown}, a ${documentTitles[format]},`);
	const text = await extractText(format, await readWhole(file, maxDocumentBytes), shown, signal);
	return converted(text, documentTitles[format], options);
}

function converted(text: string, from: string, options: ContentOptions): LineContent {
	return { kind: "lines", lines: linesOfText(text, options), convertedFrom: from };
}

async function imageContent(
	file: SniffedFile,
	format: ImageFormat,
	{ shown, wantsImages }: ContentOptions,
): Promise<ImageContent> {
	const name = file.type.kind === "binary" ? file.type.name : format;
	refuseLarge(file.size, maxImageBytes, `${shown}, a ${name},`);
	const bytes = await readWhole(file, maxImageBytes);
	const size = imageSize(bytes, format);
	if (!size) {
		throw new KilnError(
			"file_binary",
			`${shown} begins like a ${name} (${formatSize(bytes.length)}) but is damaged or cut off.`,
			"Ask the user for a whole image.",
		);
	}
	const { width, height } = size;
	if (Math.max(width, height) > maxImagePixelsAside) {
		throw new KilnError(
			"file_too_large",
			`${shown} is ${width}×${height} pixels; models take at most ${maxImagePixelsAside} a side.`,
			"Make a smaller copy with execute_command and read that.",
		);
	}
	return {
		kind: "image",
		title: `${name}, ${width}×${height} pixels, ${formatSize(bytes.length)}`,
		bytes: bytes.length,
		mediaType: `image/${format}`,
		...(wantsImages && { data: bytes.toString("base64") }),
	};
}

function refuseLarge(size: number, maxBytes: number, subject: string): void {
	if (size <= maxBytes) return;
	throw new KilnError(
		"file_too_large",
		`${subject} is ${formatSize(size)}; the limit is ${formatSize(maxBytes)}.`,
		"Make a smaller part or copy of it with execute_command and read that.",
	);
}
