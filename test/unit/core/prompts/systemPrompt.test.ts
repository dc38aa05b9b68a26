import { formatOf } from "@core/assistant-message/formats";
import { type McpPort, noMcp } from "@core/mcp/McpPort";
import { systemInformation } from "@core/prompts/sections/systemInformation";
import { systemPrompt } from "@core/prompts/systemPrompt";
import type { ToolContext, ToolDefinition } from "@core/tools/BaseTool";
import { createDefaultRegistry } from "@core/tools/defaultTools";
import { withMcpTools } from "@core/tools/mcp/withMcpTools";
import { isRequired } from "@core/tools/parameters";
import { parseParameters } from "@core/tools/parseParameters";
import { builtInModes, groupsOf, type ModeConfig } from "@shared/modes";
import { type PromptVariant, settingsSchema, type ToolFormatName, toolFormats } from "@shared/settings";
import type { ToolCall } from "@shared/tools";
import { describe, expect, it } from "vitest";
import { memoryServer } from "./memoryServer";
import { reservedTools } from "./reservedRoom";

const registry = createDefaultRegistry();
const defaults = settingsSchema.parse({});

function modeOf(slug: string): ModeConfig {
	const mode = builtInModes.find((each) => each.slug === slug);
	if (mode === undefined) throw new Error(`No mode "${slug}".`);
	return mode;
}

interface Wanted {
	readonly mode: string;
	readonly format: ToolFormatName;
	readonly variant?: PromptVariant;
	readonly more?: readonly ToolDefinition[];
	readonly mcp?: McpPort;
}

function contextOf({ mode, format, variant = "full", mcp = noMcp }: Wanted): ToolContext {
	return {
		cwd: "/home/me/project",
		mode: modeOf(mode),
		modes: builtInModes,
		settings: defaults,
		model: { id: "model", contextWindow: 200_000, maxOutputTokens: 8192, supportsImages: true },
		toolFormat: format,
		customTools: [],
		promptVariant: variant,
		mcp,
	};
}

function offeredIn(wanted: Wanted): ToolDefinition[] {
	const context = contextOf(wanted);
	const groups = new Set([...groupsOf(context.mode).map(({ group }) => group), "modes" as const]);
	return withMcpTools(registry, context.mcp).offered(groups, context);
}

function promptOf(wanted: Wanted): string {
	const tools = [...offeredIn(wanted), ...(wanted.more ?? [])];
	return systemPrompt({
		...contextOf(wanted),
		format: formatOf(wanted.format),
		tools,
		instructions: { rules: [], skills: [] },
		system: {
			platform: "linux",
			shell: "/bin/bash",
			homeDir: "/home/me",
			hostName: "VS Code 1.105",
			roots: ["/home/me/project"],
		},
	});
}

describe("the system prompt", () => {
	const all = builtInModes.flatMap(({ slug }) => toolFormats.map((format) => [slug, format] as const));

	it.each(all)("in %s mode, as %s", async (mode, format) => {
		await expect(promptOf({ mode, format })).toMatchFileSnapshot(`./snapshots/${mode}.${format}.md`);
	});

	it("names the workspace's other folders as paths may", () => {
		const roots = ["/w/one", "/w/two", "/w/three"];
		const rootNames = new Map([["two", "/w/two"]]);
		const system = { platform: "linux", shell: "sh", homeDir: "/h", hostName: "H", roots, rootNames };
		const prompt = systemInformation({
			...contextOf({ mode: "code", format: "xml" }),
			cwd: "/w/one",
			system,
		} as never);
		expect(prompt).toContain("Workspace: /w/one (relative paths and commands start here)");
		expect(prompt).toContain("Other workspace folders: two/ (/w/two), /w/three");
	});

	it("offers native tools as JSON schemas", async () => {
		const tools = offeredIn({ mode: "code", format: "native" });
		const schemas = formatOf("native").nativeTools?.(tools);
		const text = `${JSON.stringify(schemas, null, "\t")}\n`;
		await expect(text).toMatchFileSnapshot("./snapshots/code.native.tools.txt");
	});

	it("tells of MCP servers, in native with their tools as function calls", async () => {
		const native = { mode: "code", format: "native", mcp: memoryServer } as const;
		const names = offeredIn(native).map(({ name }) => name);
		expect(names).toContain("mcp_memory_create_entities");
		expect(names).toContain("access_mcp_resource");
		expect(names).not.toContain("use_mcp_tool");
		const [schema] =
			formatOf("native").nativeTools?.(offeredIn(native).filter(({ inputSchema }) => inputSchema)) ?? [];
		expect(schema).toMatchObject({ parameters: { required: ["entities"] } });
		expect(promptOf(native)).toContain("create_entities (call mcp_memory_create_entities)");
		expect(promptOf({ ...native, format: "xml" })).toContain('{"type":"object","properties":{"entities"');
		expect(promptOf({ ...native, mode: "orchestrator" })).not.toContain("# MCP servers");
	});

	it("takes at most 16 000 characters with browser and an MCP server of five tools", () => {
		const prompt = promptOf({ mode: "code", format: "xml", more: reservedTools, mcp: memoryServer });
		for (const part of ["## use_mcp_tool", "## access_mcp_resource", "## memory", "## browser_action"])
			expect(prompt).toContain(part);
		expect(prompt.length).toBeLessThanOrEqual(16_000);
	});

	it("takes at most 7 000 characters in its compact variant", async () => {
		const prompt = promptOf({ mode: "code", format: "xml", variant: "compact" });
		expect(prompt.length).toBeLessThanOrEqual(7_000);
		await expect(prompt).toMatchFileSnapshot("./snapshots/compact.xml.md");
	});

	it("is the same for the same context", () => {
		expect(promptOf({ mode: "code", format: "xml" })).toBe(promptOf({ mode: "code", format: "xml" }));
	});
});

describe.each(offeredIn({ mode: "code", format: "xml" }))("the catalogue's entry of $name", (tool) => {
	const entry = entryOf(promptOf({ mode: "code", format: "xml" }), tool.name);

	it("names every parameter and whether it must be given", () => {
		for (const [name, schema] of Object.entries(tool.parameters.shape)) {
			const mark = isRequired(schema) ? "" : "?";
			expect(entry).toContain(`\n- ${name}${mark}: `);
		}
	});

	it("names each of its limits", () => {
		for (const limit of limits[tool.name] ?? []) expect(entry).toContain(limit);
	});

	it("has an example that its own parser and schema take", () => {
		const example = entry.slice(entry.lastIndexOf(`<${tool.name}>`));
		const [call, ...others] = parse(example);
		expect(others).toEqual([]);
		expect(call).toMatchObject({ name: tool.name });
		expect(call?.problem).toBeUndefined();
		const known = registry.find(tool.name);
		if (known === undefined || call === undefined) throw new Error("no call");
		expect(() => parseParameters(known, call.params)).not.toThrow();
	});
});

describe.each(["native", "react"] as const)("as %s", (format) => {
	it.each(offeredIn({ mode: "code", format }))("offers every parameter of $name", (tool) => {
		const text =
			format === "native"
				? JSON.stringify(formatOf("native").nativeTools?.([tool]))
				: promptOf({ mode: "code", format });
		for (const name of Object.keys(tool.parameters.shape)) expect(text).toContain(name);
	});
});

describe.each(offeredIn({ mode: "code", format: "react" }))("the ReAct entry of $name", (tool) => {
	it("has an example that its own parser and schema take", () => {
		const entry = entryOf(promptOf({ mode: "code", format: "react" }), tool.name);
		const [call, ...others] = parse(entry.slice(entry.lastIndexOf("\nAction: ")), "react");
		expect(others).toEqual([]);
		expect(call).toMatchObject({ name: tool.name });
		expect(call?.problem).toBeUndefined();
		const known = registry.find(tool.name);
		if (known === undefined || call === undefined) throw new Error("no call");
		const params = parseParameters(known, call.params);
		expect(Object.keys(params).length).toBeGreaterThan(0);
	});
});

/** Numbers that a call must not exceed or that its answer is cut at. */
const limits: Readonly<Record<string, readonly string[]>> = {
	read_file: ["20 files", "2000 lines"],
	search_files: ["300 results", "500 characters", "0-10"],
	list_files: ["500"],
	list_code_definition_names: ["50"],
	glob: ["500"],
	tree: ["500", "1-10"],
	diff: ["20000"],
	web_fetch: ["50 KB"],
	execute_command: ["120 s", "500 lines", "3600"],
	ask_followup_question: ["2 to 5"],
};

function entryOf(prompt: string, name: string): string {
	const start = prompt.search(new RegExp(`^## ${name}[\\n(]`, "m"));
	const next = prompt.slice(start + 1).search(/\n#{1,2} /);
	return prompt.slice(start, start + 1 + next);
}

function parse(text: string, format: ToolFormatName = "xml"): ToolCall[] {
	let id = 0;
	const newId = { block: () => `b${id++}`, call: () => `c${id++}` };
	const { maxMessageChars, maxParameterChars } = defaults.limits;
	const parser = formatOf(format).createParser(
		registry.syntax,
		{ maxMessageChars, maxParameterChars },
		newId,
	);
	const events = [...parser.push({ type: "text", text }), ...parser.finish()];
	return events.flatMap((event) => (event.type === "call_completed" ? [event.call] : []));
}
