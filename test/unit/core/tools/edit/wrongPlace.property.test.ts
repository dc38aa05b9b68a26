import { parseReplacements } from "@core/tools/cline/parseReplacements";
import { replaceFirst } from "@core/tools/cline/replaceFirst";
import { blockSimilarity } from "@core/tools/edit/apply-diff/similarity";
import { mergeSketch } from "@core/tools/edit/fast-edit/mergeSketch";
import { KilnError } from "@shared/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { block, outcomeOf } from "./apply-diff/applyText";
import { patched, unified, update } from "./apply-patch/patchFiles";

/** Few lines, over and over: most blocks stand in several places, at least but for white space. */
const repetitive = fc.array(
	fc.constantFrom(
		"a();",
		"  a();",
		"\ta();",
		"b();",
		"  b(“x”);",
		'  b("x");',
		"}",
		"  }",
		"",
		"a(); ",
		"c1",
		"c2",
	),
	{ minLength: 3, maxLength: 60 },
);

const slips: readonly ((line: string) => string)[] = [
	(line) => line,
	(line) => line.trimEnd(),
	(line) => `${line}  `,
	(line) => (line.trim() === "" ? line : `\t${line}`),
	(line) => line.replaceAll(/[“”]/g, '"'),
	(line) => line.replaceAll('"', "”"),
];

/** A file, some of its lines as a model that is not careful remembers them, and where it has them from. */
const cases = fc
	.tuple(repetitive, fc.nat(), fc.integer({ min: 1, max: 6 }), fc.constantFrom(...slips))
	.map(([lines, seed, length, slip]) => {
		const start = seed % lines.length;
		const meant = lines.slice(start, start + length);
		return { lines, start, meant, search: meant.map(slip) };
	})
	.filter(({ search }) => search.some((line) => line.trim() !== ""));

function plainly(line: string): string {
	return line.replaceAll(/[“”]/g, '"').trim();
}

const readings: readonly ((line: string) => string)[] = [
	(line) => line,
	(line) => line.trimEnd(),
	(line) => line.trim(),
	plainly,
];

/** All places at the strictest reading at which there is one. */
function placesOf(lines: readonly string[], search: readonly string[]): readonly number[] {
	for (const read of readings) {
		const starts = lines
			.map((_, index) => index)
			.filter((start) =>
				search.every((line, index) => {
					const other = lines[start + index];
					return other !== undefined && read(other) === read(line);
				}),
			);
		if (starts.length > 0) return starts;
	}
	return [];
}

/** What every block puts in its place. */
const written = "// written";

function withBlockReplaced(lines: readonly string[], start: number, length: number): string[] {
	return lines.toSpliced(start, length, written);
}

const trimmed = (lines: readonly string[], start: number) =>
	lines.map((line, at) => (at === start ? line.trim() : line));

describe("a block that may stand in several places", () => {
	it("is applied by apply_diff where it is from, or nowhere", () => {
		const property = fc.property(cases, ({ lines, start, search }) => {
			const places = placesOf(lines, search);
			fc.pre(places.includes(start));
			const outcome = outcomeOf(`${lines.join("\n")}\n`, block(search.join("\n"), written));
			const [result] = outcome.blocks;
			if (result?.kind !== "applied") {
				expect(outcome.text).toBe(`${lines.join("\n")}\n`);
				return;
			}
			const want = withBlockReplaced(lines, start, search.length);
			expect(trimmed(outcome.text.split("\n"), start)).toEqual([...want, ""]);
		});
		fc.assert(property, { numRuns: 2000 });
	});

	it("is applied by apply_diff with a right hint exactly there", () => {
		const property = fc.property(cases, ({ lines, start, meant }) => {
			const outcome = outcomeOf(`${lines.join("\n")}\n`, block(meant.join("\n"), written, start + 1));
			expect(outcome.text).toBe(`${withBlockReplaced(lines, start, meant.length).join("\n")}\n`);
		});
		fc.assert(property, { numRuns: 1000 });
	});

	it("is applied by similarity only where nothing else is about as similar", () => {
		const property = fc.property(cases, fc.nat(), ({ lines, search }, seed) => {
			const wrong = search.map((line, index) => (index === seed % search.length ? `${line}z` : line));
			const outcome = outcomeOf(`${lines.join("\n")}\n`, block(wrong.join("\n"), written), 0.7);
			const [result] = outcome.blocks;
			if (result?.kind !== "applied" || result.level !== "similarity") return;
			const read = (all: readonly string[]) => all.map(plainly);
			const starts = Array.from({ length: lines.length - wrong.length + 1 }, (_, at) => at);
			const similarities = starts.map((at) => blockSimilarity(read(wrong), read(lines), at));
			const own = similarities[result.line - 1] ?? 0;
			const rivals = similarities.filter((one, at) => at !== result.line - 1 && one > own - 0.05);
			expect(rivals).toEqual([]);
		});
		fc.assert(property, { numRuns: 2000 });
	});

	it("is applied by replace_in_file at its first exact place, else where it is from, or nowhere", () => {
		const property = fc.property(cases, ({ lines, start, search }) => {
			const places = placesOf(lines, search);
			fc.pre(places.includes(start));
			const isExact = search.every((line, index) => lines[(places[0] ?? 0) + index] === line);
			const file = `${lines.join("\n")}\n`;
			const diff = ["------- SEARCH", ...search, "=======", written, "+++++++ REPLACE"].join("\n");
			const at = isExact ? (places[0] ?? 0) : start;
			try {
				const text = replaceFirst(file, parseReplacements(diff), "f");
				expect(trimmed(text.split("\n"), at)).toEqual([...withBlockReplaced(lines, at, search.length), ""]);
			} catch (error) {
				expect(error).toBeInstanceOf(KilnError);
				expect(isExact).toBe(false);
			}
		});
		fc.assert(property, { numRuns: 2000 });
	});

	it("is applied by apply_patch where it is from, or nowhere", () => {
		const property = fc.property(cases, ({ lines, start, search }) => {
			fc.pre(placesOf(lines, search).includes(start));
			const patch = update(...search.map((line) => `-${line}`), `+${written}`);
			const text = unlessRefused(() => patched(`${lines.join("\n")}\n`, patch));
			if (text === undefined) return;
			const want = withBlockReplaced(lines, start, search.length);
			expect(trimmed(text.split("\n"), start)).toEqual([...want, ""]);
		});
		fc.assert(property, { numRuns: 2000 });
	});

	it("is applied by apply_patch with a right line number exactly there", () => {
		const property = fc.property(cases, ({ lines, start, meant }) => {
			const header = `@@ -${start + 1},${meant.length} +${start + 1},1 @@`;
			const patch = unified(header, ...meant.map((line) => `-${line}`), `+${written}`);
			const want = `${withBlockReplaced(lines, start, meant.length).join("\n")}\n`;
			expect(patched(`${lines.join("\n")}\n`, patch)).toBe(want);
		});
		fc.assert(property, { numRuns: 1000 });
	});

	it("is applied by apply_patch, two in a row, where both are from, or nowhere", () => {
		const property = fc.property(cases, fc.nat(), fc.integer({ min: 1, max: 3 }), (first, seed, length) => {
			const { lines, start, meant } = first;
			const from = start + meant.length;
			fc.pre(from < lines.length);
			const second = from + (seed % (lines.length - from));
			const other = lines.slice(second, second + length);
			const minus = (block: readonly string[]) => [...block.map((line) => `-${line}`), `+${written}`];
			const patch = update("@@", ...minus(meant), "@@", ...minus(other));
			const text = unlessRefused(() => patched(`${lines.join("\n")}\n`, patch));
			if (text === undefined) return;
			const want = withBlockReplaced(withBlockReplaced(lines, second, other.length), start, meant.length);
			expect(text.split("\n")).toEqual([...want, ""]);
		});
		fc.assert(property, { numRuns: 2000 });
	});

	it("is replaced by fast_edit_file where it is from, or nowhere", () => {
		const around = fc.tuple(fc.nat(3), fc.nat(3));
		const property = fc.property(cases, around, ({ lines, start, meant, search }, [above, below]) => {
			const slipped = (from: number, to: number) =>
				lines.slice(Math.max(0, from), to).map((line) => (search.includes(line) ? line : line.trimEnd()));
			const end = start + meant.length;
			const sketch = ["# ... existing code ...", ...slipped(start - above, start), written];
			sketch.push(...slipped(end, end + below), "# ... existing code ...");
			const file = `${lines.join("\n")}\n`;
			const text = unlessRefused(() => mergeSketch(file, sketch.join("\n")));
			if (text === undefined) return;
			const told = (list: readonly string[]) => list.map(plainly).filter((line) => line !== "");
			const [before, after] = [told(slipped(start - above, start)), told(slipped(end, end + below))];
			if (before.length === 0 || after.length === 0) return;
			const [now, want] = [told(text.split("\n")), told(withBlockReplaced(lines, start, meant.length))];
			// between lines that repeat, the sketch may as well mean an insertion: that loses nothing
			if (now.length <= want.length) expect(now).toEqual(want);
			const at = now.indexOf(written);
			expect(now.slice(0, at).slice(-before.length)).toEqual(before);
			expect(now.slice(at + 1).slice(0, after.length)).toEqual(after);
		});
		fc.assert(property, { numRuns: 2000 });
	});
});

function unlessRefused(edit: () => string): string | undefined {
	try {
		return edit();
	} catch (error) {
		expect(error).toBeInstanceOf(Error);
		return undefined;
	}
}
