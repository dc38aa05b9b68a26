import { ExecuteCommandTool } from "./command/ExecuteCommandTool";
import { ApplyDiffTool } from "./edit/ApplyDiffTool";
import { WriteToFileTool } from "./edit/WriteToFileTool";
import { AskFollowupQuestionTool } from "./interactive/AskFollowupQuestionTool";
import { AttemptCompletionTool } from "./interactive/AttemptCompletionTool";
import { UpdateTodoListTool } from "./interactive/UpdateTodoListTool";
import { SwitchModeTool } from "./modes/SwitchModeTool";
import { ListFilesTool } from "./read/ListFilesTool";
import { ReadFileTool } from "./read/ReadFileTool";
import { SearchFilesTool } from "./read/SearchFilesTool";
import { ToolRegistry } from "./ToolRegistry";

/** Every tool that Kiln has, in the order in which prompts name them. A new tool adds its line here. */
export function createDefaultRegistry(): ToolRegistry {
	return new ToolRegistry([
		new ReadFileTool(),
		new SearchFilesTool(),
		new ListFilesTool(),
		new ApplyDiffTool(),
		new WriteToFileTool(),
		new ExecuteCommandTool(),
		new AskFollowupQuestionTool(),
		new AttemptCompletionTool(),
		new SwitchModeTool(),
		new UpdateTodoListTool(),
	]);
}
