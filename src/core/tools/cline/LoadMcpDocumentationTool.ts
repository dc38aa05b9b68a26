import * as z from "zod";
import { FetchInstructionsTool } from "../read/FetchInstructionsTool";
import { TranslatedTool } from "../TranslatedTool";

const parameters = z.object({});

/** Cline's `load_mcp_documentation`. */
export class LoadMcpDocumentationTool extends TranslatedTool<typeof parameters> {
	override readonly name = "load_mcp_documentation";
	override readonly vocabulary = "cline";
	override readonly parameters = parameters;
	override readonly example = {};

	constructor() {
		super(new FetchInstructionsTool());
	}

	describe(): string {
		return "Tells how to make and configure an MCP server.";
	}

	protected override translate(): Record<string, unknown> {
		return { task: "create_mcp_server" };
	}
}
