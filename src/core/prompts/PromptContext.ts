import type { RootNames } from "../approval/rootNames";
import type { ToolCallFormat } from "../assistant-message/ToolCallFormat";
import type { InstructionSet } from "../instructions/ProjectFiles";
import type { ToolContext, ToolDefinition } from "../tools/BaseTool";

/** All that the system prompt may depend on. No clock and nothing that changes from request to request: prompts cache. */
export interface PromptContext extends ToolContext {
	readonly format: ToolCallFormat;
	readonly tools: readonly ToolDefinition[];
	readonly instructions: InstructionSet;
	readonly system: {
		readonly platform: string;
		readonly shell: string;
		readonly homeDir: string;
		readonly hostName: string;
		readonly roots: readonly string[];
		/** absent: none can be named */
		readonly rootNames?: RootNames | undefined;
	};
}
