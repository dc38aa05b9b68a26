import type { Effect } from "@shared/effects";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import { BaseTool, type Operation, type RowStage, type ToolResult } from "../BaseTool";
import { createMcpServer } from "./instructions/createMcpServer";
import { createMode } from "./instructions/createMode";
import { createRule } from "./instructions/createRule";

const subjects = ["create_mcp_server", "create_mode", "create_rule"] as const;
type Subject = (typeof subjects)[number];

const parameters = z.object({
	task: z.enum(subjects).describe(subjects.join(", ")),
});
type Params = z.infer<typeof parameters>;

interface Data {
	readonly task: Subject;
}

const texts: Readonly<Record<Subject, string>> = {
	create_mcp_server: createMcpServer,
	create_mode: createMode,
	create_rule: createRule,
};
const titles: Readonly<Record<Subject, string>> = {
	create_mcp_server: "Look up how to make an MCP server",
	create_mode: "Look up how to make a mode",
	create_rule: "Look up how to make a rule",
};

/** `fetch_instructions`: how-to texts about Kiln itself that are too long for every prompt. */
export class FetchInstructionsTool extends BaseTool<typeof parameters, Data> {
	readonly name = "fetch_instructions";
	readonly group = "read";
	readonly parameters = parameters;
	readonly example = { task: "create_mode" };

	describe(): string {
		return "How to make an MCP server, a mode or a rule for Kiln. Read it before you make one.";
	}

	label({ task }: Partial<Params>, _stage: RowStage): ToolRow {
		const title = task === undefined ? "Look up instructions" : titles[task];
		return { icon: "book", title, body: { kind: "none" } };
	}

	targets(): readonly Effect[] {
		return [];
	}

	async plan({ task }: Params): Promise<Operation<Data>> {
		return { effects: [], data: { task }, row: this.label({ task }, "ready") };
	}

	async execute({ data, row }: Operation<Data>): Promise<ToolResult> {
		const text = texts[data.task];
		return { parts: [{ type: "text", text }], row: { ...row, body: { kind: "text", text } } };
	}
}
