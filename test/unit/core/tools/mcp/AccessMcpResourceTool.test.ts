import { AccessMcpResourceTool } from "@core/tools/mcp/AccessMcpResourceTool";
import { KilnError } from "@shared/errors";
import { describe, expect, it } from "vitest";
import { createTestTask, parseParams, runTool } from "../support/testTask";
import { mcpOf, serverOf, toolOf } from "./support/mcpDouble";

const tool = new AccessMcpResourceTool();
const params = { server_name: "s", uri: "demo://a/1" };

it("asks for the resource by its address and gives what the server has", async () => {
	const asked: string[] = [];
	const mcp = mcpOf([serverOf("s", { resources: ["demo://a/1"] })], {
		readResource: async (server, uri) => {
			asked.push(`${server} ${uri}`);
			return [
				{ kind: "resource", uri, text: "words" },
				{ kind: "image", mimeType: "image/png", data: "AAAA" },
			];
		},
	});
	const task = createTestTask({ mcp, model: { supportsImages: true } });
	const { operation, result, text } = await runTool(tool, params, task);
	expect(operation.effects).toEqual([{ kind: "mcp", server: "s", tool: "demo://a/1", isResource: true }]);
	expect(asked).toEqual(["s demo://a/1"]);
	expect(text).toContain("[Resource demo://a/1]\nwords");
	expect(result.parts.map(({ type }) => type)).toEqual(["text", "image"]);
	expect(result.row).toMatchObject({ title: "Read demo://a/1 from s", body: { kind: "mcp", server: "s" } });
});

it("asks the server for nothing while it plans", async () => {
	const mcp = mcpOf([], {
		readResource: async () => {
			throw new Error("too early");
		},
	});
	const operation = await tool.plan(parseParams(tool, params), createTestTask({ mcp }));
	expect(operation.data).toMatchObject(params);
	expect(tool.label({}, "streaming").title).toBe("Read an MCP resource");
	await expect(runTool(tool, params, createTestTask({ mcp }))).rejects.toThrow("too early");
});

it("passes the hub's refusal on", async () => {
	const mcp = mcpOf([], {
		readResource: async () => {
			throw new KilnError("mcp_server_unknown", 'There is no MCP server "s".');
		},
	});
	const run = runTool(tool, params, createTestTask({ mcp }));
	await expect(run).rejects.toMatchObject({ code: "mcp_server_unknown" });
});

describe("the offer", () => {
	it.each([
		[serverOf("s", { resources: ["a://b"] }), true],
		[serverOf("s", { templates: ["a://{b}"] }), true],
		[serverOf("s", { tools: [toolOf("t")] }), false],
		[serverOf("s", { resources: ["a://b"], status: "connecting" }), false],
	])("of %o", (server, isOffered) => {
		expect(tool.isOffered(createTestTask({ mcp: mcpOf([server]) }))).toBe(isOffered);
	});
});
