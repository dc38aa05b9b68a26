import type { McpPort } from "@core/mcp/McpPort";
import { UseMcpToolTool } from "@core/tools/mcp/UseMcpToolTool";
import { isFreeText } from "@core/tools/parameters";
import { KilnError } from "@shared/errors";
import type { McpCallResult } from "@shared/mcp";
import { maxRowTextChars } from "@shared/tools";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTestTask, parseParams, runTool } from "../support/testTask";
import { answerOf, mcpOf, serverOf, toolOf } from "./support/mcpDouble";

const tool = new UseMcpToolTool();

interface Call {
	readonly server: string;
	readonly tool: string;
	readonly args: unknown;
}

/** A hub that keeps what it is asked, and answers `answer`. */
function recording(
	answer: McpCallResult = answerOf([{ kind: "text", text: "fine" }]),
	more: Partial<McpPort> = {},
) {
	const calls: Call[] = [];
	const mcp = mcpOf([serverOf("s", { tools: [toolOf("t")] })], {
		callTool: async (server, tool, args) => {
			calls.push({ server, tool, args });
			return answer;
		},
		...more,
	});
	return { mcp, calls };
}

const params = (input?: unknown) => ({
	server_name: "s",
	tool_name: "t",
	...(input !== undefined && { arguments: input }),
});

describe("arguments", () => {
	it.each([
		["nothing", undefined, {}],
		["white space", " \n", {}],
		["an object as text", ' {"a": [1, null], "b": "</arguments>"}\n', { a: [1, null], b: "</arguments>" }],
		["an object of a native call", { a: { b: 1 } }, { a: { b: 1 } }],
		["a key that objects have already", '{"__proto__": {"x": 1}}', JSON.parse('{"__proto__": {"x": 1}}')],
	])("may be %s", async (_name, input, expected) => {
		const { mcp, calls } = recording();
		const { text } = await runTool(tool, params(input), createTestTask({ mcp }));
		expect(calls).toEqual([{ server: "s", tool: "t", args: expected }]);
		expect(text).toBe("fine");
	});

	it.each([
		["broken JSON", '{"a": 1', "no valid JSON"],
		["a list", "[1]", "no JSON object"],
		["a native list", [1], "no JSON object"],
		["null", "null", "no JSON object"],
		["a word", '"text"', "no JSON object"],
		["a number", "7", "no JSON object"],
		["two objects", "{}{}", "no valid JSON"],
	])("may not be %s", async (_name, input, reason) => {
		const { mcp, calls } = recording();
		const run = runTool(tool, params(input), createTestTask({ mcp }));
		await expect(run).rejects.toMatchObject({
			code: "invalid_parameters",
			message: expect.stringContaining(reason),
		});
		expect(calls).toEqual([]);
	});

	it("come to the server exactly as they were written, whatever they hold", async () => {
		await fc.assert(
			fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (given) => {
				const input = JSON.stringify(given);
				const { mcp, calls } = recording();
				const { operation } = await runTool(tool, params(input), createTestTask({ mcp }));
				expect(JSON.stringify(calls[0]?.args)).toBe(JSON.stringify(JSON.parse(input)));
				expect(operation.effects).toEqual([{ kind: "mcp", server: "s", tool: "t" }]);
			}),
			{ numRuns: 100 },
		);
	});

	it("are free text, so that they may hold any tag", () => {
		expect(isFreeText(tool.parameters.shape.arguments)).toBe(true);
		expect(() => parseParams(tool, { server_name: "s" })).toThrow("tool_name");
	});

	it("are checked before anybody is asked", async () => {
		const { mcp, calls } = recording(undefined, {
			checkCall: async () => {
				throw new KilnError("invalid_parameters", '"city" is missing.');
			},
		});
		const task = createTestTask({ mcp });
		await expect(tool.plan(parseParams(tool, params("{}")), task)).rejects.toThrow('"city" is missing.');
		expect(calls).toEqual([]);
	});
});

describe("a server's answer", () => {
	const said = async (answer: McpCallResult, supportsImages = false) => {
		const { mcp } = recording(answer);
		return (await runTool(tool, params("{}"), createTestTask({ mcp, model: { supportsImages } }))).result;
	};
	const image = { kind: "image", mimeType: "image/png", data: "AAAA" } as const;

	it("keeps the order of its parts", async () => {
		const { parts } = await said(
			answerOf([{ kind: "text", text: "a" }, image, { kind: "text", text: "b" }]),
			true,
		);
		expect(parts.map((part) => (part.type === "text" ? part.text : part.mediaType))).toEqual([
			"a",
			"image/png",
			"b",
		]);
	});

	it.each([
		[image, "[An image (image/png) was shown to the user; this model takes none.]"],
		[
			{ kind: "audio", mimeType: "audio/wav", data: "AAAA" } as const,
			"[Audio (audio/wav, 3 bytes) was shown",
		],
		[{ kind: "resource", uri: "a://b", text: "body" } as const, "[Resource a://b]\nbody"],
		[{ kind: "blob", uri: "a://b", data: "AAAA" } as const, "[Resource a://b: binary, 3 bytes.]"],
		[{ kind: "link", uri: "a://b", name: "B", description: "d" } as const, "[Resource link: B (a://b): d."],
		[{ kind: "unusable", note: "no picture" } as const, "[no picture]"],
	])("is told in words where the model cannot take it: %o", async (part, words) => {
		const { parts } = await said(answerOf([part]));
		expect(parts).toEqual([{ type: "text", text: expect.stringContaining(words) }]);
	});

	it("is its structured content when it says nothing else, and has the hub's remarks behind it", async () => {
		const structuredContent = { n: 1 };
		const { parts } = await said(answerOf([], { structuredContent, notes: ["It does not fit."] }));
		expect(parts).toEqual([
			{ type: "text", text: '{"n":1}' },
			{ type: "text", text: "[It does not fit.]" },
		]);
		const both = await said(answerOf([{ kind: "text", text: "one" }], { structuredContent }));
		expect(both.parts).toEqual([{ type: "text", text: "one" }]);
	});

	it("is an error with the server's words when the tool says so", async () => {
		const result = await said(answerOf([{ kind: "text", text: "no such city" }], { isError: true }));
		expect(result.error).toMatchObject({ code: "mcp_failed", message: expect.stringContaining('"s"') });
		expect(result.parts).toEqual([{ type: "text", text: "no such city" }]);
	});

	it("of any length is cut on the card, not for the model", async () => {
		const text = "x".repeat(3 * maxRowTextChars);
		const { parts, row } = await said(answerOf([{ kind: "text", text }, image]));
		expect(parts[0]).toEqual({ type: "text", text });
		expect(row.body).toMatchObject({ kind: "mcp", images: [{ mediaType: "image/png", data: "AAAA" }] });
		expect(row.body.kind === "mcp" && row.body.output?.length).toBe(maxRowTextChars);
	});

	it("shows its progress on the card until it is there", async () => {
		const { mcp } = recording(undefined, {
			callTool: async (_server, _tool, _args, options) => {
				options?.onProgress?.({ progress: 1, total: 3, message: "mixing" });
				options?.onProgress?.({ progress: 2 });
				return answerOf([]);
			},
		});
		const { rows, result } = await runTool(tool, params("{}"), createTestTask({ mcp }));
		const progress = rows.map(({ body }) => (body.kind === "mcp" ? body.progress : "other"));
		expect(progress).toEqual(["1 of 3: mixing", "2"]);
		expect(result.row.body).not.toHaveProperty("progress");
	});
});

it("gives the task's signal to the call", async () => {
	const stop = new AbortController();
	const { mcp } = recording(undefined, {
		callTool: async (_server, _tool, _args, options) => {
			stop.abort(new Error("stopped"));
			options?.signal?.throwIfAborted();
			return answerOf([]);
		},
	});
	const run = runTool(tool, params("{}"), createTestTask({ mcp, signal: stop.signal }));
	await expect(run).rejects.toThrow("stopped");
});

describe("the card", () => {
	it("names server and tool as they stream in", () => {
		expect(tool.label({}, "streaming").title).toBe("Use an MCP tool");
		expect(tool.label({ server_name: "s" }, "streaming").title).toContain("s");
		expect(
			tool.label({ server_name: "s", tool_name: "t", arguments: '{"a' }, "streaming").body,
		).toMatchObject({
			input: '{"a',
		});
	});

	it("cuts arguments that are too long to show", () => {
		const input = `{"a":"${"x".repeat(2 * maxRowTextChars)}"}`;
		const { body } = tool.label({ server_name: "s", tool_name: "t", arguments: input }, "ready");
		expect(body.kind === "mcp" && body.input.length).toBe(maxRowTextChars);
		expect(body.kind === "mcp" && body.input).toMatch(/\n… 2\d{4} more characters are not shown$/);
	});

	it("tells the card which tool it is that the person is asked about", async () => {
		const mcp = mcpOf([serverOf("s", { tools: [toolOf("t", { fingerprint: "as it is now" })] })]);
		const { row } = await tool.plan(parseParams(tool, params("{}")), createTestTask({ mcp }));
		expect(row.body).toMatchObject({ kind: "mcp", fingerprint: "as it is now" });
	});

	it("lets nobody accept a changed tool on a card, which does not show what it has become", async () => {
		const mcp = mcpOf([serverOf("s", { tools: [toolOf("t", { fingerprint: "new", hasChanged: true })] })]);
		const { row } = await tool.plan(parseParams(tool, params("{}")), createTestTask({ mcp }));
		expect(row.body).not.toHaveProperty("fingerprint");
	});

	it("hides nothing in the title, and leaves the names as they are", () => {
		const row = tool.label({ server_name: "s\u202e", tool_name: "t\u200b" }, "ready");
		expect(row.title).toBe("s⟨U+202E⟩ · t⟨U+200B⟩");
		expect(row.body).toMatchObject({ server: "s\u202e", name: "t\u200b" });
	});
});

describe("the offer", () => {
	const on = serverOf("s", { tools: [toolOf("t")] });
	const native = serverOf("s", { tools: [toolOf("t", { nativeName: "mcp_s_t" })] });
	const off = serverOf("s", { tools: [toolOf("t", { isEnabled: false })] });

	it.each([
		["xml", [on], true],
		["xml", [native], true],
		["xml", [off], false],
		["xml", [serverOf("s")], false],
		["xml", [{ ...on, status: "failed" as const }], false],
		["xml", [], false],
		["native", [native], false],
		["native", [native, on], true],
	] as const)("in %s with %o", (toolFormat, servers, isOffered) => {
		const context = createTestTask({ mcp: mcpOf(servers), toolFormat });
		expect(tool.isOffered(context) && tool.isOffered(context)).toBe(isOffered);
	});
});
