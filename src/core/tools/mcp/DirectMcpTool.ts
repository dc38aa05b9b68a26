import * as z from "zod";
import type { NativeMcpTool } from "../../mcp/connectedServers";
import type { ToolContext } from "../BaseTool";
import { TranslatedTool } from "../TranslatedTool";
import { UseMcpToolTool } from "./UseMcpToolTool";

const parameters = z.looseObject({});

/** A tool of an MCP server as a function call of its own; whatever it is called, approval knows it by server and tool. */
export class DirectMcpTool extends TranslatedTool<typeof parameters> {
	override readonly name: string;
	override readonly parameters = parameters;
	override readonly example = {};
	override readonly inputSchema: Readonly<Record<string, unknown>>;

	constructor(private readonly listed: NativeMcpTool) {
		super(new UseMcpToolTool());
		this.name = listed.nativeName;
		this.inputSchema = listed.tool.inputSchema;
	}

	override isOffered({ toolFormat, promptVariant }: ToolContext): boolean {
		return toolFormat === "native" && promptVariant === "full";
	}

	/** The server's own words, and whose they are. */
	describe(): string {
		const { server, tool } = this.listed;
		return `${tool.description.slice(0, 900)}\n(${tool.name} of the MCP server "${server}")`;
	}

	protected override translate(params: Record<string, unknown>): Record<string, unknown> {
		const { server, tool } = this.listed;
		return { server_name: server, tool_name: tool.name, arguments: JSON.stringify(params) };
	}
}
