import type { ResolvedEffect } from "@shared/effects";
import type { ToolCall, ToolRow } from "@shared/tools";
import type { BaseTool, RowStage } from "./BaseTool";
import { parseParameters } from "./parseParameters";

/** The card of a call before its parameters are known to be good. */
export function rowOf(tool: BaseTool | undefined, call: ToolCall, stage: RowStage = "ready"): ToolRow {
	const fallback: ToolRow = { icon: "tools", title: call.name, body: { kind: "none" } };
	if (tool === undefined) return fallback;
	try {
		return tool.label(parseParameters(tool, call.params, "partial"), stage);
	} catch {
		// Malformed values: the error of the run says which; the card shows the name.
		return fallback;
	}
}

/** The card of a question about looking: only that is approved, not what the call may do afterwards. */
export function lookRow(looks: readonly ResolvedEffect[]): ToolRow {
	const files = looks.flatMap(({ target }) => (target === undefined ? [] : [{ path: target.display }]));
	const [first] = files;
	const title =
		files.length === 1 && first !== undefined ? `Look at ${first.path}` : `Look at ${files.length} files`;
	return { icon: "eye", title, body: { kind: "files", files } };
}
