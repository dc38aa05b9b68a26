import { joined, LiveMemory } from "@hosts/vscode/chat/LiveMemory";
import { describe, expect, it } from "vitest";
import { answered, created, createScript, delta, requested } from "../support/fakeTask";

describe("joined", () => {
	it.each([
		["a neighbour", 2, "cd", { offset: 0, text: "abcd" }],
		["a double", 0, "ab", { offset: 0, text: "ab" }],
		["an overlap", 1, "bcd", { offset: 0, text: "abcd" }],
		["a gap: the newer part", 5, "x", { offset: 5, text: "x" }],
	])("takes %s", (_, offset, text, expected) => {
		expect(joined(delta("b", 0, "ab"), delta("b", offset, text))).toMatchObject(expected);
	});

	it("keeps the tail of a command's long output, at its right offset", () => {
		const output = (offset: number, text: string) => ({
			...delta("c", offset, text),
			block: "tool_output" as const,
		});
		const long = joined(output(0, "x".repeat(39_999)), output(39_999, "yz!"));
		expect(long).toMatchObject({ offset: 2 });
		expect(long.text).toHaveLength(40_000);
		expect(long.text.endsWith("yz!")).toBe(true);
	});
});

describe("LiveMemory", () => {
	it("forgets a block that its row replaced, or that was dropped", () => {
		const { push } = createScript();
		const memory = new LiveMemory();
		push(created);
		push(requested);
		memory.note(delta("a", 0, "one"));
		memory.note(delta("b", 0, "two"));
		memory.note(delta("c", 0, "three"));
		memory.settle(push(answered("a", "one")));
		memory.note({ type: "live_dropped", taskId: "t1", blockIds: ["b"] });
		expect(memory.events()).toEqual([delta("c", 0, "three")]);
	});
});
