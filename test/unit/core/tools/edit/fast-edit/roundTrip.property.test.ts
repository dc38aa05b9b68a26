import { mergeSketch } from "@core/tools/edit/fast-edit/mergeSketch";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** What a file is made of: lines that occur once and lines that repeat, in some indentation. */
const body = fc.oneof(
	{ weight: 3, arbitrary: fc.constant("own") },
	fc.constantFrom("}", "", "return;", "same();", "} else {", ")", "</div>"),
);
const line = fc.record({ body, indent: fc.constantFrom("", "", "\t", "  ") });
const edit = fc.record({
	roll: fc.nat(11),
	fresh: fc.array(fc.constantFrom("new", "}", "same();", "", "{"), { minLength: 1, maxLength: 3 }),
});
const pieces = fc.array(fc.record({ line, edit }), { minLength: 4, maxLength: 60 });

interface Row {
	/** as the file has it; undefined: it is new */
	readonly old?: string;
	/** as it is afterwards; undefined: it is deleted */
	readonly now?: string;
	/** unchanged and nowhere else */
	readonly isAnchor: boolean;
}

/** Every run of changes with an anchor on either side, as the model is told to give. */
function rowsOf(
	parts: readonly { line: { body: string; indent: string }; edit: { roll: number; fresh: string[] } }[],
): Row[] {
	const rows = parts.flatMap(({ line: { body: text, indent }, edit: { roll, fresh } }, index): Row[] => {
		const old = text === "own" ? `${indent}own ${index};` : text === "" ? "" : indent + text;
		const added = fresh.map((word, at) => ({
			now: word === "new" ? `new ${index} ${at};` : word,
			isAnchor: false,
		}));
		if (roll === 0) return [{ old, isAnchor: false }];
		if (roll === 1) return [{ old, isAnchor: false }, ...added];
		if (roll === 2) return [{ old, now: old, isAnchor: text === "own" }, ...added];
		return [{ old, now: old, isAnchor: text === "own" }];
	});
	const edge = (name: string): Row => ({ old: name, now: name, isAnchor: true });
	return [edge("first line;"), ...rows, edge("last line;")];
}

/** Placeholders for some of the stretches that lie between two neighbouring anchors without a change. */
function sketchOf(rows: readonly Row[], coins: readonly boolean[]): string[] {
	const sketch: string[] = [];
	let taken = 0;
	for (let at = 0; at < rows.length; ) {
		const next = rows.findIndex((row, index) => index > at && row.isAnchor);
		const row = rows[at];
		if (row?.now !== undefined) sketch.push(row.now);
		const hidden = rows.slice(at + 1, next);
		const isQuiet = row?.isAnchor === true && next !== -1 && hidden.every(({ old, now }) => old === now);
		if (isQuiet && hidden.length > 0 && coins[taken++ % coins.length]) {
			sketch.push("// ... existing code ...");
			at = next;
		} else {
			at++;
		}
	}
	return sketch;
}

describe("a sketch of an edited file", () => {
	it.each(["\n", "\r\n"])("merges into the edited file (%j)", (eol) => {
		const coins = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
		const property = fc.property(pieces, coins, fc.boolean(), (parts, throws, isEnded) => {
			const rows = rowsOf(parts);
			const end = isEnded ? eol : "";
			const before = rows.flatMap(({ old }) => old ?? []).join(eol) + end;
			const after = rows.flatMap(({ now }) => now ?? []).join(eol) + end;
			expect(mergeSketch(before, sketchOf(rows, throws).join("\n"))).toBe(after);
		});
		fc.assert(property, { numRuns: 700 });
	});

	it("never changes lines that a placeholder hides, whatever the sketch: it merges or is refused", () => {
		const word = fc.constantFrom("a", "b", "c", "d;", "}", "", "\tx", "f() {", "# ...");
		const texts = fc.array(
			word.filter((text) => text !== "# ..."),
			{ maxLength: 14 },
		);
		const property = fc.property(texts, fc.array(word, { maxLength: 10 }), (lines, sketch) => {
			const before = ["top", ...lines, "end"].join("\n");
			let merged: string;
			try {
				merged = mergeSketch(before, ["top", "# ...", ...sketch, "# ...", "end"].join("\n"));
			} catch (error) {
				expect(error).toMatchObject({ name: "KilnError" });
				return;
			}
			const now = merged.split("\n");
			expect([now[0], now.at(-1)]).toEqual(["top", "end"]);
			// every line of the sketch is there, in its order
			let at = -1;
			for (const text of sketch.map((one) => one.trim()).filter((one) => one !== "" && one !== "# ...")) {
				at = now.findIndex((one, index) => index > at && one.trim() === text);
				expect(at).toBeGreaterThan(-1);
			}
		});
		fc.assert(property, { numRuns: 1500 });
	});
});
