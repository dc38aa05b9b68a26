import { ExecuteCommandTool } from "./command/ExecuteCommandTool";
import { ReadCommandOutputTool } from "./command/ReadCommandOutputTool";
import { ApplyDiffTool } from "./edit/ApplyDiffTool";
import { ApplyPatchTool } from "./edit/ApplyPatchTool";
import { DeleteFileTool } from "./edit/DeleteFileTool";
import { FastEditFileTool } from "./edit/FastEditFileTool";
import { InsertContentTool } from "./edit/InsertContentTool";
import { NewRuleTool } from "./edit/NewRuleTool";
import { SearchAndReplaceTool } from "./edit/SearchAndReplaceTool";
import { SearchReplaceTool } from "./edit/SearchReplaceTool";
import { WriteToFileTool } from "./edit/WriteToFileTool";
import { createForeignTools } from "./foreignTools";
import { AskFollowupQuestionTool } from "./interactive/AskFollowupQuestionTool";
import { AttemptCompletionTool } from "./interactive/AttemptCompletionTool";
import { UpdateTodoListTool } from "./interactive/UpdateTodoListTool";
import { CondenseTool } from "./maintenance/CondenseTool";
import { ReportBugTool } from "./maintenance/ReportBugTool";
import { AccessMcpResourceTool } from "./mcp/AccessMcpResourceTool";
import { UseMcpToolTool } from "./mcp/UseMcpToolTool";
import { NewTaskTool } from "./modes/NewTaskTool";
import { RunSlashCommandTool } from "./modes/RunSlashCommandTool";
import { SwitchModeTool } from "./modes/SwitchModeTool";
import { DiffTool } from "./read/DiffTool";
import { FetchInstructionsTool } from "./read/FetchInstructionsTool";
import { GlobTool } from "./read/GlobTool";
import { ListCodeDefinitionNamesTool } from "./read/ListCodeDefinitionNamesTool";
import { ListFilesTool } from "./read/ListFilesTool";
import { ReadFileTool } from "./read/ReadFileTool";
import { SearchFilesTool } from "./read/SearchFilesTool";
import { TreeTool } from "./read/TreeTool";
import { WebFetchTool } from "./read/WebFetchTool";
import { ToolRegistry } from "./ToolRegistry";

/** Every tool that Kiln has, in the order in which prompts name them. A new tool adds its line here. */
export function createDefaultRegistry(): ToolRegistry {
	return new ToolRegistry([
		new ReadFileTool(),
		new FetchInstructionsTool(),
		new SearchFilesTool(),
		new ListFilesTool(),
		new ListCodeDefinitionNamesTool(),
		new GlobTool(),
		new TreeTool(),
		new DiffTool(),
		new WebFetchTool(),
		new ApplyDiffTool(),
		new FastEditFileTool(),
		new WriteToFileTool(),
		new DeleteFileTool(),
		new NewRuleTool(),
		new SearchAndReplaceTool(),
		new SearchReplaceTool(),
		new InsertContentTool(),
		new ApplyPatchTool(),
		new ExecuteCommandTool(),
		new ReadCommandOutputTool(),
		new UseMcpToolTool(),
		new AccessMcpResourceTool(),
		new AskFollowupQuestionTool(),
		new AttemptCompletionTool(),
		new SwitchModeTool(),
		new NewTaskTool(),
		new RunSlashCommandTool(),
		new UpdateTodoListTool(),
		new ReportBugTool(),
		new CondenseTool(),
		...createForeignTools(),
	]);
}
