import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { McpContent, McpElicitation, McpProgress } from "@shared/mcp";
import { describe, expect, it } from "vitest";
import { createTempDir } from "../../unit/support/tempDir";
import { everythingStdio, startEverything } from "./support/everything";
import { connect, createHub, globalServer, until } from "./support/startHub";

const modules = fileURLToPath(new URL("../../../node_modules/@modelcontextprotocol", import.meta.url));

const workspaceFolder = `\${workspaceFolder}`;

type Kind = "stdio" | "streamable-http" | "sse";

async function entryOf(kind: Kind): Promise<Record<string, unknown>> {
	if (kind === "stdio") return { ...everythingStdio, env: { KILN_TEST: "from the entry" } };
	return { url: await startEverything(kind === "sse" ? "sse" : "streamableHttp") };
}

function textOf(content: readonly McpContent[]): string {
	return content.map((part) => ("text" in part ? part.text : "")).join("\n");
}

describe.each<Kind>(["stdio", "streamable-http", "sse"])("the reference server over %s", (kind) => {
	async function start(options: Parameters<typeof createHub>[0] = {}) {
		const hub = createHub(options);
		const state = await connect(hub, globalServer("all", await entryOf(kind)));
		return { hub, state };
	}

	it("connects without a type and lists everything", async () => {
		const { state } = await start();
		expect(state).toMatchObject({ status: "connected", transport: kind, failedTries: 0 });
		expect(state.catalogue.tools.map((tool) => tool.nativeName)).toContain("mcp_all_echo");
		expect(state.catalogue.tools.length).toBeGreaterThanOrEqual(13);
		expect(state.catalogue.resources.length).toBeGreaterThan(3);
		expect(state.catalogue.resourceTemplates).toHaveLength(2);
		expect(state.catalogue.prompts.map((prompt) => prompt.name)).toContain("args-prompt");
		expect(state.serverVersion).toContain("everything");
	});

	it("calls tools, and gives text, images, links, embedded resources and structured content", async () => {
		const { hub } = await start();
		const sum = await hub.callTool("all", "get-sum", { a: 2, b: 40 });
		expect(textOf(sum.content)).toContain("42");
		const image = await hub.callTool("all", "get-tiny-image", {});
		expect(image.content).toContainEqual(expect.objectContaining({ kind: "image", mimeType: "image/png" }));
		const links = await hub.callTool("all", "get-resource-links", { count: 2 });
		expect(links.content.filter((part) => part.kind === "link")).toHaveLength(2);
		const embedded = await hub.callTool("all", "get-resource-reference", {
			resourceType: "Text",
			resourceId: 1,
		});
		expect(embedded.content.some((part) => part.kind === "resource")).toBe(true);
		const structured = await hub.callTool("all", "get-structured-content", { location: "Chicago" });
		expect(structured.structuredContent).toMatchObject({ temperature: expect.any(Number) });
		expect(structured.notes).toEqual([]);
	});

	it("reads resources, resolves templates and gets prompts", async () => {
		const { hub, state } = await start();
		const uri = state.catalogue.resources[0]?.uri ?? "";
		expect(textOf(await hub.readResource("all", uri))).not.toBe("");
		const dynamic = await hub.readResource("all", "demo://resource/dynamic/text/7");
		expect(textOf(dynamic)).toContain("7");
		expect((await hub.readResource("all", "demo://resource/dynamic/blob/7"))[0]?.kind).toBe("blob");
		const prompt = await hub.getPrompt("all", "args-prompt", { city: "Oslo" });
		expect(prompt.messages[0]).toMatchObject({ role: "user", content: { kind: "text" } });
		expect(JSON.stringify(prompt)).toContain("Oslo");
	});

	it("reports progress and stops at once", async () => {
		const { hub } = await start();
		const seen: McpProgress[] = [];
		const done = await hub.callTool(
			"all",
			"trigger-long-running-operation",
			{ duration: 0.4, steps: 4 },
			{ onProgress: (progress) => seen.push(progress) },
		);
		expect(done.isError).toBe(false);
		expect(seen.map((progress) => progress.total)).toContain(4);
		const stop = new AbortController();
		const args = { duration: 600, steps: 1200 };
		const call = hub.callTool("all", "trigger-long-running-operation", args, {
			signal: stop.signal,
			onProgress: () => stop.abort(),
		});
		await expect(call).rejects.toMatchObject({ code: "aborted" });
		expect(textOf((await hub.callTool("all", "echo", { message: "alive" })).content)).toContain("alive");
	});

	it("tells the roots, asks the person, and offers no model", async () => {
		const root = createTempDir();
		const asked: McpElicitation[] = [];
		const { hub } = await start({
			roots: () => [root],
			onElicit: async (_server, request) => {
				asked.push(request);
				return { action: "accept", content: { name: "Ada", check: true } };
			},
		});
		await until(hub, "all", (state) => state.catalogue.tools.some((tool) => tool.name.includes("roots")));
		expect(textOf((await hub.callTool("all", "get-roots-list", {})).content)).toContain(root);
		const answered = await hub.callTool("all", "trigger-elicitation-request", {});
		expect(asked[0]).toMatchObject({ kind: "form" });
		expect(textOf(answered.content)).toContain("Ada");
		expect(hub.servers()[0]?.catalogue.tools.map((tool) => tool.name)).not.toContain(
			"trigger-sampling-request",
		);
	});

	it("leads the person to a page, before a call or as its answer, and takes a no", async () => {
		const asked: McpElicitation[] = [];
		let isWilling = true;
		const { hub } = await start({
			onElicit: async (_server, request) => {
				asked.push(request);
				return { action: isWilling ? "accept" : "decline" };
			},
		});
		const args = { url: "https://x.example/sign", elicitationId: "e1" };
		await hub.callTool("all", "trigger-url-elicitation", args);
		expect(asked).toMatchObject([{ kind: "url", url: args.url, id: "e1" }]);
		await hub.callTool("all", "trigger-url-elicitation", { ...args, errorPath: true });
		expect(asked.slice(1)).toMatchObject([{ url: "https://modelcontextprotocol.io" }, { url: args.url }]);
		isWilling = false;
		const refused = hub.callTool("all", "trigger-url-elicitation", {
			...args,
			elicitationId: "e2",
			errorPath: true,
		});
		await expect(refused).rejects.toMatchObject({ code: "mcp_failed" });
	});

	it("gets an answer from every tool", async () => {
		const { hub, state } = await start({ onElicit: async () => ({ action: "decline" }) });
		const samples: Record<string, Record<string, unknown>> = {
			echo: { message: "hi" },
			"get-annotated-message": { messageType: "error", includeImage: true },
			"get-structured-content": { location: "Chicago" },
			"get-resource-reference": { resourceType: "Blob", resourceId: 2 },
			"get-sum": { a: 1, b: 2 },
			"gzip-file-as-resource": { name: "a.gz", data: "data:text/plain,hello", outputType: "resource" },
			"simulate-research-query": { topic: "kilns" },
			"trigger-long-running-operation": { duration: 0.1, steps: 1 },
			"trigger-url-elicitation": { url: "https://x.example" },
		};
		const answers = await Promise.all(
			state.catalogue.tools.map(async ({ name }) => {
				const { content, isError } = await hub.callTool("all", name, samples[name] ?? {});
				return [name, isError, content.some((part) => part.kind !== "unusable")];
			}),
		);
		expect(answers.filter(([, isError, hasContent]) => isError || !hasContent)).toEqual([]);
	});

	it("runs a tool that works as a protocol task", async () => {
		const { hub, state } = await start();
		const names = state.catalogue.tools.map((tool) => tool.name);
		expect(names).toContain("simulate-research-query");
		const result = await hub.callTool("all", "simulate-research-query", { topic: "kilns" });
		expect(textOf(result.content)).toContain("kilns");
	});

	it("names the field of an argument that does not fit, before anything is sent", async () => {
		const { hub } = await start();
		const call = hub.callTool("all", "get-sum", { a: "two" });
		await expect(call).rejects.toMatchObject({
			code: "invalid_parameters",
			message: expect.stringMatching(/"a" must be number.*"b" is missing|"b" is missing.*"a" must be number/),
		});
	});
});

it("takes a project's folders: the file server lists, reads and writes there", async () => {
	const root = createTempDir();
	mkdirSync(join(root, "sub"));
	writeFileSync(join(root, "a.txt"), "first line\n");
	const hub = createHub({ roots: () => [root] });
	const args = [join(modules, "server-filesystem/dist/index.js"), workspaceFolder];
	const state = await connect(hub, globalServer("files", { command: process.execPath, args }));
	expect(state.status).toBe("connected");
	expect(state.catalogue.tools.length).toBeGreaterThan(8);
	const listed = await hub.callTool("files", "list_directory", { path: root });
	expect(textOf(listed.content)).toContain("a.txt");
	const read = await hub.callTool("files", "read_text_file", { path: join(root, "a.txt") });
	expect(textOf(read.content)).toContain("first line");
	const outside = await hub.callTool("files", "read_text_file", { path: "/etc/hostname" });
	expect(outside.isError).toBe(true);
});

it("keeps what it is told: the memory server", async () => {
	const root = createTempDir();
	const hub = createHub({ roots: () => [root] });
	const entry = {
		command: process.execPath,
		args: [join(modules, "server-memory/dist/index.js")],
		env: { MEMORY_FILE_PATH: `${workspaceFolder}/memory.jsonl` },
	};
	const state = await connect(hub, globalServer("memory", entry));
	expect(state.catalogue.tools.map((tool) => tool.name)).toContain("create_entities");
	const entities = [{ name: "kiln", entityType: "oven", observations: ["is hot"] }];
	await hub.callTool("memory", "create_entities", { entities });
	const graph = await hub.callTool("memory", "read_graph", {});
	expect(textOf(graph.content)).toContain("is hot");
});
