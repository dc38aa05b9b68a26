import type { Operation } from "@core/tools/BaseTool";
import type { Edits, FileChange } from "@core/tools/edit/Edits";
import { planEdits } from "@core/tools/edit/planEdits";
import { readTextFile } from "@core/tools/edit/TextFile";
import type { TestTask } from "../support/testTask";

export interface WantedChange {
	readonly path: string;
	/** null: deleted */
	readonly text: string | null;
	readonly to?: string;
}

/** Reads the files and plans what a tool would. */
export async function planOf(task: TestTask, wanted: readonly WantedChange[]): Promise<Operation<Edits>> {
	const changes: FileChange[] = [];
	for (const { path, text, to } of wanted) {
		const file = await readTextFile(path, task);
		const moveTo = to === undefined ? undefined : { file: await readTextFile(to, task), givenPath: to };
		changes.push({ file, givenPath: path, text, moveTo });
	}
	return planEdits(changes, task, { report: "Done.", verb: "Edit", isShowingText: true });
}
