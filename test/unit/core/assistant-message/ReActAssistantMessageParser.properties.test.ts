import { formatOf } from "@core/assistant-message/formats";
import type { StreamChunk } from "@shared/provider";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	chunked,
	coalesce,
	countingIds,
	outcomes,
	type ParseOptions,
	parse,
	sourceOf,
	tools,
} from "./parserHarness";
import { cutAnyhow, mixedAnswer, plainProse } from "./protocolText";
import { reactText } from "./reactText";
import { disorder } from "./wellFormed";

/** More by hand: FUZZ_RUNS=50000 */
const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 400) };
const react = (chunks: readonly (string | StreamChunk)[], options: ParseOptions = {}) =>
	parse(chunks, { ...options, format: "react" });

describe("properties of the ReAct parser", () => {
	test("its output is the same for every way of cutting the text", () => {
		const cut = reactText.chain((text) => fc.tuple(fc.constant(text), cutAnyhow(text), fc.boolean()));
		fc.assert(
			fc.property(cut, ([text, chunks, isCut]) => {
				const whole = react([text], { isCut });
				for (const pieces of [chunks, chunked(text, 1)]) {
					const streamed = react(pieces, { isCut });
					expect(coalesce(streamed.events)).toEqual(coalesce(whole.events));
					expect(streamed.ignored).toEqual(whole.ignored);
				}
			}),
			runs,
		);
	});

	test("its output is the same for every way of cutting text and thoughts that alternate", () => {
		fc.assert(
			fc.property(mixedAnswer(reactText), fc.boolean(), (answer, isCut) => {
				const [whole, ...others] = ([0, 1, 2] as const).map((way) =>
					react(
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

	test("text, reasoning and the call, put together, are the message up to where it is over", () => {
		fc.assert(
			fc.property(reactText, (text) => {
				const { events } = react(chunked(text, 3));
				const source = sourceOf(events);
				expect(text.startsWith(source)).toBe(true);
				const hasCall = outcomes(events).some((outcome) => "call" in outcome);
				if (!hasCall) expect(source).toBe(text);
			}),
			runs,
		);
	});

	test("one call at most, and nothing behind it", () => {
		fc.assert(
			fc.property(reactText, (text) => {
				const kinds = outcomes(react([text]).events).map((outcome) => "call" in outcome);
				expect(kinds.slice(0, -1)).not.toContain(true);
			}),
			runs,
		);
	});

	test("prose reaches its delta within 64 characters", () => {
		fc.assert(
			fc.property(plainProse, (text) => {
				const parser = formatOf("react").createParser(
					tools,
					{ maxMessageChars: 1e6, maxParameterChars: 1e6 },
					countingIds(),
				);
				let shown = 0;
				for (let at = 0; at < text.length; at++) {
					for (const event of parser.push({ type: "text", text: text.charAt(at) }))
						if (event.type === "text_delta") shown += event.text.length;
					expect(shown - (at + 1)).toBeGreaterThanOrEqual(-64);
				}
			}),
			runs,
		);
	});

	test("events stand in order, and nothing throws, for damaged messages with reasoning in between", () => {
		const chunk: fc.Arbitrary<StreamChunk> = fc.oneof(
			{ weight: 6, arbitrary: reactText.map((text) => ({ type: "text" as const, text })) },
			{ weight: 2, arbitrary: fc.string().map((text) => ({ type: "reasoning" as const, text })) },
			fc.constant({ type: "reasoning_signature" as const, signature: "s" }),
			fc.constant({ type: "stop" as const, reason: "end" as const }),
			fc.string({ unit: "binary" }).map((text) => ({ type: "text" as const, text })),
		);
		fc.assert(
			fc.property(fc.array(chunk, { maxLength: 8 }), fc.boolean(), fc.nat(200), (chunks, isCut, limit) => {
				const limits = { maxMessageChars: 2 * limit, maxParameterChars: limit };
				expect(disorder(react(chunks, { isCut, limits }).events)).toBeUndefined();
			}),
			runs,
		);
	});
});
