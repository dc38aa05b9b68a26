import type { Amendment } from "@shared/tools";
import type * as z from "zod";
import { BaseTool, type Operation, type TaskHandle, type ToolResult } from "../BaseTool";
import { amendEdits } from "./amendEdits";
import type { Edits } from "./Edits";
import { executeEdits } from "./executeEdits";

/** A tool that changes text files: it plans with `planEdits`, the rest is the same for all. */
export abstract class EditTool<S extends z.ZodObject> extends BaseTool<S, Edits> {
	override readonly group = "edit";

	override amend(operation: Operation<Edits>, amendment: Amendment, task: TaskHandle): Operation<Edits> {
		return amendEdits(operation, amendment, task);
	}

	override execute(operation: Operation<Edits>, task: TaskHandle): Promise<ToolResult> {
		return executeEdits(operation, task);
	}
}
