import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { McpProgress } from "@shared/mcp";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import { calledTool, refuseOther } from "../../mcp/calledTool";
import { connectedServers, enabledTools, listedTool, nativeMcpTools } from "../../mcp/connectedServers";
import {
	BaseTool,
	type Operation,
	type RowStage,
	type TaskHandle,
	type ToolCallbacks,
	type ToolContext,
	type ToolResult,
} from "../BaseTool";
import { visibleText } from "../command/visibleText";
import { freeText, text } from "../parameters";
import { mcpBody, mcpParts } from "./mcpResult";

const parameters = z.object({
	server_name: text("the server"),
	tool_name: text("its tool"),
	arguments: z
		// native calls may give the object itself
		.preprocess(
			(value) => (typeof value === "object" && value !== null ? JSON.stringify(value) : value),
			freeText("JSON object as the tool's schema wants it"),
		)
		.describe("JSON object as the tool's schema wants it")
		.optional(),
});
type Params = z.infer<typeof parameters>;

interface Data {
	readonly server: string;
	readonly tool: string;
	readonly args: Readonly<Record<string, unknown>>;
	/** see `calledTool` */
	readonly called: string;
}

/** `use_mcp_tool`: a tool of a connected MCP server. Approval is keyed by server and tool. */
export class UseMcpToolTool extends BaseTool<typeof parameters, Data> {
	readonly name = "use_mcp_tool";
	readonly group = "mcp";
	readonly parameters = parameters;
	readonly example = {
		server_name: "weather",
		tool_name: "forecast",
		arguments: '{"city": "Oslo", "days": 3}',
	};

	/** Called in vain it says which servers there are, and how they are. */
	override isAvailable({ mcp }: ToolContext): boolean {
		return mcp.servers().length > 0;
	}

	/** Not where each tool is a function call of its own. */
	override isOffered({ mcp, toolFormat }: ToolContext): boolean {
		const tools = connectedServers(mcp).flatMap(enabledTools);
		return tools.length > (toolFormat === "native" ? nativeMcpTools(mcp).length : 0);
	}

	describe(): string {
		return "Calls a tool of a connected MCP server (see MCP servers).";
	}

	label({ server_name, tool_name, arguments: input = "" }: Partial<Params>, _stage: RowStage): ToolRow {
		return rowOf({ server: server_name ?? "", tool: tool_name ?? "", input });
	}

	targets({ server_name: server, tool_name: tool }: Params): readonly Effect[] {
		return [{ kind: "mcp", server, tool }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Data>> {
		const { server_name: server, tool_name: tool } = params;
		const args = parseArguments(params.arguments);
		await task.mcp.checkCall(server, tool, args);
		const input = JSON.stringify(args, null, 2);
		const listed = listedTool(task.mcp, server, tool);
		// a tool that has changed is accepted where its new description is shown, not on a card
		const fingerprint = listed?.hasChanged ? undefined : listed?.fingerprint;
		return {
			effects: this.targets(params),
			data: { server, tool, args, called: calledTool(task.mcp, server, tool) },
			row: rowOf({ server, tool, input, fingerprint }),
		};
	}

	async execute(
		{ data, row }: Operation<Data>,
		task: TaskHandle,
		callbacks: ToolCallbacks,
	): Promise<ToolResult> {
		const { server, tool, args } = data;
		const call = { server, name: tool, input: JSON.stringify(args, null, 2) };
		refuseOther(task.mcp, data.called, server, tool);
		const result = await task.mcp.callTool(server, tool, args, {
			signal: task.signal,
			onProgress: (progress) =>
				callbacks.row({ ...row, body: mcpBody(call, undefined, progressText(progress)) }),
		});
		const said = mcpParts(result.content, task.model.supportsImages);
		const notes = result.notes.map((note) => ({ type: "text" as const, text: `[${note}]` }));
		const finished = { ...row, body: mcpBody(call, result.content) };
		if (!result.isError) {
			const structured = said.length === 0 && result.structuredContent !== undefined;
			const parts = structured
				? [{ type: "text" as const, text: JSON.stringify(result.structuredContent) }]
				: said;
			return { parts: [...parts, ...notes], row: finished };
		}
		const message = `${tool} of the MCP server "${server}" says that it failed.`;
		return { parts: [...said, ...notes], row: finished, error: { code: "mcp_failed", message } };
	}
}

function parseArguments(input: string | undefined): Readonly<Record<string, unknown>> {
	if (input === undefined || input.trim() === "") return {};
	try {
		const value: unknown = JSON.parse(input);
		if (typeof value === "object" && value !== null && !Array.isArray(value))
			return value as Readonly<Record<string, unknown>>;
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new KilnError("invalid_parameters", `use_mcp_tool: arguments is no valid JSON: ${reason}.`, hint);
	}
	throw new KilnError("invalid_parameters", "use_mcp_tool: arguments is no JSON object.", hint);
}

const hint = "Give one JSON object, as the tool's schema wants it.";

function progressText({ progress, total, message }: McpProgress): string {
	const figure = total === undefined ? `${progress}` : `${progress} of ${total}`;
	return message === undefined ? figure : `${figure}: ${message}`;
}

interface ShownCall {
	readonly server: string;
	readonly tool: string;
	readonly input: string;
	readonly fingerprint?: string | undefined;
}

function rowOf({ server, tool, input, fingerprint }: ShownCall): ToolRow {
	const title = server === "" ? "Use an MCP tool" : visibleText(`${server} · ${tool}`);
	return { icon: "plug", title, body: mcpBody({ server, name: tool, input, fingerprint }, undefined) };
}
