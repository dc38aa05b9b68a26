import { XmlAssistantMessageParser } from "@core/assistant-message/XmlAssistantMessageParser";
import type { ToolSyntax } from "@shared/tools";
import type { BenchFigure } from "./BenchFigure";

const megabyte = 1_000_000;

const tools: readonly ToolSyntax[] = [
	{
		name: "write_to_file",
		aliases: [],
		parameters: [
			{ name: "path", isFreeText: false },
			{ name: "content", isFreeText: true },
		],
	},
	{ name: "execute_command", aliases: [], parameters: [{ name: "command", isFreeText: false }] },
];

const code = [
	"export function total(items: readonly Item[]): number {\n",
	"\tlet sum = 0;\n",
	"\tfor (const item of items) if (item.count < limit) sum += item.count * item.price; // <b>cheap</b>\n",
	"\treturn sum;\n}\n\n",
].join("");

/** A call that writes about `size` characters, prose around it. */
function message(size: number): string {
	const content = code.repeat(Math.ceil(size / code.length)).slice(0, size);
	return `I will write it.\n\n<write_to_file>\n<path>src/a.ts</path>\n<content>\n${content}\n</content>\n</write_to_file>`;
}

/** How fast an answer streams through the XML parser, with all its previews. */
export async function run(): Promise<BenchFigure[]> {
	const small = message(megabyte);
	const large = message(2 * megabyte);
	const bare = best(() => joinChunks(small, 4));
	const fine = best(() => parse(small, 4));
	const coarse = best(() => parse(small, 4096));
	const twice = best(() => parse(large, 4096));
	const prose = best(() => parse(code.repeat(5000), 4096));
	return [
		atMost("parser: chunks of 4, time against a bare loop", fine / bare, 4, "×", rate(small, fine)),
		atLeast("parser: chunks of 4", speed(small, fine), 10, "MB/s", `bare loop ${rate(small, bare)}`),
		atLeast("parser: chunks of 4 KiB", speed(small, coarse), 100, "MB/s"),
		atMost("parser: 2 MB against 1 MB, chunks of 4 KiB", twice / coarse, 2.2, "×"),
		atMost("parser: 2 MB against 1 MB, chunks of 4", best(() => parse(large, 4)) / fine, 2.2, "×"),
		atLeast("parser: prose, chunks of 4 KiB", speed(code.repeat(5000), prose), 50, "MB/s"),
		atMost("parser: worst made-up message, 1 MB", worstMs(), 1000, "ms"),
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
	return Math.max(...texts.map((text) => timed(() => parse(text, 16))));
}

function timed(action: () => unknown): number {
	const start = performance.now();
	action();
	return performance.now() - start;
}

function best(action: () => unknown): number {
	return Math.min(...Array.from({ length: 9 }, () => timed(action)));
}

function speed(text: string, ms: number): number {
	return text.length / 1000 / ms;
}

function rate(text: string, ms: number): string {
	return `${speed(text, ms).toFixed(1)} MB/s`;
}

function atMost(name: string, value: number, limit: number, unit: string, note?: string): BenchFigure {
	return {
		name,
		value,
		unit,
		target: `≤ ${limit}`,
		ok: value <= limit,
		...(note === undefined ? {} : { note }),
	};
}

function atLeast(name: string, value: number, limit: number, unit: string, note?: string): BenchFigure {
	return {
		name,
		value,
		unit,
		target: `≥ ${limit}`,
		ok: value >= limit,
		...(note === undefined ? {} : { note }),
	};
}
