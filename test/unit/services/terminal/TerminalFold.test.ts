import { TerminalFold } from "@services/terminal/TerminalFold";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

function fold(...chunks: string[]): string {
	const terminal = new TerminalFold();
	return chunks.map((chunk) => terminal.push(chunk)).join("") + terminal.finish();
}

describe("TerminalFold", () => {
	it.each([
		["plain text", "a\nb", "a\nb"],
		["CRLF", "a\r\nb\r\n", "a\nb\n"],
		["two returns before a line feed", "a\r\r\nb", "a\nb"],
		["a progress bar keeps its last state", "10%\r50%\r100%\ndone", "100%\ndone"],
		["a shorter redraw leaves the rest, as a terminal does", "abcdef\rXY\n", "XYcdef\n"],
		["erase to the end of the line", "abcdef\rXY\u001b[K\n", "XY\n"],
		["erase the whole line", "abcdef\u001b[2K\rXY\n", "XY\n"],
		["backspace overwrites", "a\bb", "b"],
		["overstrike of man pages", "N\bNA\bA", "NA"],
		["backspace stops at the margin", "\b\b\bx", "x"],
		["colours go", "\u001b[1;31mred\u001b[0m\n", "red\n"],
		["8-bit CSI goes", "\u009b31mred", "red"],
		["OSC title ended by BEL goes", "\u001b]0;evil title\u0007ok", "ok"],
		["OSC ended by ST goes", "\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\", "link"],
		["8-bit OSC goes", "\u009d52;c;ZXZpbA==\u009cok", "ok"],
		[
			"DCS, APC, PM and SOS go",
			"\u001bPq#0\u001b\\a\u001b_x\u001b\\b\u001b^x\u001b\\c\u001bXx\u001b\\d",
			"abcd",
		],
		["character set selection goes", "\u001b(Bok", "ok"],
		["an OSC that never ends gives way to the next line", "\u001b]0;title\nnext", "\nnext"],
		["an OSC that never ends gives way to the next sequence", "\u001b]0;title\u001b[31mred", "red"],
		["a CSI that never ends gives way to the next line", "\u001b[31\nnext", "\nnext"],
		["other controls go", "a\u0000b\u0007c\u007fd\u000ce", "abcde"],
		["tabs stay", "a\tb", "a\tb"],
		["cursor up goes to a new line", "one\u001b[1Atwo", "one\ntwo"],
		["cursor up on an empty line adds none", "one\n\u001b[1A\u001b[2Ktwo\n", "one\ntwo\n"],
		["cursor forward past the end is a space", "a\u001b[20Cb", "a b"],
		["column 1 overwrites", "abc\u001b[1GX", "Xbc"],
		["a hostile column stays inside the line", "ab\u001b[999999999Gc", "abc"],
		["wide characters and emoji", "ä€😀\r\nü", "ä€😀\nü"],
		["half an overwritten emoji is no lone surrogate", "😀\rx\n", "x\ufffd\n"],
	])("%s", (_name, input, expected) => {
		expect(fold(input)).toBe(expected);
	});

	it("gives the same for every way of cutting the input", () => {
		const piece = fc.constantFrom(
			"a",
			"bc",
			"\n",
			"\r",
			"\b",
			"\u001b",
			"[",
			"31",
			"m",
			"K",
			"]0;t",
			"\u0007",
			"\\",
			"ä",
			"\u009b",
			"2",
			"A",
			"G",
			" ",
		);
		fc.assert(
			fc.property(
				fc.array(piece, { maxLength: 60 }),
				fc.array(fc.nat(60), { maxLength: 6 }),
				(pieces, cuts) => {
					const text = pieces.join("");
					const places = [
						0,
						...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b),
						text.length,
					];
					const chunks = places.slice(1).map((end, index) => text.slice(places[index], end));
					expect(fold(...chunks)).toBe(fold(text));
				},
			),
			{ numRuns: 500 },
		);
	});

	it("settles whole lines and keeps the last one open", () => {
		const terminal = new TerminalFold();
		expect(terminal.push("one\ntwo")).toBe("one\n");
		expect(terminal.open).toBe("two");
		expect(terminal.push("\rTWO\n")).toBe("TWO\n");
		expect(terminal.open).toBe("");
	});

	it("settles a line without an end in pieces, and does not garble them when it is redrawn", () => {
		const terminal = new TerminalFold();
		const long = "x".repeat(60_000);
		const settled = terminal.push(long) + terminal.push(long) + terminal.push("\rnew") + terminal.finish();
		expect(settled).toBe(`${long}${long}\nnew`);
	});

	it("adds no line when such a long line ends with CRLF", () => {
		const terminal = new TerminalFold();
		const long = "x".repeat(100_000);
		expect(terminal.push(long) + terminal.push("\r\n") + terminal.push("next") + terminal.finish()).toBe(
			`${long}\nnext`,
		);
	});

	it("is linear in a line that is redrawn a million times", () => {
		const terminal = new TerminalFold();
		const redraws = `${"y".repeat(60_000)}${"\rz".repeat(1_000_000)}\n`;
		const start = performance.now();
		const settled = terminal.push(redraws);
		expect(settled.length).toBe(60_001);
		// a quadratic fold would move 60 GB here
		expect(performance.now() - start).toBeLessThan(5000);
	});

	it("holds nothing of a control string that never ends", () => {
		const terminal = new TerminalFold();
		let settled = terminal.push("\u001b]52;c;");
		for (let i = 0; i < 100; i++) settled += terminal.push("A".repeat(10_000));
		expect(settled + terminal.open).toBe("");
		expect(terminal.push("\u0007ok\n")).toBe("ok\n");
	});
});
