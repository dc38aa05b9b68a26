import type { BaseTool } from "./BaseTool";

/** Whether a call of the tool is meant to change something, as far as its group tells; an unknown tool is not. */
export function isEffectTool(tool: BaseTool | undefined): boolean {
	return tool !== undefined && tool.group !== "read" && tool.group !== "always";
}
