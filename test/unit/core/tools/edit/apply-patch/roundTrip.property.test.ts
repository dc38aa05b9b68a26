import { createTwoFilesPatch, structuredPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patched, runPatch } from "./patchFiles";

/** Few distinct lines, so that most of them repeat; among them everything that either format gives a meaning. */
const line = fc.oneof(
	fc.constantFrom("a", "b", "", "  a", "\ta", "a ", "}", "-- a", "++ b", "-", "+", " ", "@@", "@@ -1 +1 @@"),
	fc.constantFrom(
		"*** End Patch",
		"*** Update File: x",
		"*** End of File",
		"--- a/x",
		"+++ b/x",
		"\\ No newline",
	),
	fc.constantFrom("diff --git a/x b/x", "“a”", "-- ", "2.39.0", "Index: x"),
	fc.stringMatching(/^[^\r\n]{0,12}$/),
);

/** A text and an edited form of it; each line with a throw: 0 drops it, 1 replaces it, 2 and 3 add beside it. */
const pair = fc
	.tuple(fc.array(fc.tuple(line, fc.nat(9), line), { maxLength: 30 }), fc.array(line, { maxLength: 3 }))
	.map(([rolled, end]) => {
		const before = rolled.map(([text]) => text);
		const after = rolled.flatMap(([text, roll, fresh]) => {
			if (roll === 0) return [];
			if (roll === 1) return [fresh];
			if (roll === 2) return [text, fresh];
			return roll === 3 ? [fresh, text] : [text];
		});
		return { before, after: [...after, ...end] };
	});

const runs = { numRuns: 500 };
const ends = fc.constantFrom("\n", "\r\n");

/** A text of lines; the last one ended or not. One empty line without end would be the empty text. */
function textOf(lines: readonly string[], eol: string, isEnded: boolean): string {
	const isNone = lines.length === 0;
	return isNone ? "" : lines.join(eol) + (isEnded || lines.at(-1) === "" ? eol : "");
}

describe("a diff of two texts, applied", () => {
	it.each([0, 1, 3])("gives the second text byte for byte (unified, %i lines of context)", (context) => {
		const property = fc.property(pair, ends, fc.boolean(), fc.boolean(), (texts, eol, wasEnded, isEnded) => {
			const before = textOf(texts.before, eol, wasEnded);
			const after = textOf(texts.after, eol, isEnded);
			fc.pre(before !== after);
			const patch = createTwoFilesPatch("a/a", "b/a", before, after, "", "", { context });
			expect(patched(before, patch)).toBe(after);
		});
		fc.assert(property, runs);
	});

	it("gives the second text byte for byte when both mix line ends (unified)", () => {
		const mixed = fc.array(fc.tuple(line, ends), { maxLength: 20 });
		const property = fc.property(mixed, mixed, (old, now) => {
			const [before, after] = [old, now].map((lines) => lines.map((parts) => parts.join("")).join("")) as [
				string,
				string,
			];
			fc.pre(before !== after);
			const patch = createTwoFilesPatch("a/a", "b/a", before, after, "", "", { context: 1000 });
			expect(patched(before, patch)).toBe(after);
		});
		fc.assert(property, runs);
	});

	it("gives the second text byte for byte (envelope of one hunk, in the file's ends or in LF)", () => {
		const property = fc.property(pair, ends, fc.boolean(), fc.boolean(), (texts, eol, isEnded, isLf) => {
			const before = textOf(texts.before, eol, isEnded);
			const after = textOf(texts.after, eol, isEnded);
			// an envelope has no words for the final newline
			const isBlankEnd = texts.before.at(-1) === "" || texts.after.at(-1) === "";
			fc.pre(before !== after && before !== "" && after !== "" && (isEnded || !isBlankEnd));
			// a file without any line end does not tell which it would take
			fc.pre(!isLf || before.includes("\n"));
			const patch = envelope(before, after, 1000);
			expect(patched(before, isLf ? patch.replaceAll("\r", "") : patch)).toBe(after);
		});
		fc.assert(property, runs);
	});

	it("gives the second text byte for byte (envelope of several hunks, lines unlike each other)", () => {
		const property = fc.property(pair, ends, (texts, eol) => {
			const number = (lines: readonly string[]) => lines.map((text, index) => `${text} ${index}`);
			const before = textOf(number(texts.before), eol, true);
			const kept = new Map(texts.before.map((text, index) => [text, `${text} ${index}`]));
			const after = textOf(
				texts.after.map((text, index) => kept.get(text) ?? `new ${index}`),
				eol,
				true,
			);
			fc.pre(before !== after && before !== "" && after !== "");
			expect(patched(before, envelope(before, after, 1))).toBe(after);
		});
		fc.assert(property, runs);
	});
});

/** As a model writes it: hunks without numbers. */
function envelope(before: string, after: string, context: number): string {
	const { hunks } = structuredPatch("a", "a", before, after, "", "", { context });
	const body = hunks.flatMap((hunk) => ["@@", ...hunk.lines.filter((text) => !text.startsWith("\\"))]);
	return ["*** Begin Patch", "*** Update File: a", ...body, "*** End Patch", ""].join("\n");
}

describe("a patch of several files", () => {
	it("changes, adds and deletes all of them, byte for byte", async () => {
		const texts = fc.tuple(pair, ends, fc.boolean()).map(([{ before, after }, eol, isEnded]) => ({
			before: textOf(before, eol, isEnded),
			after: textOf(after, eol, !isEnded),
		}));
		const property = fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 4 }), async (files) => {
			fc.pre(files.every(({ before, after }) => before !== after && !(before + after).includes("\0")));
			const patch = files.map(({ before, after }, index) => sectionOf(`f ${index}`, before, after)).join("");
			const old = files.flatMap(({ before }, index) =>
				before === "" ? [] : [[`f ${index}`, before] as const],
			);
			const { read } = await runPatch(Object.fromEntries(old), patch);
			for (const [index, { after }] of files.entries()) {
				expect(read(`f ${index}`)).toBe(after === "" ? undefined : after);
			}
		});
		await fc.assert(property, { numRuns: 60 });
	});
});

/** Nothing is no file: it is added, or deleted. */
function sectionOf(name: string, before: string, after: string): string {
	const [old, now] = [before === "" ? "/dev/null" : `a/${name}`, after === "" ? "/dev/null" : `b/${name}`];
	return createTwoFilesPatch(old, now, before, after, "", "", { context: 3 });
}
