import { KilnError, toErrorInfo } from "@shared/errors";
import type { Operation, TaskHandle, ToolResult } from "../BaseTool";
import { checkUnchanged } from "./checkUnchanged";
import type { Edits, PlannedFile } from "./Edits";
import type { FileStamp } from "./TextFile";
import { deleteTextFile, type WrittenFile, writeTextFile } from "./writeTextFile";

/**
 * Writes what was approved, all of it or nothing. Throws `file_changed` when a file is no longer the one that was read:
 * all are checked before the first byte is written. When a write fails midway, what was written is put back.
 */
export async function executeEdits(operation: Operation<Edits>, task: TaskHandle): Promise<ToolResult> {
	const { row, data } = operation;
	if (data.files.length === 0) return { parts: [{ type: "text", text: data.report }], row };
	task.signal.throwIfAborted();
	const steps = [...data.files.flatMap(writeOf), ...data.files.flatMap(deleteOf)];
	if (steps.length > 1) for (const { stamp } of steps) await checkUnchanged(stamp, task);
	const reformatted = await runSteps(steps, task);
	return { parts: [{ type: "text", text: `${data.report}\n${closing(data, reformatted)}`.trimEnd() }], row };
}

interface EditStep {
	readonly stamp: FileStamp;
	run(task: TaskHandle): Promise<WrittenFile>;
}

function writeOf({ stamp, after, moveTo }: PlannedFile): EditStep[] {
	if (after === null) return [];
	if (moveTo === undefined) return [{ stamp, run: (task) => writeTextFile(stamp, after, task) }];
	return [{ stamp: moveTo.stamp, run: (task) => writeTextFile(moveTo.stamp, after, task, stamp) }];
}

/** After the writes: what is moved is never without a home. */
function deleteOf({ stamp, after, moveTo }: PlannedFile): EditStep[] {
	if (after !== null && moveTo === undefined) return [];
	return [{ stamp, run: (task) => deleteTextFile(stamp, task) }];
}

/** Returns the paths, as shown, that the editor reformatted while saving. */
async function runSteps(steps: readonly EditStep[], task: TaskHandle): Promise<string[]> {
	const done: { readonly shown: string; readonly written: WrittenFile }[] = [];
	for (const step of steps) {
		try {
			done.push({ shown: task.displayPath(step.stamp.path), written: await step.run(task) });
		} catch (error) {
			if (done.length === 0) throw error;
			throw await rollBack(done.reverse(), error);
		}
	}
	return done.flatMap(({ shown, written }) => (written.isReformatted ? [shown] : []));
}

async function rollBack(
	done: readonly { readonly shown: string; readonly written: WrittenFile }[],
	cause: unknown,
): Promise<KilnError> {
	const left: string[] = [];
	for (const { shown, written } of done) {
		try {
			await written.undo();
		} catch (error) {
			left.push(`${shown} (${toErrorInfo(error).message})`);
		}
	}
	const { code, message, hint } = toErrorInfo(cause);
	const outcome =
		left.length === 0
			? "Nothing was changed: the files written before it were put back."
			: `These files stay changed, they could not be put back: ${left.join(", ")}.`;
	return new KilnError(code, `${message} ${outcome}`, hint, { cause });
}

function closing({ files, isAmended }: Edits, reformatted: readonly string[]): string {
	const isOne = files.length === 1;
	if (reformatted.length > 0) {
		const which = isOne ? "the file" : reformatted.join(", ");
		return `The editor reformatted ${which} while saving: read ${isOne ? "it" : "that"} again before the next edit.`;
	}
	if (isAmended) return "This was written with the user's changes to it.";
	if (files.every(({ after }) => after === null)) return "";
	return isOne
		? "The file now holds exactly this; there is no need to read it again."
		: "The files now hold exactly this; there is no need to read them again.";
}
