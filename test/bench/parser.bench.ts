import { formatOf } from "@core/assistant-message/formats";
import { XmlAssistantMessageParser } from "@core/assistant-message/XmlAssistantMessageParser";
import type { StreamChunk } from "@shared/provider";
import type { ToolFormatName } from "@shared/settings";
import type { ToolSyntax } from "@shared/tools";
import type { BenchFigure } from "./BenchFigure";

const megabyte = 1_000_000;

const tools: readonly ToolSyntax[] = [
	{
		name: "write_to_file",
		parameters: [
			{ name: "path", isFreeText: false },
			{ name: "content", isFreeText: true },
		],
	},
	{ name: "execute_command", parameters: [{ name: "command", isFreeText: false }] },
];

const code = [
	"export function total(items: readonly Item[]): number {\n",
	"\tlet sum = 0;\n",
	"\tfor (const item of items) if (item.count < limit) sum += item.count * item.price; // <b>cheap</b>\n",
	"\treturn sum;\n}\n\n",
].join("");

/** A call that writes `size` characters made of `unit`. */
function message(unit: string, size: number): string {
	const content = unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
	return `I will write it.\n\n<write_to_file>\n<path>src/a.ts</path>\n<content>\n${content}\n</content>\n</write_to_file>`;
}

/** How fast an answer streams through the XML parser, with all its previews. */
export async function run(): Promise<BenchFigure[]> {
	const small = message(code, megabyte);
	const large = message(code, 2 * megabyte);
	const markup = message("<li><a href='#'>one</a></li>\n", megabyte);
	const prose = code.repeat(Math.ceil(megabyte / code.length));
	const ms = fastest({
		bare: () => joinChunks(small, 4),
		fine: () => parse(small, 4),
		fineLarge: () => parse(large, 4),
		coarse: () => parse(small, 4096),
		coarseLarge: () => parse(large, 4096),
		markup: () => parse(markup, 4),
		prose: () => parse(prose, 4096),
	});
	return [
		atMost("chunks of 4, time against a bare loop", ms.fine / ms.bare, 4, "×"),
		atLeast("chunks of 4", speed(small, ms.fine), 10, "MB/s"),
		atLeast("chunks of 4, markup", speed(markup, ms.markup), 10, "MB/s"),
		atLeast("chunks of 4 KiB", speed(small, ms.coarse), 100, "MB/s"),
		atMost("2 MB against 1 MB, chunks of 4", ms.fineLarge / ms.fine, 2.2, "×"),
		atMost("2 MB against 1 MB, chunks of 4 KiB", ms.coarseLarge / ms.coarse, 2.2, "×"),
		atLeast("prose, chunks of 4 KiB", speed(prose, ms.prose), 50, "MB/s"),
		atMost("worst made-up message, 1 MB", worstMs(), 1000, "ms"),
		atMost("worst made-up message in ReAct, 1 MB", worstReActMs(), 1000, "ms"),
		atMost("worst made-up native call, 1 MB", worstNativeMs(), 1000, "ms"),
	];
}

/** What slicing and keeping the text costs by itself. */
function joinChunks(text: string, size: number): number {
	const chunks: string[] = [];
	for (let at = 0; at < text.length; at += size) chunks.push(text.slice(at, at + size));
	return chunks.join("").length;
}

function parse(text: string, size: number): number {
	let blocks = 0;
	const limits = { maxMessageChars: 4 * megabyte, maxParameterChars: 4 * megabyte };
	const ids = { block: () => `b${++blocks}`, call: () => `c${++blocks}` };
	const parser = new XmlAssistantMessageParser(tools, limits, ids);
	let events = 0;
	for (let at = 0; at < text.length; at += size) {
		events += parser.push({ type: "text", text: text.slice(at, at + size) }).length;
	}
	return events + parser.finish().length;
}

/** Messages that make a careless parser look at text again and again. */
function worstMs(): number {
	const open = "<write_to_file><path>a</path><content>";
	const units = [
		`${open}x</content></write_to_file>\n`,
		`${open}`,
		"</content>",
		"</content></write_to_file>",
		"</content><path>",
		"<content>",
		"`\n<write_to_file>",
		"<execute_command><command>",
		"<think></think>",
		"```\n",
		"]]></content>",
		`${open}<![CDATA[`,
		" ",
	];
	const texts = units.flatMap((unit) =>
		[unit, open + unit].map((start) => start + unit.repeat(megabyte / unit.length)),
	);
	return Math.max(...texts.map((text) => fastest({ text: () => parse(text, 16) }, 2).text));
}

function worstReActMs(): number {
	const open = 'Action: write_to_file(content="""';
	const units = [
		open,
		'"""',
		'"""\n \t',
		'"" ',
		'")',
		"\n ",
		"\nObservatio",
		"\n**Final Answer",
		"Action: ",
		"A",
		"`\nAction: read_file(",
		"<think>Action: read_file(",
		"```\n",
		"[",
		"{'a':",
		"\\u00",
		"a=1,",
		" ",
	];
	const starts = ["", open, 'Action: write_to_file(content="', "Action: x(", "Action: x({", "Final Answer: "];
	const texts = starts.flatMap((start) => units.map((unit) => start + unit.repeat(megabyte / unit.length)));
	return Math.max(...texts.map((text) => fastest({ text: () => parseIn("react", asText(text)) }, 2).text));
}

function worstNativeMs(): number {
	const units = ['"', '\\"', "\\u00e9", "{", "[", '{"a":', '"a":1,', " ", "x"];
	const starts = ["", "{", '{"path":"', '{"path":['];
	const texts = starts.flatMap((start) => units.map((unit) => start + unit.repeat(megabyte / unit.length)));
	return Math.max(...texts.map((text) => fastest({ text: () => parseIn("native", asCall(text)) }, 2).text));
}

const pieces = (text: string) =>
	Array.from({ length: Math.ceil(text.length / 16) }, (_, at) => text.slice(at * 16, at * 16 + 16));
const asText = (text: string) => pieces(text).map((piece): StreamChunk => ({ type: "text", text: piece }));
const asCall = (text: string) =>
	pieces(text).map((piece): StreamChunk => ({ type: "tool_call", index: 0, name: "x", arguments: piece }));

function parseIn(format: ToolFormatName, chunks: readonly StreamChunk[]): number {
	let id = 0;
	const ids = { block: () => `b${++id}`, call: () => `c${++id}` };
	const limits = { maxMessageChars: 4 * megabyte, maxParameterChars: 4 * megabyte };
	const parser = formatOf(format).createParser(tools, limits, ids);
	let events = 0;
	for (const chunk of chunks) events += parser.push(chunk).length;
	return events + parser.finish().length;
}

function timed(action: () => unknown): number {
	const start = performance.now();
	action();
	return performance.now() - start;
}

/** The least time of each, in turns: a busy machine then slows all of them alike. */
function fastest<K extends string>(
	actions: Readonly<Record<K, () => unknown>>,
	rounds = 15,
): Record<K, number> {
	const names = Object.keys(actions) as K[];
	const times = names.map(() => Number.POSITIVE_INFINITY);
	for (let round = 0; round < rounds; round++) {
		for (const [index, name] of names.entries()) {
			times[index] = Math.min(times[index] ?? 0, timed(actions[name]));
		}
	}
	return Object.fromEntries(names.map((name, index) => [name, times[index] ?? 0])) as Record<K, number>;
}

function speed(text: string, ms: number): number {
	return text.length / 1000 / ms;
}

function atMost(name: string, value: number, limit: number, unit: string): BenchFigure {
	return { name, value: rounded(value), unit, target: `≤ ${limit}`, ok: value <= limit };
}

function atLeast(name: string, value: number, limit: number, unit: string): BenchFigure {
	return { name, value: rounded(value), unit, target: `≥ ${limit}`, ok: value >= limit };
}

function rounded(value: number): number {
	return Math.round(value * 100) / 100;
}
