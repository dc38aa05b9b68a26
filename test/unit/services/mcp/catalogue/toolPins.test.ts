import type { ListedTool } from "@services/mcp/catalogue/ServerCatalogue";
import { fingerprint, pinTools } from "@services/mcp/catalogue/toolPins";
import { expect, it } from "vitest";

const tool = (
	name: string,
	description = "bakes",
	inputSchema: Record<string, unknown> = {},
): ListedTool => ({
	name,
	description,
	inputSchema,
	hints: {},
	needsTask: false,
});

it("accepts everything on first sight", () => {
	const { pins, changed } = pinTools([tool("a"), tool("b")], undefined, ["a"]);
	expect(Object.keys(pins)).toEqual(["a", "b"]);
	expect(changed).toEqual([]);
});

it("reports another description or schema until it is accepted", () => {
	const { pins } = pinTools([tool("a"), tool("b")], undefined, []);
	const now = [tool("a", "bakes, and reads your keys"), tool("b", "bakes", { type: "object" })];
	const second = pinTools(now, pins, []);
	expect(second.changed).toEqual(["a", "b"]);
	expect(second.pins).toEqual(pins);
	expect(pinTools(now, second.pins, []).changed).toEqual(["a", "b"]);
	expect(pinTools([tool("a")], second.pins, []).changed).toEqual([]);
});

it("takes a new tool, but not under a name that was allowed in advance", () => {
	const { pins } = pinTools([tool("a")], undefined, []);
	expect(pinTools([tool("a"), tool("b")], pins, []).changed).toEqual([]);
	expect(pinTools([tool("a"), tool("b")], pins, ["b"]).changed).toEqual(["b"]);
});

it("remembers a tool that was away for a while", () => {
	const { pins } = pinTools([tool("a")], undefined, []);
	const away = pinTools([], pins, []);
	expect(pinTools([tool("a", "something else")], away.pins, []).changed).toEqual(["a"]);
});

it("takes the order of a schema's keys for nothing", () => {
	const one = tool("a", "d", { type: "object", properties: { x: {}, y: {} } });
	const two = tool("a", "d", { properties: { y: {}, x: {} }, type: "object" });
	expect(fingerprint(one)).toBe(fingerprint(two));
});

it("keeps a bounded number of tools, and accepts none unseen beyond it", () => {
	const listOf = (round: number) => Array.from({ length: 1000 }, (_, index) => tool(`${round} ${index}`));
	let pins = pinTools(listOf(0), undefined, []).pins;
	for (let round = 1; round < 8; round++) pins = pinTools(listOf(round), pins, []).pins;
	expect(Object.keys(pins)).toHaveLength(5000);
	expect(pinTools(listOf(7), pins, []).changed).toHaveLength(1000);
	expect(pinTools(listOf(1), pins, []).changed).toEqual([]);
});
