import type { BaseTool } from "./BaseTool";
import { LoadMcpDocumentationTool } from "./cline/LoadMcpDocumentationTool";
import { PlanModeRespondTool } from "./cline/PlanModeRespondTool";
import { ReplaceInFileTool } from "./cline/ReplaceInFileTool";
import { BashTool } from "./go-code/BashTool";
import { DiffTool } from "./go-code/DiffTool";
import { EditTool } from "./go-code/EditTool";
import { GlobTool } from "./go-code/GlobTool";
import { GrepTool } from "./go-code/GrepTool";
import { ReadTool } from "./go-code/ReadTool";
import { TodoWriteTool } from "./go-code/TodoWriteTool";
import { TreeTool } from "./go-code/TreeTool";
import { WebFetchTool } from "./go-code/WebFetchTool";
import { WriteTool } from "./go-code/WriteTool";

/** Tools under the names of other agents, which models that were trained on these call by habit. */
export function createForeignTools(): BaseTool[] {
	return [
		new ReadTool(),
		new WriteTool(),
		new EditTool(),
		new GlobTool(),
		new GrepTool(),
		new BashTool(),
		new DiffTool(),
		new TreeTool(),
		new WebFetchTool(),
		new TodoWriteTool(),
		new ReplaceInFileTool(),
		new PlanModeRespondTool(),
		new LoadMcpDocumentationTool(),
	];
}
