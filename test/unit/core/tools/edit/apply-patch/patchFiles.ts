import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ApplyPatchTool } from "@core/tools/edit/ApplyPatchTool";
import { ComparableLines } from "@core/tools/edit/apply-diff/ComparableLines";
import { applyHunks } from "@core/tools/edit/apply-patch/applyHunks";
import { parsePatch } from "@core/tools/edit/apply-patch/parsePatch";
import { placeHunks } from "@core/tools/edit/apply-patch/placeHunks";
import { splitLines } from "@core/tools/edit/splitLines";
import { writeTree } from "../../../../support/tempDir";
import { createTestTask, runTool, type TestTask } from "../../support/testTask";

/** A patch of one existing file, without a disk; throws the kinds of its problems. */
export function patched(before: string, patch: string): string {
	const [file, ...more] = parsePatch(patch);
	if (file?.kind !== "update" || more.length > 0) throw new Error("not one update");
	const lines = splitLines(before);
	const { hunks, problems } = placeHunks(new ComparableLines(lines.texts), file.hunks);
	if (problems.length > 0) throw new Error(problems.map(({ kind }) => kind).join(", "));
	return applyHunks(before, lines, hunks);
}

/** An envelope around hunks of `a`. */
export function update(...hunks: string[]): string {
	return ["*** Begin Patch", "*** Update File: a", ...hunks, "*** End Patch"].join("\n");
}

/** A unified diff of `a`. */
export function unified(...hunks: string[]): string {
	return `${["--- a/a", "+++ b/a", ...hunks].join("\n")}\n`;
}

export interface PatchRun {
	readonly task: TestTask;
	readonly text: string;
	/** of a file, or undefined */
	read(path: string): string | undefined;
}

/** Runs the tool over real files. */
export async function runPatch(
	files: Readonly<Record<string, string | Uint8Array>>,
	patch: string,
): Promise<PatchRun> {
	const task = createTestTask();
	writeTree(task.cwd, files);
	const { text } = await runTool(new ApplyPatchTool(), { patch }, task);
	return { task, text, read: (path) => readIfThere(join(task.cwd, path)) };
}

function readIfThere(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return undefined;
	}
}
