import { nativeSchema } from "@core/assistant-message/native/nativeSchema";
import { createDefaultRegistry } from "@core/tools/defaultTools";
import { withMcpTools } from "@core/tools/mcp/withMcpTools";
import { toolFormats } from "@shared/settings";
import { describe, expect, it } from "vitest";
import { createTestTask, runTool } from "../support/testTask";
import { answerOf, mcpOf, serverOf, toolOf } from "./support/mcpDouble";

const inputSchema = {
	$schema: "http://json-schema.org/draft-07/schema#",
	type: "object",
	properties: { city: { type: "string" } },
	required: ["city"],
};
const weather = serverOf("we ather", {
	tools: [toolOf("fore.cast", { nativeName: "mcp_we_ather_fore_cast", inputSchema })],
});
const base = createDefaultRegistry();
const groups = new Set(["mcp"] as const);

function offeredNames(mcp = mcpOf([weather]), toolFormat: (typeof toolFormats)[number] = "native") {
	const context = createTestTask({ mcp, toolFormat });
	return withMcpTools(base, mcp)
		.offered(groups, context)
		.map(({ name }) => name);
}

it.each(toolFormats)("is offered in native only: %s", (format) => {
	expect(offeredNames(undefined, format).includes("mcp_we_ather_fore_cast")).toBe(format === "native");
});

it("is offered with the server's own schema and words", () => {
	const mcp = mcpOf([weather]);
	const context = createTestTask({ mcp, toolFormat: "native" });
	const offered = withMcpTools(base, mcp).offered(groups, context);
	const definition = offered.find(({ name }) => name === "mcp_we_ather_fore_cast");
	expect(definition?.description).toContain('fore.cast of the MCP server "we ather"');
	const { $schema, ...own } = inputSchema;
	expect(definition && nativeSchema(definition).parameters).toEqual(own);
});

it.each([
	[{ city: "Oslo" }],
	[{ server_name: "other", tool_name: "delete_all", arguments: "{}" }],
	[{ constructor: "x", toString: 1, "": "", "a b": [null] }],
])("calls exactly its own tool, whatever the arguments are called: %j", async (args) => {
	const calls: unknown[] = [];
	const mcp = mcpOf([weather], {
		callTool: async (...call) => {
			calls.push(call.slice(0, 3));
			return answerOf([{ kind: "text", text: "sunny" }]);
		},
	});
	const tool = withMcpTools(base, mcp).find("mcp_we_ather_fore_cast");
	if (tool === undefined) throw new Error("not offered");
	const { operation, text } = await runTool(tool, args, createTestTask({ mcp, toolFormat: "native" }));
	expect(operation.effects).toEqual([{ kind: "mcp", server: "we ather", tool: "fore.cast" }]);
	expect(JSON.stringify(calls)).toBe(JSON.stringify([["we ather", "fore.cast", args]]));
	expect(text).toBe("sunny");
});

describe("the registry with MCP tools", () => {
	it("is the same one until a server changes", () => {
		const mcp = mcpOf([weather]);
		expect(withMcpTools(base, mcp)).toBe(withMcpTools(base, mcp));
		expect(withMcpTools(base, mcpOf([weather]))).not.toBe(withMcpTools(base, mcp));
		expect(withMcpTools(base, mcpOf([]))).toBe(base);
	});

	it("lets no server take the name of one of Kiln's own tools", () => {
		const bad = serverOf("s", { tools: [toolOf("t", { nativeName: "execute_command" })] });
		expect(withMcpTools(base, mcpOf([bad]))).toBe(base);
	});

	it("leaves out what is switched off, has no name of its own, or is not connected", () => {
		const tools = [toolOf("a", { nativeName: "mcp_s_a", isEnabled: false }), toolOf("b")];
		const gone = { ...weather, status: "failed" as const };
		const names = offeredNames(mcpOf([serverOf("s", { tools }), gone]));
		expect(names.filter((name) => name.startsWith("mcp_"))).toEqual([]);
		expect(names).toContain("use_mcp_tool");
	});
});
