import { maxNativeTools, nativeNames, toolKey } from "@services/mcp/catalogue/nativeNames";
import fc from "fast-check";
import { expect, it } from "vitest";

const names = (...tools: readonly [string, string][]) => [
	...nativeNames(tools.map(([server, tool]) => ({ server, tool }))).values(),
];

it.each<[string, readonly [string, string][], readonly (string | RegExp)[]]>([
	["plain names as they are", [["files", "read_file"]], ["mcp_files_read_file"]],
	["blanks and emoji away", [["my oven 🔥", "heat.up"]], ["mcp_my_oven_heat_up"]],
	["nothing but emoji", [["🔥", "🔥"]], ["mcp_x_x"]],
	[
		"two that would be one",
		[
			["a b", "c"],
			["a-b", "c"],
			["a", "b_c"],
		],
		[/^mcp_a_b_c_[0-9a-f]{6}$/, "mcp_a-b_c", /^mcp_a_b_c_[0-9a-f]{6}$/],
	],
	[
		"two that differ in case only",
		[
			["a", "Tool"],
			["a", "tool"],
		],
		[/^mcp_a_Tool_[0-9a-f]{6}$/, /^mcp_a_tool_[0-9a-f]{6}$/],
	],
	[
		"one that is called as another's hashed name would be",
		[
			["s", "a b"],
			["s", "a_b"],
			["s", "a_b_8a1708"],
		],
		[/^mcp_s_a_b_[0-9a-f]{6,16}$/, /^mcp_s_a_b_[0-9a-f]{6,16}$/, /^mcp_s_a_b_8a1708_[0-9a-f]{6}$/],
	],
	["long ones cut", [["s".repeat(40), "t".repeat(40)]], [/^mcp_s{40}_t{12}_[0-9a-f]{6}$/]],
])("makes %s", (_name, tools, expected) => {
	const made = names(...tools);
	expect(made).toHaveLength(expected.length);
	for (const [index, name] of made.entries()) expect(name).toMatch(expected[index] ?? "");
});

it("gives names that are unique, short and safe, and do not depend on the order", () => {
	const part = fc.oneof(
		fc.constantFrom("a", "a b", "a_b", "A", "b"),
		fc.string({ unit: "grapheme", maxLength: 80 }),
	);
	const tool = fc.record({ server: part, tool: part });
	fc.assert(
		fc.property(
			fc.uniqueArray(tool, { selector: ({ server, tool }) => toolKey(server, tool), maxLength: 50 }),
			(tools) => {
				const made = nativeNames(tools);
				expect(made.size).toBe(tools.length);
				expect(new Set([...made.values()].map((name) => name.toLowerCase())).size).toBe(tools.length);
				for (const name of made.values()) expect(name).toMatch(/^mcp_[A-Za-z0-9_-]{1,60}$/);
				expect(nativeNames(tools.toReversed())).toEqual(made);
			},
		),
	);
});

it("keeps names unique against a server that calls its tools as others would be called", () => {
	const tools = ["a b", "a_b"].map((tool) => ({ server: "s", tool }));
	for (let round = 0; round < 4; round++) {
		const made = [...nativeNames(tools).values()].map((name) => name.toLowerCase());
		expect(new Set(made).size).toBe(tools.length);
		expect(made.every((name) => name.length <= 64)).toBe(true);
		const taken = new Set(tools.map(({ tool }) => tool));
		for (const name of made) {
			const tool = name.slice("mcp_s_".length);
			if (!taken.has(tool)) tools.push({ server: "s", tool });
		}
	}
});

it("names the first hundred", () => {
	const tools = Array.from({ length: 150 }, (_, index) => ({ server: "s", tool: `t${index}` }));
	expect(nativeNames(tools).size).toBe(maxNativeTools);
	expect(nativeNames(tools).has(toolKey("s", "t99"))).toBe(true);
});
