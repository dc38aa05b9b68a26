import type { Operation, TaskHandle } from "../BaseTool";
import type { EditOptions, Edits } from "./Edits";
import { planEdits } from "./planEdits";
import type { TextFile } from "./TextFile";

export interface TextEditOptions extends EditOptions {
	/** as the model gave it: effects carry it to the runner's resolver */
	readonly givenPath: string;
	/** shown with the diff, to the person */
	readonly note?: string | undefined;
}

/** The operation that turns one file into `text`; when it already is, one that only reads and says so. */
export function planTextEdit(
	file: TextFile,
	text: string,
	task: TaskHandle,
	{ givenPath, note, ...options }: TextEditOptions,
): Operation<Edits> {
	return planEdits([{ file, givenPath, text, note }], task, options);
}
