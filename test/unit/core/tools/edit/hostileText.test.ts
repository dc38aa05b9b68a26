import { parseReplacements } from "@core/tools/cline/parseReplacements";
import { ApplyDiffTool } from "@core/tools/edit/ApplyDiffTool";
import { ApplyPatchTool } from "@core/tools/edit/ApplyPatchTool";
import { parseBlocks } from "@core/tools/edit/apply-diff/parseBlocks";
import { parseDiffArgs } from "@core/tools/edit/apply-diff/parseDiffArgs";
import { parsePatch } from "@core/tools/edit/apply-patch/parsePatch";
import { mergeSketch } from "@core/tools/edit/fast-edit/mergeSketch";
import { KilnError } from "@shared/errors";
import { expect, it } from "vitest";
import { applyText, block } from "./apply-diff/applyText";
import { patched, update } from "./apply-patch/patchFiles";

const many = 20_000;
const spaces = " ".repeat(many);
const dots = "// ... existing code ...";

/** Lines that make a pattern with two ways to read them try every combination. */
const lines = [
	`${spaces}x`,
	`@@${spaces}x`,
	`=======${spaces}x`,
	`<<<<<<< SEARCH${">".repeat(many)}x`,
	`diff --git ${"a ".repeat(many)}`,
	`--- ${"\t".repeat(many)}`,
	`"${"\\".repeat(many)}`,
	"'\\".repeat(many),
	`// ${"... ".repeat(many)}`,
	"apply_patch <".repeat(many),
	`${"1".repeat(many)} | x`,
	"a b ".repeat(many),
	") ".repeat(many),
	"</div>".repeat(many),
	"</content>".repeat(many),
	`<file><path>${spaces}`,
	"existing code ".repeat(many),
];

/** Each is done, or refused, in a time that grows with the text: with its square the test would never end. */
const readers: readonly (readonly [name: string, read: (line: string) => unknown])[] = [
	["parseBlocks", (line) => parseBlocks(`${block(line, line)}\n${line}`)],
	[
		"parseDiffArgs",
		(line) => parseDiffArgs(`<file><path>a</path><diff><content>${line}</content>${line}</diff></file>`),
	],
	[
		"parseReplacements",
		(line) => parseReplacements(`------- SEARCH\n${line}\n=======\n${line}\n+++++++ REPLACE`),
	],
	["parsePatch of an envelope", (line) => parsePatch(`${line}\n${update(line, "-a", "+b")}`)],
	[
		"parsePatch of a unified diff",
		(line) => parsePatch(`${line}\n--- a\n+++ b\n@@ -1 +1 @@ ${line}\n-a\n+b\n${line}\n`),
	],
	["apply_diff", (line) => applyText({ file: `x\n${line}\na\n`, diff: block(`${line}z`, line), fuzzy: 0.8 })],
	["apply_patch", (line) => patched(`x\n${line}\na\n`, update(`@@ ${line}`, `-${line}z`, "+b"))],
	["fast_edit_file", (line) => mergeSketch(`top\n${line}\na\nend\n`, `${dots}\ntop\n${line}z\nend\n${dots}`)],
	[
		"fast_edit_file at an open end",
		(line) => mergeSketch("top\nf(a)\na\n", `${dots}\nf(a)\n${line}z\n${dots}`),
	],
	["the title of apply_diff", (line) => new ApplyDiffTool().label({ args: line }, "streaming")],
	["the title of apply_patch", (line) => new ApplyPatchTool().label({ patch: line }, "streaming")],
];

it.each(readers)("%s comes to an end with lines made to hold it up", (_, read) => {
	for (const line of lines) {
		try {
			expect(read(line)).toBeDefined();
		} catch (error) {
			// the helper of apply_patch throws a plain error for hunks without a place
			expect(error instanceof KilnError || /missed|one update/.test(String(error))).toBe(true);
		}
	}
});
