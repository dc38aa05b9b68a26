import * as z from "zod";
import type { Operation, TaskHandle, ToolCallbacks, ToolResult } from "../BaseTool";
import { ExecuteCommandTool } from "../command/ExecuteCommandTool";
import { text } from "../parameters";
import { type Translated, TranslatedTool } from "../TranslatedTool";

const timeoutSeconds = 120;
const maxOutputBytes = 100 * 1024;

const parameters = z.object({ command: text("command line") });
type Params = z.infer<typeof parameters>;

/** go-code's `Bash`: in the project's root, for 120 seconds. */
export class BashTool extends TranslatedTool<typeof parameters> {
	override readonly name = "Bash";
	override readonly vocabulary = "go-code";
	override readonly parameters = parameters;
	override readonly example = { command: "go test ./..." };

	constructor() {
		super(new ExecuteCommandTool());
	}

	describe(): string {
		return `Runs a command in the project's root. After ${timeoutSeconds} s it goes on in the background; of more than ${maxOutputBytes / 1024} KB of output you get head and tail. Permission: WorkspaceWrite.`;
	}

	protected override translate({ command }: Partial<Params>, task?: TaskHandle): Record<string, unknown> {
		return { command, timeout: timeoutSeconds, ...(task === undefined ? {} : { cwd: task.cwd }) };
	}

	/** Its output is limited by its size alone, whatever the number of lines. */
	override execute(
		operation: Operation<Translated<Params>>,
		task: TaskHandle,
		callbacks: ToolCallbacks,
	): Promise<ToolResult> {
		const command = { ...task.settings.command, maxOutputBytes, maxOutputLines: maxOutputBytes };
		return super.execute(operation, { ...task, settings: { ...task.settings, command } }, callbacks);
	}
}
