import { formatOf } from "@core/assistant-message/formats";
import { presentAssistantMessage } from "@core/assistant-message/presentAssistantMessage";
import { createDefaultRegistry } from "@core/tools/defaultTools";
import type { StreamChunk } from "@shared/provider";
import type { ToolFormatName } from "@shared/settings";
import type { BenchFigure } from "./BenchFigure";

const code = [
	"export function total(items: readonly Item[]): number {\n",
	"\tlet sum = 0;\n",
	'\tfor (const item of items) if (item.count < limit) sum += item.count * item.price; // "cheap"\n',
	"\treturn sum;\n}\n\n",
].join("");

const rounds = 31;
/** characters a chunk, and the time between two: 4 KB a second */
const chunkChars = 20;
const chunkMs = 5;

/** What a long call costs while it streams, with every card that is shown of it. */
export async function run(): Promise<BenchFigure[]> {
	const figures: BenchFigure[] = [];
	for (const format of ["native", "react", "xml"] as const) {
		const ms = await fastest({
			half: () => present(format, 100_000),
			whole: () => present(format, 200_000),
			parsing: () => parse(format, 200_000),
		});
		figures.push(
			// What grows with the square would be 4; collecting garbage makes twice the text a little more than twice the work.
			atMost(`${format}, 200 KB shown against 100 KB`, ms.whole / ms.half, 2.8, "×"),
			atMost(`${format}, 200 KB shown`, ms.whole, 400, "ms"),
			atMost(`${format}, 200 KB parsed`, ms.parsing, 100, "ms"),
		);
	}
	return figures;
}

function chunksOf(format: ToolFormatName, size: number): StreamChunk[] {
	const content = code.repeat(Math.ceil(size / code.length)).slice(0, size);
	if (format === "native") {
		const pieces = cut(JSON.stringify({ path: "src/a.ts", content }));
		const begin: StreamChunk = { type: "tool_call", index: 0, id: "x", name: "write_to_file", arguments: "" };
		return [
			begin,
			...pieces.map((piece): StreamChunk => ({ type: "tool_call", index: 0, arguments: piece })),
		];
	}
	const call = { callId: "", name: "write_to_file", params: { path: "src/a.ts", content }, source: "" };
	const [part] = formatOf(format).renderToolCall(call);
	return cut(part?.type === "text" ? part.text : "").map((text) => ({ type: "text", text }));
}

function cut(text: string): string[] {
	const pieces: string[] = [];
	for (let at = 0; at < text.length; at += chunkChars) pieces.push(text.slice(at, at + chunkChars));
	return pieces;
}

function createParser(format: ToolFormatName) {
	let ids = 0;
	const newId = { block: () => `b${++ids}`, call: () => `c${++ids}` };
	const limits = { maxMessageChars: 4_000_000, maxParameterChars: 2_000_000 };
	return formatOf(format).createParser(registry.syntax, limits, newId);
}

const registry = createDefaultRegistry();

async function parse(format: ToolFormatName, size: number): Promise<void> {
	const parser = createParser(format);
	for (const chunk of chunksOf(format, size)) parser.push(chunk);
	parser.finish();
}

/** The message as a task shows it: cards while the call streams, then the call. */
async function present(format: ToolFormatName, size: number): Promise<void> {
	const chunks = chunksOf(format, size);
	let now = 0;
	let cards = 0;
	async function* stream(): AsyncGenerator<StreamChunk> {
		for (const chunk of chunks) {
			now += chunkMs;
			yield chunk;
		}
	}
	await presentAssistantMessage(stream, createParser(format), {
		taskId: "t",
		requestId: "r",
		registry,
		signal: new AbortController().signal,
		mayCallMany: true,
		append: () => {},
		live: () => {
			cards++;
		},
		now: () => now,
		sleep: () => Promise.resolve(),
		run: () => Promise.resolve({ status: "ok", wasEffect: true }),
		skip: () => {},
	});
	if (cards < 50) throw new Error(`Only ${cards} cards were shown.`);
}

/** The least time of each in ms, in turns: a busy machine then slows all of them alike. */
async function fastest<K extends string>(
	actions: Readonly<Record<K, () => Promise<void>>>,
): Promise<Record<K, number>> {
	const entries = Object.entries<() => Promise<void>>(actions);
	const times: Record<string, number> = {};
	for (let round = 0; round < rounds; round++) {
		for (const [name, action] of entries) {
			const start = performance.now();
			await action();
			times[name] = Math.min(times[name] ?? Number.POSITIVE_INFINITY, performance.now() - start);
		}
	}
	return times as Record<K, number>;
}

function atMost(name: string, value: number, limit: number, unit: string): BenchFigure {
	return { name, value: Math.round(value * 100) / 100, unit, target: `≤ ${limit}`, ok: value <= limit };
}
