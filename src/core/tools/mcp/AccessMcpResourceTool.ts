import type { Effect } from "@shared/effects";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import { calledTool, refuseOther } from "../../mcp/calledTool";
import { connectedServers } from "../../mcp/connectedServers";
import {
	BaseTool,
	type Operation,
	type RowStage,
	type TaskHandle,
	type ToolContext,
	type ToolResult,
} from "../BaseTool";
import { visibleText } from "../command/visibleText";
import { text } from "../parameters";
import { mcpBody, mcpParts } from "./mcpResult";

const parameters = z.object({ server_name: text("the server"), uri: text("the resource") });
type Params = z.infer<typeof parameters>;

interface Data extends Params {
	/** see `calledTool` */
	readonly called: string;
}

/** `access_mcp_resource`: a resource of a connected MCP server, by its address or one that fits a template. */
export class AccessMcpResourceTool extends BaseTool<typeof parameters, Data> {
	readonly name = "access_mcp_resource";
	readonly group = "mcp";
	readonly parameters = parameters;
	readonly example = { server_name: "weather", uri: "weather://oslo/current" };

	/** Called in vain it says which servers there are, and how they are. */
	override isAvailable({ mcp }: ToolContext): boolean {
		return mcp.servers().length > 0;
	}

	override isOffered({ mcp }: ToolContext): boolean {
		return connectedServers(mcp).some(
			({ catalogue }) => catalogue.resources.length + catalogue.resourceTemplates.length > 0,
		);
	}

	describe(): string {
		return "Reads a resource of a connected MCP server.";
	}

	label({ server_name: server = "", uri = "" }: Partial<Params>, _stage: RowStage): ToolRow {
		const title = server === "" ? "Read an MCP resource" : visibleText(`Read ${uri} from ${server}`);
		return { icon: "plug", title, body: mcpBody({ server, name: uri, input: "" }, undefined) };
	}

	/** A resource is approved by its address, as a tool by its name. */
	targets({ server_name: server, uri }: Params): readonly Effect[] {
		return [{ kind: "mcp", server, tool: uri, isResource: true }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Data>> {
		const data = { ...params, called: calledTool(task.mcp, params.server_name) };
		return { effects: this.targets(params), data, row: this.label(params, "ready") };
	}

	async execute({ data, row }: Operation<Data>, task: TaskHandle): Promise<ToolResult> {
		const { server_name: server, uri } = data;
		refuseOther(task.mcp, data.called, server);
		const content = await task.mcp.readResource(server, uri, { signal: task.signal });
		return {
			parts: mcpParts(content, task.model.supportsImages),
			row: { ...row, body: mcpBody({ server, name: uri, input: "" }, content) },
		};
	}
}
