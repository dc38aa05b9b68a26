import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { amendEdits } from "@core/tools/edit/amendEdits";
import { executeEdits } from "@core/tools/edit/executeEdits";
import type { Amendment, ToolRow } from "@shared/tools";
import { applyPatch } from "diff";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { writeTree } from "../../../support/tempDir";
import { createTestTask, type TestTask, textOf } from "../support/testTask";
import { planOf, type WantedChange } from "./edits";

let task: TestTask;
const at = (path: string) => join(task.cwd, path);
const contentOf = (path: string) => readFileSync(at(path), "utf8");

const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
const textOfLines = (changes: Readonly<Record<number, string>> = {}) =>
	lines.map((line, index) => `${changes[index + 1] ?? line}\n`).join("");

async function amend(wanted: readonly WantedChange[], amendment: Amendment) {
	return amendEdits(await planOf(task, wanted), amendment, task);
}

beforeEach(() => {
	task = createTestTask();
	writeTree(task.cwd, { "a.txt": textOfLines(), "b.txt": "b\n" });
});

const proposal: readonly WantedChange[] = [
	{ path: "a.txt", text: textOfLines({ 2: "TWO", 15: "FIFTEEN", 29: "" }) },
	{ path: "b.txt", text: "B\n" },
	{ path: "new.txt", text: "new\n" },
];

describe("an amendment by hunks", () => {
	it("counts them over the files as the card shows them", async () => {
		const { row } = await planOf(task, proposal);
		const files = row.body.kind === "diff" ? row.body.files : [];
		expect(files.map(({ diff }) => diff.split("\n").filter((line) => line.startsWith("@@ ")).length)).toEqual(
			[3, 1, 1],
		);
	});

	it("keeps the chosen ones, shows them, and tells the model what is missing", async () => {
		const operation = await amend(proposal, { kind: "hunks", kept: [0, 2, 4] });
		expect(operation.row).toMatchObject({ title: "Change 2 files" });
		expect(operation.edits).toEqual([
			{ path: at("a.txt"), before: textOfLines(), after: textOfLines({ 2: "TWO", 29: "" }) },
			{ path: at("new.txt"), before: null, after: "new\n" },
		]);
		expect(operation.effects).toEqual([
			{ kind: "read", path: "a.txt" },
			{ kind: "write", path: "a.txt" },
			{ kind: "read", path: "new.txt" },
			{ kind: "write", path: "new.txt" },
		]);
		expect(operation.amended).toBe(
			[
				"The user changed the proposal before approving it. From what you proposed to what was kept:",
				"--- a.txt (proposed)",
				"+++ a.txt (kept)",
				"@@ -12,7 +12,7 @@",
				" line 12",
				" line 13",
				" line 14",
				"-FIFTEEN",
				"+line 15",
				" line 16",
				" line 17",
				" line 18",
				"--- b.txt (proposed)",
				"+++ b.txt (kept)",
				"@@ -1,1 +1,1 @@",
				"-B",
				"+b",
			].join("\n"),
		);
	});

	it("is what is written", async () => {
		const operation = await amend(proposal, { kind: "hunks", kept: [1] });
		const text = textOf(await executeEdits(operation, task));
		expect(contentOf("a.txt")).toBe(textOfLines({ 15: "FIFTEEN" }));
		expect([contentOf("b.txt"), existsSync(at("new.txt"))]).toEqual(["b\n", false]);
		expect(text).toContain("with the user's changes");
		expect(operation.amended).toContain("new.txt: not created");
	});

	it("is the proposal itself when all are kept", async () => {
		const operation = await planOf(task, proposal);
		expect(amendEdits(operation, { kind: "hunks", kept: [4, 3, 2, 1, 0, 0] }, task)).toBe(operation);
	});

	it.each([[[]], [[17]]])("writes nothing when none is kept (%j)", async (kept) => {
		const operation = await amend(proposal, { kind: "hunks", kept });
		expect(operation).toMatchObject({ effects: [], row: { body: { kind: "none" } } });
		expect(operation.edits).toBeUndefined();
		expect(textOf(await executeEdits(operation, task))).toBe(
			"The user kept none of the changes: nothing was written.",
		);
		expect(task.editedPaths).toEqual([]);
	});

	it("keeps or drops moves and deletes as a whole", async () => {
		const wanted = [
			{ path: "a.txt", text: textOfLines(), to: "moved.txt" },
			{ path: "b.txt", text: null },
		];
		const moved = await amend(wanted, { kind: "hunks", kept: [0] });
		expect(moved.amended).toContain("b.txt: not deleted");
		expect(moved.effects.filter(({ kind }) => kind === "delete")).toEqual([
			{ kind: "delete", path: "a.txt" },
		]);
		const deleted = await amend(wanted, { kind: "hunks", kept: [1] });
		expect(deleted.amended).toContain("a.txt: not moved to moved.txt");
		await executeEdits(deleted, task);
		expect([existsSync(at("a.txt")), existsSync(at("b.txt"))]).toEqual([true, false]);
	});

	it("does not keep what the card had no room for", async () => {
		const long = Array.from({ length: 3000 }, (_, index) => `row ${index}\n`);
		writeTree(task.cwd, { "long.txt": long.join("") });
		const text = long.map((line, index) => (index % 10 === 0 ? `changed ${index}\n` : line)).join("");
		const operation = await planOf(task, [{ path: "long.txt", text }]);
		const body = operation.row.body.kind === "diff" ? (operation.row.body.files[0]?.diff ?? "") : "";
		const shown = body.split("\n").filter((line) => line.startsWith("@@ ")).length;
		const kept = Array.from({ length: shown + 50 }, (_, index) => index);
		const after = amendEdits(operation, { kind: "hunks", kept }, task).edits?.[0]?.after ?? "";
		expect(after.split("\n").filter((line) => line.startsWith("changed")).length).toBe(shown);
		expect(shown).toBeLessThan(300);
	});

	it("is what a patch of the chosen hunks makes of the old text", async () => {
		const line = fc.constantFrom("a\n", "b\n", "c\n", "\n", "d\n");
		const texts = fc.tuple(
			fc.array(line, { maxLength: 60 }),
			fc.array(line, { maxLength: 60 }),
			fc.boolean(),
		);
		const property = fc.asyncProperty(texts, fc.array(fc.nat(8)), async ([old, now, isCut], kept) => {
			const before = old.join("");
			const after = isCut ? now.join("").replace(/\n$/, "") : now.join("");
			fc.pre(before !== after);
			writeTree(task.cwd, { "p.txt": before });
			const operation = await planOf(task, [{ path: "p.txt", text: after }]);
			const hunks = hunksOf(operation.row);
			const chosen = hunks.flatMap((_, index) => (kept.includes(index) ? [index] : []));
			const amended = amendEdits(operation, { kind: "hunks", kept: chosen }, task);
			const patch = ["--- p.txt", "+++ p.txt", ...chosen.map((index) => hunks[index])].join("\n");
			const want = chosen.length === 0 ? before : applyPatch(before, `${patch}\n`);
			expect(amended.edits?.[0]?.after ?? before).toBe(want);
		});
		await fc.assert(property, { numRuns: 200 });
	});
});

/** The hunks that a card shows, header included. */
function hunksOf({ body }: ToolRow): string[] {
	const diffs = body.kind === "diff" ? body.files.map(({ diff }) => diff) : [];
	return diffs.flatMap((diff) => diff.split(/\n(?=@@ )/));
}

describe("an amendment by text", () => {
	it("replaces the text of the only file", async () => {
		const operation = await amend([{ path: "b.txt", text: "B\n" }], { kind: "text", text: "\uFEFFmine\n" });
		await executeEdits(operation, task);
		expect(contentOf("b.txt")).toBe("mine\n");
		expect(operation.amended).toContain("@@ -1,1 +1,1 @@\n-B\n+mine");
	});

	it("replaces the text of the file that it names and leaves the others", async () => {
		const operation = await amend(proposal, { kind: "text", path: "new.txt", text: "mine\n" });
		await executeEdits(operation, task);
		expect([contentOf("b.txt"), contentOf("new.txt")]).toEqual(["B\n", "mine\n"]);
		expect(operation.amended).not.toContain("b.txt");
	});

	it("drops a file whose old text was restored", async () => {
		const operation = await amend(proposal, { kind: "text", path: "b.txt", text: "b\n" });
		expect(operation.row.title).toBe("Change 2 files");
		const none = await amend([{ path: "b.txt", text: "B\n" }], { kind: "text", text: "b\n" });
		expect(textOf(await executeEdits(none, task))).toContain("kept none of the changes");
	});

	it("is no change when only the editor's line ends differ", async () => {
		writeTree(task.cwd, { "mixed.txt": "a\r\nb\n" });
		const operation = await planOf(task, [{ path: "mixed.txt", text: "a\r\nB\n" }]);
		expect(amendEdits(operation, { kind: "text", text: "a\r\nB\r\n" }, task)).toBe(operation);
	});

	it("keeps the line ends that the editor did not show", async () => {
		writeTree(task.cwd, { "mixed.txt": "a\r\nb\nc\r\n", "windows.txt": "a\r\nb\r\n" });
		const wanted = [
			{ path: "mixed.txt", text: "a\r\nB\nc\r\n" },
			{ path: "windows.txt", text: "A\r\nb\r\n" },
		];
		const amended = async (path: string, text: string) => {
			const operation = amendEdits(await planOf(task, wanted), { kind: "text", path, text }, task);
			return operation.data.files.find(({ givenPath }) => givenPath === path)?.after;
		};
		expect(await amended("mixed.txt", "a\nB\nnew\nc\n")).toBe("a\r\nB\nnew\nc\r\n");
		expect(await amended("mixed.txt", "a\r\nmine\r\nc")).toBe("a\r\nmine\r\nc");
		expect(await amended("windows.txt", "A\nmine\n")).toBe("A\r\nmine\r\n");
	});

	it("leaves a file that is to be deleted without text", async () => {
		const wanted = [{ path: "b.txt", text: null }];
		const operation = await planOf(task, wanted);
		expect(amendEdits(operation, { kind: "text", text: "" }, task)).toBe(operation);
		await expect(amend(wanted, { kind: "text", text: "kept" })).rejects.toMatchObject({
			code: "invalid_message",
			message: expect.stringContaining("b.txt is to be deleted"),
		});
	});

	it("refuses a file that is none of the proposal's", async () => {
		const code = { code: "invalid_message" };
		await expect(amend(proposal, { kind: "text", path: "x.txt", text: "" })).rejects.toMatchObject(code);
		await expect(amend(proposal, { kind: "text", text: "" })).rejects.toMatchObject(code);
	});

	it("tells at most 200 lines of difference", async () => {
		const text = "other\n".repeat(500);
		const { amended = "" } = await amend([{ path: "b.txt", text: "B\n" }], { kind: "text", text });
		expect(amended.split("\n")).toHaveLength(202);
		expect(amended).toMatch(/\n… \d+ more lines$/);
	});
});
