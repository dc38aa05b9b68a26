import type { StreamChunk } from "@shared/provider";
import fc from "fast-check";
import { chunked, tools } from "./parserHarness";

const names = tools.map((tool) => tool.name);
const parameters = [...new Set(tools.flatMap((tool) => tool.parameters.map((parameter) => parameter.name)))];

const name = fc.constantFrom(...names, "write_to_file", "write_to_file", "read_file", "foo");
const parameter = fc.constantFrom(...parameters, "content", "content", "path", "bar");
const tag = fc
	.tuple(fc.constantFrom("<", "</"), fc.oneof(name, parameter, fc.constantFrom("thinking", "think")))
	.map(([open, inner]) => `${open}${inner}>`);
const partialTag = fc
	.tuple(tag, fc.integer({ min: 1, max: 12 }))
	.map(([text, length]) => text.slice(0, length));
const space = fc.constantFrom("\n", "\n", " ", "  ", "\r\n", "\t", "\n\n", "\r", " ".repeat(70));
const mark = fc.constantFrom(
	"`",
	"``",
	"```",
	"```xml\n",
	"````",
	"~~~",
	"~~~\n",
	"- ",
	"1. ",
	"> ",
	"\\",
	"    ",
);
const cdata = fc.constantFrom("<![CDATA[", "]]>", "<![CDATA", "]]", "&lt;", "<", ">", "]");
const word = fc.constantFrom("a", "text about it", "x<y", "ünïcode 🐢", "0");

const piece: fc.Arbitrary<string> = fc.oneof(
	{ weight: 6, arbitrary: tag },
	{ weight: 1, arbitrary: partialTag },
	{ weight: 4, arbitrary: space },
	{ weight: 2, arbitrary: mark },
	{ weight: 2, arbitrary: cdata },
	{ weight: 2, arbitrary: word },
);

/** Anything at all, made of the pieces that a parser has rules for. */
const soup = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

/** Calls that are mostly well-formed, with values that hold protocol text. */
const call: fc.Arbitrary<string> = fc
	.tuple(
		fc.constantFrom(...tools),
		fc.array(fc.oneof(fc.constantFrom("value", "\nlines\nof it\n", "<![CDATA[x]]>"), soup), { maxLength: 3 }),
		fc.constantFrom("", "\n", " \r\n"),
	)
	.map(([tool, values, gap]) => {
		const body = tool.parameters
			.slice(0, Math.max(1, values.length))
			.map((entry, index) => `${gap}<${entry.name}>${values[index] ?? "v"}</${entry.name}>`);
		return `<${tool.name}>${body.join("")}${gap}</${tool.name}>`;
	});

const fenced = fc
	.tuple(fc.constantFrom("```", "~~~~", "`"), call)
	.map(([fence, text]) => `${fence}\n${text}\n${fence}`);
const thought = fc.oneof(soup, call).map((text) => `<thinking>${text}</thinking>`);

/** Messages biased to tags, partial tags, fences and nested protocol text. */
export const protocolText: fc.Arbitrary<string> = fc
	.array(fc.oneof(soup, call, call, fenced, thought, fc.constantFrom("\n", "prose\n", " ")), { maxLength: 6 })
	.map((parts) => parts.join(""));

/** A text cut into chunks somehow. */
export function cutAnyhow(text: string): fc.Arbitrary<string[]> {
	return fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }).map((sizes) => {
		const chunks: string[] = [];
		for (let at = 0, turn = 0; at < text.length; turn++) {
			const size = sizes[turn % sizes.length] ?? 1;
			chunks.push(text.slice(at, at + size));
			at += size;
		}
		return chunks;
	});
}

/** An answer of texts, thoughts and signatures: as it is, cut somehow, and a character at a time. */
export function mixedAnswer(
	text: fc.Arbitrary<string>,
): fc.Arbitrary<readonly (readonly [whole: StreamChunk[], cut: StreamChunk[], single: StreamChunk[]])[]> {
	const ways = (type: "text" | "reasoning", value: string, cut: readonly string[]) => {
		const chunks = (pieces: readonly string[]) => pieces.map((piece): StreamChunk => ({ type, text: piece }));
		return [chunks([value]), chunks(cut), chunks(chunked(value, 1))] as const;
	};
	const signature: StreamChunk = { type: "reasoning_signature", signature: "s" };
	const said = text.chain((value) => cutAnyhow(value).map((cut) => ways("text", value, cut)));
	const thought = fc.string().chain((value) => cutAnyhow(value).map((cut) => ways("reasoning", value, cut)));
	const signed = fc.constant([[signature], [signature], [signature]] as const);
	const segment = fc.oneof({ weight: 3, arbitrary: said }, thought, signed);
	return fc.array(
		segment.map(([whole, cut, single]) => [[...whole], [...cut], [...single]] as const),
		{ maxLength: 6 },
	);
}

/** Prose with all that may be held back for a while, but without calls. */
export const plainProse: fc.Arbitrary<string> = fc
	.array(
		fc.oneof(
			partialTag,
			fc.constantFrom(
				"word ",
				"x<y ",
				"<b>",
				"`<read_file>` ",
				"<foo>",
				"</content> x",
				"</write_to_file>",
				"]]>",
			),
			fc.constantFrom(
				"\n",
				"\r\n",
				"\n\n",
				"\n```xml\n<read_file>\n```\n",
				"ünïcode 🐢",
				"- ",
				"<read_file>\n\t x",
			),
		),
		{ maxLength: 60 },
	)
	.map((pieces) => `.${pieces.join("")}`)
	.filter((text) => !/<think/.test(text));
