import { endOfFile, LineCollector } from "@services/files/LineCollector";
import type { OutputLimits } from "@services/terminal/CommandStore";

/** A longer line is cut, and says how long it was. */
const maxLineChars = 10_000;
/** A line's number and separators. */
const charsPerLine = 11;

export interface OutputPage {
	readonly lines: readonly NumberedLine[];
	/** of the whole output */
	readonly totalLines: number;
}

export interface NumberedLine {
	/** from 1 */
	readonly line: number;
	readonly text: string;
}

/**
 * Lines of an output from `offset` on, from its end when negative, as many as the limits allow. The whole output is
 * read for its number of lines, but never held.
 */
export async function outputPage(
	chunks: () => AsyncIterable<Buffer>,
	offset: number,
	limits: OutputLimits,
	signal: AbortSignal,
): Promise<OutputPage> {
	const start = offset < 0 ? Math.max(1, (await countLines(chunks(), signal)) + offset + 1) : offset;
	const collector = new LineCollector({
		ranges: [{ start, end: Math.min(endOfFile, start + limits.maxLines - 1) }],
		maxLineChars,
		maxChars: limits.maxBytes,
		charsPerLine,
	});
	await collect(chunks(), collector, signal);
	const [block] = collector.blocks;
	const lines = (block?.lines ?? []).map((text, index) => ({ line: start + index, text }));
	return { lines, totalLines: collector.totalLines };
}

async function countLines(chunks: AsyncIterable<Buffer>, signal: AbortSignal): Promise<number> {
	const counter = new LineCollector({ ranges: [], maxLineChars, maxChars: 0, charsPerLine });
	await collect(chunks, counter, signal);
	return counter.totalLines;
}

async function collect(
	chunks: AsyncIterable<Buffer>,
	collector: LineCollector,
	signal: AbortSignal,
): Promise<void> {
	for await (const chunk of chunks) {
		signal.throwIfAborted();
		collector.push(chunk);
	}
	collector.finish();
}

export function renderLines(lines: readonly NumberedLine[]): string {
	return lines.map(({ line, text }) => `${line} | ${text}`).join("\n");
}
