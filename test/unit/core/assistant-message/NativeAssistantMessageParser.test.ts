import { NativeAssistantMessageParser } from "@core/assistant-message/NativeAssistantMessageParser";
import type { StreamChunk } from "@shared/provider";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunked, coalesce, countingIds, outcomes, type ParseOptions, parse, tools } from "./parserHarness";
import { disorder } from "./wellFormed";

type CallChunk = Extract<StreamChunk, { type: "tool_call" }>;

function chunk(index: number, args: string, name?: string): CallChunk {
	return {
		type: "tool_call",
		index,
		arguments: args,
		...(name === undefined ? {} : { name, id: `id${index}` }),
	};
}

/** A call whose arguments come in pieces. */
function call(index: number, name: string, args: string, size = 3): CallChunk[] {
	return [chunk(index, "", name), ...chunked(args, size).map((piece) => chunk(index, piece))];
}

const native = (chunks: readonly (string | StreamChunk)[], options: ParseOptions = {}) =>
	parse(chunks, { ...options, format: "native" });
const read = (args: string, options?: ParseOptions) =>
	outcomes(native(call(0, "read_file", args), options).events);

describe("native calls", () => {
	test("text, thoughts and several calls, each with its own values", () => {
		const { events } = native([
			{ type: "reasoning", text: "hm" },
			{ type: "reasoning_signature", signature: "s" },
			"I read.",
			...call(0, "read_file", '{"path": "a", "start_line": 3}'),
			...call(1, "read_file", '{"path":"b"}'),
		]);
		expect(outcomes(events)).toEqual([
			{ thinking: "hm" },
			{ text: "I read." },
			{ call: "read_file", params: { path: "a", start_line: 3 } },
			{ call: "read_file", params: { path: "b" } },
		]);
		expect(disorder(events)).toBeUndefined();
	});

	test("a call keeps its arguments verbatim", () => {
		const source = '{ "path" :\t"\\u0061" }\n';
		const completed = native(call(0, "read_file", source)).events.at(-1);
		expect(completed).toMatchObject({ type: "call_completed", call: { source, params: { path: "a" } } });
	});

	test("a call is shown from its name on, strings as they come, other values at their end", () => {
		const parser = new NativeAssistantMessageParser(
			tools,
			{ maxMessageChars: 1e6, maxParameterChars: 1e6 },
			countingIds(),
		);
		const seen = ["", '{"path":"sr', "c\\", "n\\u00", 'e9","args":[1', ",2]", "}"].map((piece, index) =>
			parser.push(chunk(0, piece, index === 0 ? "read_file" : undefined)),
		);
		const delta = (text: string) => ({ type: "param_delta", callId: "c1", param: "path", text });
		expect(seen).toEqual([
			[{ type: "call_started", callId: "c1", name: "read_file" }],
			[delta("sr")],
			[delta("c")],
			[delta("\n")],
			[delta("é"), { type: "param_end", callId: "c1", param: "path", value: "src\né" }],
			[{ type: "param_end", callId: "c1", param: "args", value: "[1,2]" }],
			[],
		]);
	});

	test("a whole call is handed over as soon as something else begins", () => {
		const parser = new NativeAssistantMessageParser(
			tools,
			{ maxMessageChars: 1e6, maxParameterChars: 1e6 },
			countingIds(),
		);
		parser.push(chunk(0, '{"path":"a"}', "read_file"));
		const events = parser.push(chunk(1, "", "read_file"));
		expect(events.map((event) => event.type)).toEqual(["call_completed", "call_started"]);
	});

	test("calls whose pieces are mixed do not interleave", () => {
		const first = call(0, "read_file", '{"path":"first"}');
		const second = call(1, "execute_command", '{"command":"second"}');
		const mixed = second.flatMap((piece, at) => [...(first[at] === undefined ? [] : [first[at]]), piece]);
		const { events } = native([...mixed, "end"]);
		expect(disorder(events)).toBeUndefined();
		expect(outcomes(events)).toEqual([
			{ call: "read_file", params: { path: "first" } },
			{ call: "execute_command", params: { command: "second" } },
			{ text: "end" },
		]);
	});

	test("a name that comes behind its arguments", () => {
		const { events } = native([chunk(0, '{"pa'), chunk(0, 'th":"a"}', "read_file")]);
		expect(outcomes(events)).toEqual([{ call: "read_file", params: { path: "a" } }]);
	});

	test.each([
		["no arguments", ""],
		["an empty object", " {} "],
		["null, which is as good as left out", '{"path":null}'],
	])("%s", (_name, args) => {
		expect(read(args)).toEqual([{ call: "read_file", params: {} }]);
	});

	test.each([
		["functions.read_file", "read_file"],
		["read_file<|channel|>commentary", "read_file"],
		["nonsense", "nonsense"],
	])("the name %s", (name, expected) => {
		expect(outcomes(native(call(0, name, "{}")).events)).toEqual([{ call: expected, params: {} }]);
	});

	test("a call that is written as text stays text", () => {
		const text = "<read_file>\n<path>a</path>\n</read_file>\nAction: read_file({})";
		expect(outcomes(native([text]).events)).toEqual([{ text }]);
	});

	test("a payload of encrypted thoughts is a block of its own, also behind a thought", () => {
		const { events } = native([
			{ type: "reasoning", text: "seen" },
			{ type: "reasoning_signature", signature: "redacted_thinking:xyz" },
			"text",
		]);
		expect(events.filter((event) => event.type === "reasoning_end")).toEqual([
			{ type: "reasoning_end", blockId: "b1", text: "seen" },
			{ type: "reasoning_end", blockId: "b2", text: "", signature: "redacted_thinking:xyz" },
		]);
	});
});

describe("what is no whole JSON object is refused", () => {
	const refused = (args: string, options?: ParseOptions) => {
		const [outcome] = read(args, options);
		return outcome !== undefined && "call" in outcome ? (outcome.problem ?? "runs") : "no call";
	};

	test.each([
		["cut within a string", '{"path":"a', /end after 10 characters, incomplete\./],
		["cut behind a value", '{"path":"a"', /incomplete/],
		["two objects", '{"path":"a"}{"path":"b"}', /no valid JSON/],
		["text behind it", '{"path":"a"} and so on', /no valid JSON/],
		["a list", '["a"]', /no JSON object/],
		["a string", '"a"', /no JSON object/],
		["single quotes", "{'path':'a'}", /name in quotes was expected, but there is "'"/],
		["a raw line break", '{"path":"a\nb"}', /no valid JSON/],
		["an escape that is none", '{"path":"\\d"}', /no valid JSON/],
		["a trailing comma", '{"path":"a",}', /name in quotes/],
		["no comma", '{"path":"a" "args":"b"}', /a comma or } was expected near "path"/],
		["no value", '{"path":}', /a value was expected/],
		["a bad number", '{"path":"a","start_line":1x}', /no valid JSON/],
		["a bad list", '{"path":[1,}', /no valid JSON|incomplete/],
	])("%s", (_name, args, expected) => {
		expect(refused(args)).toMatch(expected);
	});

	test("a parameter that is given twice", () => {
		expect(refused('{"path":"a","path":"b"}')).toMatch(/given "path" twice/);
	});

	test("a call that the stream's end cut says so", () => {
		expect(refused('{"path":"a', { isCut: true })).toMatch(/because the message was cut off/);
		expect(refused("", { isCut: true })).toMatch(/because the message was cut off/);
	});

	test("a whole call in front of the cut one runs", () => {
		const { events } = native([...call(0, "read_file", '{"path":"a"}'), ...call(1, "read_file", '{"pa')], {
			isCut: true,
		});
		expect(outcomes(events)).toMatchObject([{ params: { path: "a" } }, { problem: expect.any(String) }]);
		expect(outcomes(events)[0]).not.toHaveProperty("problem");
	});

	test("a call without a name", () => {
		expect(outcomes(native([chunk(0, "{}")]).events)).toMatchObject([
			{ call: "", problem: expect.stringContaining("names no tool") },
		]);
	});

	test("past the limits, with limit and size", () => {
		const args = JSON.stringify({ path: "x".repeat(101) });
		const limits = { maxParameterChars: 100 };
		expect(refused(args, { limits })).toMatch(
			/call_too_large: .*"path" has 101 characters, the limit is 100/,
		);
		expect(refused(args, { limits: { maxMessageChars: 100 } })).toMatch(/the message up to its end has 112/);
	});
});

describe("properties", () => {
	const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 300) };
	const args = fc.oneof(
		fc
			.dictionary(fc.constantFrom("path", "content", "args", "x\n", "__proto__"), fc.jsonValue())
			.map((value) => JSON.stringify(value)),
		fc.tuple(fc.jsonValue(), fc.nat(20)).map(([value, cut]) => JSON.stringify(value).slice(cut)),
		fc
			.array(fc.constantFrom("{", "}", '"', "\\", "\\u00e9", "[", "]", ":", ",", "a", "1", "null", " "), {
				maxLength: 14,
			})
			.map((pieces) => `{${pieces.join("")}`),
	);

	test("the output is the same for every way of cutting the arguments", () => {
		fc.assert(
			fc.property(args, fc.integer({ min: 1, max: 9 }), fc.boolean(), (text, size, isCut) => {
				const whole = native(call(0, "write_to_file", text, 1e6), { isCut }).events;
				for (const pieces of [size, 1])
					expect(coalesce(native(call(0, "write_to_file", text, pieces), { isCut }).events)).toEqual(
						coalesce(whole),
					);
			}),
			runs,
		);
	});

	test("what runs is what the JSON says, and nothing else runs", () => {
		fc.assert(
			fc.property(args, (text) => {
				const [outcome] = outcomes(native(call(0, "write_to_file", text, 4)).events);
				if (outcome === undefined || !("call" in outcome) || outcome.problem !== undefined) return;
				const expected = Object.entries(JSON.parse(text === "" ? "{}" : text) as object).filter(
					([, value]) => value !== null,
				);
				expect(Object.entries(outcome.params)).toEqual(expected);
			}),
			runs,
		);
	});

	test("an object that JSON.stringify made always runs, and its strings were shown as they are", () => {
		fc.assert(
			fc.property(
				fc.dictionary(fc.constantFrom("path", "content", "args"), fc.string({ unit: "binary" })),
				(params) => {
					const { events } = native(call(0, "write_to_file", JSON.stringify(params), 2));
					expect(outcomes(events)).toEqual([{ call: "write_to_file", params: { ...params } }]);
					const shown: Record<string, string> = Object.fromEntries(
						Object.keys(params).map((name) => [name, ""]),
					);
					for (const event of events) if (event.type === "param_delta") shown[event.param] += event.text;
					expect(shown).toEqual({ ...params });
				},
			),
			runs,
		);
	});

	test("events stand in order, and nothing throws, however a server mixes its chunks", () => {
		const any: fc.Arbitrary<StreamChunk> = fc.oneof(
			{
				weight: 4,
				arbitrary: fc.tuple(fc.nat(2), args).map(([index, text]) => chunk(index, text, "read_file")),
			},
			{ weight: 2, arbitrary: fc.tuple(fc.nat(3), fc.string()).map(([index, text]) => chunk(index, text)) },
			fc.string().map((text) => ({ type: "text" as const, text })),
			fc.string().map((text) => ({ type: "reasoning" as const, text })),
			fc.constant({ type: "reasoning_signature" as const, signature: "s" }),
		);
		fc.assert(
			fc.property(fc.array(any, { maxLength: 10 }), fc.boolean(), fc.nat(60), (chunks, isCut, limit) => {
				const limits = { maxMessageChars: 2 * limit, maxParameterChars: limit };
				expect(disorder(native(chunks, { isCut, limits }).events)).toBeUndefined();
			}),
			runs,
		);
	});
});
