import { type ReadPage, readCatalogue } from "@services/mcp/catalogue/readCatalogue";
import type { CatalogueList } from "@services/mcp/catalogue/ServerCatalogue";
import fc from "fast-check";
import { expect, it } from "vitest";

const lists = (...names: CatalogueList[]) => new Set(names);
const named = (name: string) => ({ name, inputSchema: { type: "object" } });

it("reads all pages", async () => {
	const pages: Record<string, { items: unknown[]; nextCursor?: string }> = {
		first: { items: [named("a")], nextCursor: "second" },
		second: { items: [named("b")], nextCursor: "third" },
		third: { items: [named("c")] },
	};
	const readPage: ReadPage = async (_list, cursor) => pages[cursor ?? "first"] ?? { items: [] };
	const { tools, notes } = await readCatalogue(readPage, lists("tools"));
	expect(tools.map((tool) => tool.name)).toEqual(["a", "b", "c"]);
	expect(notes).toEqual([]);
});

it.each<[string, (count: number) => string]>([
	["the same cursor", () => "again"],
	["a new cursor for ever", (count) => String(count)],
])("ends with a server that gives %s", async (_name, cursor) => {
	let count = 0;
	const readPage: ReadPage = async () => ({ items: [named(`tool ${++count}`)], nextCursor: cursor(count) });
	const { tools } = await readCatalogue(readPage, lists("tools"));
	expect(tools.length).toBe(count);
	expect(count).toBeLessThanOrEqual(200);
});

it("leaves out a tool under whose name nothing can be kept", async () => {
	const { tools, notes } = await readCatalogue(
		async () => ({ items: [named("__proto__"), named("constructor")] }),
		lists("tools"),
	);
	expect(tools.map((tool) => tool.name)).toEqual(["constructor"]);
	expect(notes).toHaveLength(1);
});

it("bounds what it keeps, and says so", async () => {
	const items = Array.from({ length: 3000 }, (_, index) => named(`tool ${index}`));
	const { tools, notes } = await readCatalogue(async () => ({ items }), lists("tools"));
	expect(tools).toHaveLength(1000);
	expect(notes).toEqual(["Only the first 1000 tools were taken."]);
});

it("asks for the lists that the server has, and loses only what is broken", async () => {
	const asked: string[] = [];
	const readPage: ReadPage = async (list) => {
		asked.push(list);
		if (list === "prompts") throw new Error("no luck");
		return {
			items:
				list === "tools" ? [named("good"), { name: 7 }, null, named("good")] : [{ uri: "a:b", name: "r" }],
		};
	};
	const catalogue = await readCatalogue(readPage, lists("tools", "prompts", "resources"));
	expect(asked.sort()).toEqual(["prompts", "resources", "tools"]);
	expect(catalogue).toMatchObject({
		tools: [{ name: "good" }],
		resources: [{ uri: "a:b" }],
		resourceTemplates: [],
		prompts: [],
		notes: expect.arrayContaining([
			"2 of its tools are malformed and left out.",
			"Its prompts could not be listed: no luck",
		]),
	});
});

it("keeps a tool whose optional fields are broken, and cuts what is endless", async () => {
	const tool = {
		name: "t",
		title: 7,
		description: "d".repeat(100_000),
		inputSchema: {
			type: "object",
			properties: { a: { enum: Array.from({ length: 100_000 }, (_, index) => index) } },
		},
		outputSchema: "none",
		annotations: { readOnlyHint: "yes", destructiveHint: true, title: "Tool" },
		execution: { taskSupport: "required" },
	};
	const { tools } = await readCatalogue(async () => ({ items: [tool] }), lists("tools"));
	expect(tools).toEqual([
		{
			name: "t",
			title: "Tool",
			description: expect.stringMatching(/^d{16000}…$/),
			inputSchema: { type: "object" },
			hints: { isReadOnly: undefined, isDestructive: true, isIdempotent: undefined, isOpenWorld: undefined },
			needsTask: true,
		},
	]);
});

it("never throws, whatever a server lists", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.anything()), async (items) => {
			await readCatalogue(
				async () => ({ items }),
				lists("tools", "resources", "resourceTemplates", "prompts"),
			);
		}),
	);
});

it("keeps the pages before one that fails", async () => {
	const readPage: ReadPage = async (_list, cursor) => {
		if (cursor !== undefined) throw new Error("no luck");
		return { items: [named("a")], nextCursor: "b" };
	};
	const { tools, notes } = await readCatalogue(readPage, lists("tools"));
	expect(tools.map(({ name }) => name)).toEqual(["a"]);
	expect(notes).toEqual(["Its list of tools broke off after 1: no luck"]);
});

it("stops reading when what is kept is large, however few items there are", async () => {
	let count = 0;
	const inputSchema = { type: "object", description: "x".repeat(250_000) };
	const readPage: ReadPage = async () => {
		count++;
		const items = Array.from({ length: 10 }, (_, index) => ({ name: `${count} ${index}`, inputSchema }));
		return { items, nextCursor: String(count) };
	};
	const { notes } = await readCatalogue(readPage, lists("tools"));
	expect(count).toBeLessThan(20);
	expect(notes).toEqual([expect.stringMatching(/^Only the first 1\d\d tools were taken\.$/)]);
});

it("leaves out addresses that are endless", async () => {
	const items = [
		{ uri: `a:${"b".repeat(100_000)}`, name: "long" },
		{ uri: "a:b", name: "short" },
	];
	const { resources } = await readCatalogue(async () => ({ items }), lists("resources"));
	expect(resources.map(({ name }) => name)).toEqual(["short"]);
});

it.each([3000, 50_000])("takes a schema that is nested %i levels deep as none", async (levels) => {
	const inputSchema: unknown = JSON.parse(`${'{"a":'.repeat(levels)}{}${"}".repeat(levels)}`);
	const items = [{ name: "deep", inputSchema }, named("flat")];
	const { tools } = await readCatalogue(async () => ({ items }), lists("tools"));
	expect(tools.map(({ inputSchema: kept }) => kept)).toEqual([{ type: "object" }, { type: "object" }]);
});
