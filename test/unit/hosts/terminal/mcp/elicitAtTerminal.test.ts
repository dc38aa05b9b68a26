import { elicitAtTerminal } from "@hosts/terminal/mcp/elicitAtTerminal";
import type { McpElicitation } from "@shared/mcp";
import { describe, expect, it } from "vitest";

const form: McpElicitation = {
	kind: "form",
	message: "Who are you?\u202e",
	schema: {
		properties: {
			name: { type: "string", title: "Name", description: "your own", minLength: 2 },
			age: { type: "integer", minimum: 0 },
			nice: { type: "boolean", default: true },
			colour: { type: "string", enum: ["r", "g"], enumNames: ["red", "green"] },
			pets: { type: "array", items: { enum: ["cat", "dog"] } },
			note: { type: "string" },
		},
		required: ["name"],
	},
};

/** A person who types these lines, and what they see. */
function person(...lines: readonly string[]) {
	const left = [...lines];
	const seen: string[] = [];
	const ask = elicitAtTerminal({
		async line(text, signal) {
			signal?.throwIfAborted();
			seen.push(text);
			const line = left.shift();
			if (line === undefined) throw new Error("Ctrl+C");
			return line;
		},
	});
	return {
		seen,
		left,
		ask: (request: McpElicitation, signal = new AbortController().signal) => ask?.("notes", request, signal),
	};
}

describe("a server's question at the terminal", () => {
	it("asks for each field until it fits", async () => {
		const ada = person("y", "", "A", "Ada", "old", "36", "", "3", "2", "1, dog", "");
		expect(await ada.ask(form)).toEqual({
			action: "accept",
			content: { name: "Ada", age: 36, nice: true, colour: "g", pets: ["cat", "dog"] },
		});
		expect(ada.left).toEqual([]);
		const all = ada.seen.join("\n");
		expect(all).toContain('The MCP server "notes" asks: Who are you?⟨U+202E⟩');
		for (const words of [
			"Name (your own): ",
			"This is needed.",
			"At least 2",
			"Enter a number.",
			"  2 green",
			"[yes]",
		])
			expect(all).toContain(words);
		expect(all).toContain("This is none of the choices.");
	});

	it.each([
		[["n"], "decline"],
		[[""], "cancel"],
		[["y", "Ada"], "cancel"],
	] as const)("takes %j as %s", async (lines, action) => {
		expect(await person(...lines).ask(form)).toEqual({ action });
	});

	it("shows an address, and only one of the web", async () => {
		const page = { kind: "url", message: "Pay", url: "https://pay.example/a", id: "1" } as const;
		const ada = person("y");
		expect(await ada.ask(page)).toEqual({ action: "accept" });
		expect(ada.seen[0]).toContain("https://pay.example/a");
		expect(await person("n").ask(page)).toEqual({ action: "decline" });
		expect(await person().ask({ ...page, url: "file:///etc" })).toEqual({ action: "decline" });
	});

	it("leaves what it cannot ask, and a call that has ended", async () => {
		expect(await person("y").ask({ ...form, schema: { type: "object" } })).toEqual({ action: "decline" });
		expect(await person("y").ask(form, AbortSignal.abort())).toEqual({ action: "cancel" });
	});

	it("is no question where nobody is", () => expect(elicitAtTerminal(undefined)).toBeUndefined());
});
