import type { FileHandle } from "node:fs/promises";
import { KilnError } from "@shared/errors";
import { detectFileType, type FileType, sniffBytes, type TextEncoding } from "./detectFileType";
import { fileError } from "./fileError";
import { formatSize } from "./formatSize";
import { endOfFile, type LineBlock, LineCollector, type LineRange, mergeRanges } from "./LineCollector";
import { openRegularFile } from "./openRegularFile";

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
	readonly encoding: TextEncoding;
}

const chunkBytes = 256 * 1024;

/**
 * Lines of a text file, streamed: memory does not grow with the file. Byte order marks and carriage returns at line
 * ends are left out. Throws `file_binary`, `path_not_found`, `path_is_directory`, `path_refused`, `no_permission`.
 */
export async function readTextLines(path: string, options: ReadLinesOptions): Promise<TextLines> {
	const { handle, size } = await openRegularFile(path, options.shown);
	try {
		const type = await sniff(handle);
		if (type.kind === "binary") throw binaryError(options.shown, type.name, size);
		return await collect(decode(chunksOf(handle, type.bomBytes), type.encoding), type.encoding, options);
	} catch (error) {
		if (options.signal.aborted) throw error;
		throw fileError(error, options.shown);
	} finally {
		await handle.close();
	}
}

/** The same of a text that is in memory already: an editor's buffer. */
export function readBufferLines(text: string, options: ReadLinesOptions): Promise<TextLines> {
	return collect([Buffer.from(text)], "utf-8", options);
}

async function collect(
	chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
	encoding: TextEncoding,
	options: ReadLinesOptions,
): Promise<TextLines> {
	const ranges = options.ranges.length > 0 ? options.ranges : [{ start: 1, end: endOfFile }];
	const collector = new LineCollector({ ...options, ranges: mergeRanges(ranges) });
	for await (const chunk of chunks) {
		options.signal.throwIfAborted();
		collector.push(chunk);
	}
	collector.finish();
	const { blocks, totalLines, isFull, hasInvalidBytes } = collector;
	return { blocks, totalLines, isFull, hasInvalidBytes, encoding };
}

async function sniff(handle: FileHandle): Promise<FileType> {
	const head = Buffer.alloc(sniffBytes);
	const { bytesRead } = await handle.read(head, 0, sniffBytes, 0);
	return detectFileType(head.subarray(0, bytesRead));
}

/** Yields one buffer that it fills anew each time. */
async function* chunksOf(handle: FileHandle, from: number): AsyncGenerator<Buffer> {
	const buffer = Buffer.alloc(chunkBytes);
	let position = from;
	for (;;) {
		const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position);
		if (bytesRead === 0) return;
		position += bytesRead;
		yield buffer.subarray(0, bytesRead);
	}
}

async function* decode(chunks: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
	if (encoding === "utf-8") return yield* chunks;
	const decoder = new TextDecoder(encoding);
	for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
	yield Buffer.from(decoder.decode());
}

function binaryError(shown: string, type: string, size: number): KilnError {
	const name = type === "binary file" ? "a binary file (it holds NUL bytes)" : `${article(type)} ${type}`;
	return new KilnError(
		"file_binary",
		`${shown} is ${name}, ${formatSize(size)}: not text, so it was not shown.`,
		"read_file shows text only. Run a fitting program with execute_command if you need what it holds.",
	);
}

function article(noun: string): string {
	return /^([AEIOU]|MP|RAR|xz)/i.test(noun) ? "an" : "a";
}
