import {
	decode,
	detectEncoding,
	encode,
	isLossless,
	type TextEncodingName,
	textEncodings,
} from "@services/files/encoding";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const latin = "Grüße aus Köln: “naïve” café – 20 €\n";

/** Texts as files hold them: whole ones, and code with a comment or two. */
const samples: readonly (readonly [TextEncodingName, string])[] = [
	["utf8", "plain ASCII\n"],
	["utf8", "grüße 日本語 🎉\n"],
	["utf8", "\uFEFFwith BOM\n"],
	["utf16le", "\uFEFFabc grüße 日本語\r\n"],
	["utf16be", "\uFEFFabc grüße 日本語\r\n"],
	["utf16le", "no BOM but mostly ASCII: é\n"],
	["utf16be", "no BOM but mostly ASCII: é\n"],
	["windows-1252", latin],
	["windows-1252", "grüße"],
	["windows-1252", "café"],
	["windows-1252", "é"],
	["windows-1252", "señor ¿qué? à la carte © 2024\n"],
	["windows-1251", "Привет, мир! Это комментарий.\n"],
	["windows-1251", "int x; // Комментарий\n"],
	["koi8-r", "Привет, мир! Это комментарий.\n"],
	["gbk", "你好"],
	["gbk", "// 注释 comment\nint main() {}\n"],
	["gbk", "中文测试，你好世界。\r\n这是第二行\r\n"],
	["gb18030", "中文测试，你好世界。𠀀 这是第二行\n"],
	["shift_jis", "こんにちは"],
	["shift_jis", "// 設定を読み込む\nint x;\n"],
	["euc-jp", "日本語のテキストです。\n"],
	["euc-kr", "안녕하세요"],
	["euc-kr", "// 값을 반환한다\nreturn x;\n"],
	["big5", "繁體中文測試，這是一個測試\n"],
	["big5", "// 註解\nint x;\n"],
];

describe("detectEncoding", () => {
	it.each(samples)("knows %s by %j, which comes back byte for byte", (name, text) => {
		const bytes = encode(text, name);
		expect(detectEncoding(bytes)).toBe(name);
		expect(decode(bytes, name)).toBe(text);
		expect(isLossless(bytes, text, name)).toBe(true);
	});

	it("takes an empty file for UTF-8", () => {
		expect(detectEncoding(Buffer.alloc(0))).toBe("utf8");
	});

	it.each([
		["a NUL byte", [0x61, 0x00, 0x62]],
		["NUL bytes on both sides", [0, 0x61, 0x62, 0, 0x61, 0, 0, 0x62]],
		["ASCII with NULs at even distances", [...Buffer.from("abc\0def\n".repeat(3))]],
		["a list of paths with NULs", [...Buffer.from("./a\0./b\0")]],
		["UTF-32", [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]],
		["a PNG's head", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]],
		["control characters", [0xff, 0x01, 0x02, 0x03, 0xfe, 0x04]],
	])("says that %s is binary", (_, bytes) => {
		expect(detectEncoding(Uint8Array.from(bytes))).toBeUndefined();
	});

	it("forgives a character that is cut in two where the bytes may be a file's head", () => {
		const head = Buffer.from("語".repeat(3000)).subarray(0, 8192);
		expect(detectEncoding(head)).toBe("utf8");
		// a whole file that ends so is no lossless UTF-8, and nothing else either
		expect(detectEncoding(head, false)).toBe("utf8");
		expect(isLossless(head, decode(head, "utf8"), "utf8")).toBe(false);
	});

	it.each([
		["windows-1252", latin],
		["gbk", "// 中文测试，你好世界。\n"],
		["shift_jis", "// 設定を読み込む\n"],
		["windows-1251", "// Комментарий\n"],
	] as const)("knows %s by a comment that comes after a hundred thousand bytes of ASCII", (name, text) => {
		const bytes = Buffer.concat([Buffer.from("int x;\n".repeat(15_000)), encode(text, name)]);
		expect(detectEncoding(bytes, false)).toBe(name);
	});

	it("takes UTF-8 with a damaged byte for no other encoding, in which new text would be written", () => {
		const bytes = Buffer.concat([
			Buffer.from("// größer, kürzer, später\n// naïve café\n"),
			Buffer.from([0xe9]),
		]);
		expect(detectEncoding(bytes, false)).toBe("utf8");
		expect(isLossless(bytes, decode(bytes, "utf8"), "utf8")).toBe(false);
	});

	it("calls bytes that fit nothing else Latin-1, which holds any", () => {
		const bytes = Buffer.from([0x61, 0xff, 0x81, 0x20, 0x8d, 0x20, 0x90, 0x20, 0x98]);
		const name = detectEncoding(bytes) ?? "utf8";
		expect(encode(decode(bytes, name), name)).toEqual(bytes);
	});

	it("never takes a file for editable whose bytes would not come back", () => {
		const property = fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
			const name = detectEncoding(bytes, false);
			if (name === undefined) return;
			const text = decode(bytes, name);
			if (isLossless(bytes, text, name)) expect([...encode(text, name)]).toEqual([...bytes]);
		});
		fc.assert(property, { numRuns: 2000 });
	});
});

describe("encode", () => {
	it.each([
		["windows-1252", "ok\nfine\n→ no", '"→" (U+2192) of line 3', "Windows-1252"],
		["gbk", "中文 🎉", '"🎉" (U+1F389) of line 1', "GBK"],
		["shift_jis", "日本\n안녕", '"안" (U+C548) of line 2', "Shift JIS"],
		["latin1", "“", '"“" (U+201C) of line 1', "Latin-1"],
		["utf8", "a\n\ud800", "half a surrogate pair (U+D800) of line 2", "UTF-8"],
	] as const)("names what %s cannot hold", (name, text, character, title) => {
		expect(() => encode(text, name)).toThrow(
			expect.objectContaining({ code: "edit_malformed", message: expect.stringContaining(character) }),
		);
		expect(() => encode(text, name)).toThrow(title);
	});

	it.each(["utf16le", "utf16be"] as const)(
		"keeps half a surrogate pair in %s, where files have it",
		(name) => {
			expect(decode(encode("a\ud800b\udc00", name), name)).toBe("a\ud800b\udc00");
		},
	);

	it("comes back for every well-formed text in the Unicode encodings", () => {
		const property = fc.property(fc.string({ unit: "grapheme" }), (text) => {
			for (const name of ["utf8", "utf16le", "utf16be"] as const) {
				expect(decode(encode(text, name), name)).toBe(text);
			}
		});
		fc.assert(property);
	});

	it.each(textEncodings)("keeps ASCII and line ends in %s", (name) => {
		const text = "a\tb\r\nc\n";
		expect(decode(encode(text, name), name)).toBe(text);
	});
});
