import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseModeFile } from "@core/instructions/modes/parseModeFile";
import { FetchInstructionsTool } from "@core/tools/read/FetchInstructionsTool";
import { modeConfigSchema } from "@shared/modes";
import { toolGroups } from "@shared/tools";
import { describe, expect, it } from "vitest";
import { createTempDir } from "../../../support/tempDir";
import { createTestTask, parseParams, runTool } from "../support/testTask";

const tool = new FetchInstructionsTool();
const subjects = ["create_mcp_server", "create_mode", "create_rule"] as const;

async function instructions(task: string): Promise<string> {
	return (await runTool(tool, { task }, createTestTask())).text;
}

/** The first fenced block of a language. */
function block(text: string, language: string): string {
	const found = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text)?.[1];
	if (found === undefined) throw new Error(`no ${language} block`);
	return found;
}

describe.each(subjects)("%s", (subject) => {
	it("is complete Markdown of at most 6 000 characters, and fits a card", async () => {
		const { text, result, operation } = await runTool(tool, { task: subject }, createTestTask());
		expect(text.length).toBeLessThanOrEqual(6000);
		expect(text).toMatch(/^# Make /);
		expect((text.match(/^```/gm) ?? []).length % 2).toBe(0);
		expect(operation.effects).toEqual([]);
		expect(result.row).toMatchObject({ title: tool.label({ task: subject }, "done").title, body: { text } });
	});
});

describe("the instructions on modes", () => {
	it("show a file that Kiln reads without a complaint", async () => {
		const { modes, problems } = parseModeFile(block(await instructions("create_mode"), "yaml"));
		expect(problems).toEqual([]);
		expect(modes.map(({ mode }) => mode)).toMatchObject([
			{
				slug: "docs-writer",
				customInstructions: expect.stringMatching(/^- Read the code .*\n- One idea/),
				groups: ["read", ["edit", { fileRegex: "\\.(md|mdx)$", description: "Markdown only" }], "command"],
			},
		]);
	});

	it("name every field and every group of tools", async () => {
		const text = await instructions("create_mode");
		const fields = Object.keys(modeConfigSchema.shape);
		const groups = toolGroups.filter((group) => group !== "always" && group !== "modes");
		expect([...fields, ...groups].filter((name) => !text.includes(`| \`${name}\` |`))).toEqual([]);
	});
});

describe("the instructions on MCP servers", () => {
	it("show a configuration and a program that can be parsed", async () => {
		const text = await instructions("create_mcp_server");
		const { mcpServers } = JSON.parse(block(text, "json"));
		expect(mcpServers.weather).toMatchObject({
			args: [expect.stringMatching(/^\$\{workspaceFolder\}\/tools\/mcp\/weather\/server\.mjs$/)],
			env: { WEATHER_API_KEY: expect.stringMatching(/^\$\{env:WEATHER_API_KEY\}$/) },
		});
		const path = join(createTempDir(), "server.mjs");
		writeFileSync(path, block(text, "js"));
		expect(() => execFileSync(process.execPath, ["--check", path])).not.toThrow();
	});
});

it("refuses other subjects and names those that exist", () => {
	expect(() => parseParams(tool, { task: "create_tool" })).toThrow(
		/create_mcp_server.*create_mode.*create_rule/,
	);
	expect(() => parseParams(tool, {})).toThrow(/task/);
});

it("describes itself briefly, with an example that is valid", () => {
	expect(tool.describe().length).toBeLessThan(120);
	expect(parseParams(tool, tool.example)).toEqual(tool.example);
	expect(tool.label({}, "streaming").title).toBe("Look up instructions");
});
