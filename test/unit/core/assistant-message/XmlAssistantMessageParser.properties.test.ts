import type { StreamChunk } from "@shared/provider";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunked, coalesce, createParser, parse, sourceOf } from "./parserHarness";
import { cutAnyhow, mixedAnswer, plainProse, protocolText } from "./protocolText";
import { disorder } from "./wellFormed";

/** More by hand: FUZZ_RUNS=50000 */
const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 400) };

describe("properties of the XML parser", () => {
	test("its output is the same for every way of cutting the text", () => {
		const cut = protocolText.chain((text) => fc.tuple(fc.constant(text), cutAnyhow(text), fc.boolean()));
		fc.assert(
			fc.property(cut, ([text, chunks, isCut]) => {
				const whole = parse([text], { isCut });
				for (const pieces of [chunks, chunked(text, 1)]) {
					const streamed = parse(pieces, { isCut });
					expect(coalesce(streamed.events)).toEqual(coalesce(whole.events));
					expect(streamed.ignored).toEqual(whole.ignored);
				}
			}),
			runs,
		);
	});

	test("its output is the same for every way of cutting text and thoughts that alternate", () => {
		fc.assert(
			fc.property(mixedAnswer(protocolText), fc.boolean(), (answer, isCut) => {
				const [whole, ...others] = ([0, 1, 2] as const).map((way) =>
					parse(
						answer.flatMap((segment) => segment[way]),
						{ isCut },
					),
				);
				for (const streamed of others) {
					expect(coalesce(streamed.events)).toEqual(coalesce(whole?.events ?? []));
					expect(streamed.ignored).toEqual(whole?.ignored);
				}
			}),
			runs,
		);
	});

	test("text, reasoning and calls, put together, are the message", () => {
		fc.assert(
			fc.property(protocolText, fc.boolean(), (text, isCut) => {
				expect(sourceOf(parse(chunked(text, 3), { isCut }).events)).toBe(text);
			}),
			runs,
		);
	});

	test("prose reaches its delta within 64 characters", () => {
		fc.assert(
			fc.property(plainProse, (text) => {
				expect(shownWhile(text, "text_delta")).toBeGreaterThanOrEqual(-64);
			}),
			runs,
		);
	});

	test("a free-text value reaches its preview within 64 characters", () => {
		const start = "<write_to_file><path>a</path><content>";
		fc.assert(
			fc.property(plainProse.filter(seemsOpen), (text) => {
				expect(shownWhile(text, "param_delta", start)).toBeGreaterThanOrEqual(-64);
			}),
			runs,
		);
	});

	test("events stand in order, and nothing throws, for damaged messages with reasoning in between", () => {
		const chunk: fc.Arbitrary<StreamChunk> = fc.oneof(
			{ weight: 6, arbitrary: protocolText.map((text) => ({ type: "text" as const, text })) },
			{ weight: 2, arbitrary: fc.string().map((text) => ({ type: "reasoning" as const, text })) },
			fc.constant({ type: "reasoning_signature" as const, signature: "s" }),
			fc.constant({ type: "stop" as const, reason: "end" as const }),
			fc.string({ unit: "binary" }).map((text) => ({ type: "text" as const, text })),
		);
		fc.assert(
			fc.property(fc.array(chunk, { maxLength: 8 }), fc.boolean(), fc.nat(200), (chunks, isCut, limit) => {
				const limits = { maxMessageChars: 2 * limit, maxParameterChars: limit };
				expect(disorder(parse(chunks, { isCut, limits }).events)).toBeUndefined();
			}),
			runs,
		);
	});

	test("a message with pieces deleted, doubled or swapped is still accounted for", () => {
		const damage = fc.array(fc.tuple(fc.nat(), fc.nat(30), fc.constantFrom("delete", "double", "move")), {
			maxLength: 4,
		});
		fc.assert(
			fc.property(protocolText, damage, (text, edits) => {
				const damaged = edits.reduce(
					(result, [at, length, kind]) => damageText(result, at, length, kind),
					text,
				);
				const { events } = parse(chunked(damaged, 5));
				expect(disorder(events)).toBeUndefined();
				expect(sourceOf(events)).toBe(damaged);
			}),
			runs,
		);
	});
});

/** Behind what seems to be the call's end nothing is shown before the message is whole. */
function seemsOpen(text: string): boolean {
	return !/<\/content>\s*<(\/write_to_file|line_count)>/.test(text);
}

/** The largest lag of deltas behind the text, as a negative number of characters, fed one at a time. */
function shownWhile(text: string, type: "text_delta" | "param_delta", start = ""): number {
	const parser = createParser();
	parser.push({ type: "text", text: start });
	let lag = 0;
	let shown = 0;
	for (let at = 0; at < text.length; at++) {
		for (const event of parser.push({ type: "text", text: text.charAt(at) })) {
			if (event.type === type) shown += event.text.length;
		}
		lag = Math.min(lag, shown - (at + 1));
	}
	return lag;
}

function damageText(text: string, at: number, length: number, kind: string): string {
	const start = text.length === 0 ? 0 : at % text.length;
	const piece = text.slice(start, start + length);
	if (kind === "double") return text.slice(0, start) + piece + text.slice(start);
	const without = text.slice(0, start) + text.slice(start + length);
	return kind === "delete" ? without : without + piece;
}
