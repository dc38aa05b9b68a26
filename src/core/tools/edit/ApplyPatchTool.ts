import type { Effect } from "@shared/effects";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import type { Operation, RowStage, TaskHandle } from "../BaseTool";
import { freeText } from "../parameters";
import type { FilePatch } from "./apply-patch/FilePatch";
import { parsePatch } from "./apply-patch/parsePatch";
import { planPatch } from "./apply-patch/planPatch";
import type { Edits, FileChange } from "./Edits";
import { EditTool } from "./EditTool";
import { linesSoFar } from "./linesSoFar";
import { planEdits } from "./planEdits";

const parameters = z.object({
	patch: freeText("The patch, with paths relative to the workspace."),
});
type Params = z.infer<typeof parameters>;

/** Changes, adds, moves and deletes files by one patch; all of it or nothing. */
export class ApplyPatchTool extends EditTool<typeof parameters> {
	override readonly name = "apply_patch";
	override readonly parameters = parameters;
	override readonly isCustom = true;
	override readonly example = {
		patch: [
			"*** Begin Patch",
			"*** Update File: src/greet.ts",
			"@@ export function greet(name: string) {",
			'-\treturn "Hello, " + name;',
			'+\treturn "Hello, " + name + "!";',
			" }",
			"*** Add File: src/bye.ts",
			'+export const bye = "Bye";',
			"*** Delete File: src/old.ts",
			"*** End Patch",
		].join("\n"),
	};

	describe(): string {
		return [
			"Changes several files at once, all or nothing, by a patch as in the example or a unified diff.",
			"- A hunk holds lines that stay (space before them), go (-) and come (+): about three around each",
			"  change. If they occur more than once, @@ names a line above them; *** End of File may end a hunk.",
			"- *** Move to: newPath, below *** Update File:, renames. Name each file once. Text files only.",
		].join("\n");
	}

	label(params: Partial<Params>, stage: RowStage): ToolRow {
		const row: ToolRow = { icon: "edit", title: titleOf(params.patch ?? ""), body: { kind: "none" } };
		if (stage !== "streaming" || params.patch === undefined) return row;
		return { ...row, detail: linesSoFar(params.patch) };
	}

	targets(params: Params): readonly Effect[] {
		return parsePatch(params.patch).flatMap(targetsOf);
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Edits>> {
		const { changes, notes } = await planPatch(parsePatch(params.patch), task);
		const report = [...changes.map((change) => describeChange(change, task)), ...notes].join("\n");
		return planEdits(changes, task, { report, verb: "Edit", isShowingText: true });
	}
}

const fileLine = /^(?:\*\*\* (?:Add|Update|Delete) File: *|\+\+\+ (?:b\/)?)([^\r\n\t]+)/gm;

/** Names are looked for by their looks only: the patch may be incomplete. */
function titleOf(patch: string): string {
	const found = [...patch.matchAll(fileLine)].map((match) => (match[1] ?? "").trim());
	const names = found.filter((name) => name !== "/dev/null");
	if (names.length > 1) return `Patch ${names.length} files`;
	return names[0] === undefined ? "Apply a patch" : `Patch ${names[0]}`;
}

function targetsOf(patch: FilePatch): Effect[] {
	const { path } = patch;
	const read: Effect = { kind: "read", path };
	const write: Effect = { kind: "write", path };
	if (patch.kind === "delete") return [read, { kind: "delete", path }];
	if (patch.kind === "add" || patch.moveTo === undefined) return [read, write];
	return [read, write, { kind: "delete", path }, { kind: "write", path: patch.moveTo }];
}

function describeChange({ file, text, moveTo }: FileChange, task: TaskHandle): string {
	const shown = task.displayPath(file.path);
	if (text === null) return `Deleted ${shown}.`;
	if (moveTo)
		return `Moved ${shown} to ${task.displayPath(moveTo.file.path)}${text === file.text ? "" : ", changed"}.`;
	if (!file.exists) return `Added ${shown}.`;
	return text === file.text ? `Nothing changed in ${shown}: it is so already.` : `Changed ${shown}.`;
}
