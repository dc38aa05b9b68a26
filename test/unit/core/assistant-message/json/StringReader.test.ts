import { StringReader } from "@core/assistant-message/json/StringReader";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

interface Read {
	readonly text: string;
	/** what follows the literal; undefined: it does not end */
	readonly rest: string | undefined;
	readonly isLong: boolean;
}

function read(source: string, isLenient: boolean, size = source.length): Read {
	let text = "";
	const reader = new StringReader(isLenient, (piece) => {
		text += piece;
	});
	for (let from = 0; from < source.length; from += size) {
		const piece = source.slice(from, from + size);
		const at = reader.read(piece, 0);
		if (reader.isDone) return { text, rest: source.slice(from + at), isLong: reader.isLong };
	}
	return { text, rest: undefined, isLong: reader.isLong };
}

describe("a string literal that comes in pieces", () => {
	test.each([
		["json", '"a\\n\\u00e9\\ud83d\\ude00\\/"x', false, "a\né😀/", "x"],
		["an empty one", '"",', false, "", ","],
		["an empty one, lenient", '"",', true, "", ","],
		["single quotes", "'a\"\\'b'", true, "a\"'b", ""],
		["an escape that is none", '"\\d\\x41"', true, "\\d\\x41", ""],
		["a unicode escape that breaks off", '"\\u12"', true, "\\u12", ""],
		["raw line breaks", '"a\nb"', true, "a\nb", ""],
		["triple quotes", '"""\na\\n"b"\n""" )', true, 'a\\n"b"', ")"],
		["triple quotes with more of them at the end", '"""a"""")', true, 'a"', ")"],
		["triple quotes that something follows", '"""a""" b\n""",', true, 'a""" b', ","],
	])("%s", (_name, source, isLenient, text, rest) => {
		for (let size = 1; size <= source.length; size++)
			expect(read(source, isLenient, size)).toMatchObject({ text, rest });
	});

	test("says when it is long", () => {
		expect(read('"a"', true).isLong).toBe(false);
		expect(read('"a\nb"', true).isLong).toBe(true);
		expect(read('"""a""")', true).isLong).toBe(true);
	});

	test.each(['"a', '"a\\"', '"""a"""', '"""a" )'])("%s does not end", (source) => {
		expect(read(source, true).rest).toBeUndefined();
	});

	test("whatever JSON.stringify wrote is read back, in pieces of any size", () => {
		fc.assert(
			fc.property(
				fc.string({ unit: "binary" }),
				fc.integer({ min: 1, max: 5 }),
				fc.boolean(),
				(value, size, isLenient) => {
					expect(read(`${JSON.stringify(value)},`, isLenient, size)).toMatchObject({
						text: value,
						rest: ",",
					});
				},
			),
		);
	});
});
