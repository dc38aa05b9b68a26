import { KilnError } from "@shared/errors";
import iconv from "iconv-lite";
import { type BinaryType, unknownBinary } from "./detectFileType";
import type { TextEncodingName } from "./encoding";
import { fileError } from "./fileError";
import { formatSize } from "./formatSize";
import { endOfFile, type LineBlock, LineCollector, type LineRange, mergeRanges } from "./LineCollector";
import { chunkBytes, openSniffed, type SniffedFile } from "./openSniffed";

export interface ReadLinesOptions {
	/** the file's name in errors */
	readonly shown: string;
	/** empty: all lines */
	readonly ranges: readonly LineRange[];
	/** see `CollectorOptions` */
	readonly maxLineChars: number;
	readonly maxChars: number;
	readonly charsPerLine: number;
	readonly signal: AbortSignal;
}

export interface TextLines {
	/** wanted lines that exist, ascending */
	readonly blocks: readonly LineBlock[];
	readonly totalLines: number;
	/** wanted lines are missing from `blocks`, since `maxChars` was reached */
	readonly isFull: boolean;
	readonly hasInvalidBytes: boolean;
	readonly encoding: TextEncodingName;
}

/**
 * Lines of a text file, streamed: memory does not grow with the file. Byte order marks and carriage returns at line
 * ends are left out. Throws `file_binary`, `path_not_found`, `path_is_directory`, `path_refused`, `no_permission`.
 */
export async function readTextLines(path: string, options: ReadLinesOptions): Promise<TextLines> {
	const file = await openSniffed(path, options.shown);
	try {
		return await linesOf(file, options);
	} catch (error) {
		if (options.signal.aborted) throw error;
		throw fileError(error, options.shown);
	} finally {
		file.handle.close();
	}
}

/** The same of a file that is open already; it stays open. */
export async function linesOf(file: SniffedFile, options: ReadLinesOptions): Promise<TextLines> {
	const { type } = file;
	if (type.kind === "binary") throw binaryError(options.shown, type, file.size);
	const collector = createCollector(options);
	const decode = decoderOf(type.encoding);
	options.signal.throwIfAborted();
	collector.push(decode.write(file.head.subarray(type.bomBytes)));
	if (!file.isWhole) {
		for await (const chunk of chunksAfter(file)) {
			options.signal.throwIfAborted();
			collector.push(decode.write(chunk));
		}
	}
	collector.push(decode.end());
	return resultOf(collector, type.encoding);
}

/** The same of a text that is in memory already: an editor's buffer. */
export function linesOfText(text: string, options: ReadLinesOptions): TextLines {
	const collector = createCollector(options);
	collector.push(Buffer.from(text));
	return resultOf(collector, "utf8");
}

function createCollector(options: ReadLinesOptions): LineCollector {
	const ranges = options.ranges.length > 0 ? options.ranges : [{ start: 1, end: endOfFile }];
	return new LineCollector({ ...options, ranges: mergeRanges(ranges) });
}

function resultOf(collector: LineCollector, encoding: TextEncodingName): TextLines {
	collector.finish();
	const { blocks, totalLines, isFull, hasInvalidBytes } = collector;
	return { blocks, totalLines, isFull, hasInvalidBytes, encoding };
}

/** Yields one buffer that it fills anew each time. */
async function* chunksAfter({ handle, head }: SniffedFile): AsyncGenerator<Buffer> {
	const buffer = Buffer.allocUnsafe(chunkBytes);
	let position = head.length;
	for (;;) {
		const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position);
		if (bytesRead === 0) return;
		position += bytesRead;
		yield buffer.subarray(0, bytesRead);
	}
}

interface ToUtf8 {
	write(chunk: Buffer): Buffer;
	end(): Buffer;
}

function decoderOf(encoding: TextEncodingName): ToUtf8 {
	if (encoding === "utf8") return { write: (chunk) => chunk, end: () => Buffer.alloc(0) };
	const decoder = iconv.getDecoder(encoding);
	return {
		write: (chunk) => Buffer.from(decoder.write(chunk)),
		end: () => Buffer.from(decoder.end() ?? ""),
	};
}

export function binaryError(shown: string, { name }: BinaryType, size: number): KilnError {
	const what = name === unknownBinary ? "a binary file (it holds NUL bytes)" : `${article(name)} ${name}`;
	return new KilnError(
		"file_binary",
		`${shown} is ${what}, ${formatSize(size)}: not text, so it was not shown.`,
		"read_file shows text, images, PDF, DOCX and XLSX. Run a fitting program with execute_command if you need what it holds.",
	);
}

function article(noun: string): string {
	return /^([AEIOU]|MP|RAR|xz)/i.test(noun) ? "an" : "a";
}
