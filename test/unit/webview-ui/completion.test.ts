import type { CommandSummary } from "@shared/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	commandItems,
	escapePath,
	findTrigger,
	insertionOf,
	isWholeCommand,
	mentionItems,
} from "../../../webview-ui/src/text/completion";

/** `|` stands for the caret. */
function at(marked: string) {
	return { text: marked.replace("|", ""), caret: marked.indexOf("|") };
}

const trigger = (marked: string) => {
	const { text, caret } = at(marked);
	return findTrigger(text, caret);
};

describe("findTrigger", () => {
	it.each([
		["/|", { kind: "command", start: 0, end: 1, query: "" }],
		["/co|", { kind: "command", start: 0, end: 3, query: "co" }],
		["/co|de now", { kind: "command", start: 0, end: 5, query: "co" }],
		["@|", { kind: "mention", start: 0, end: 1, query: "" }],
		["see @src/ap| please", { kind: "mention", start: 4, end: 11, query: "src/ap" }],
		["see @src|/app.ts and", { kind: "mention", start: 4, end: 15, query: "src" }],
		["(@a|", { kind: "mention", start: 1, end: 3, query: "a" }],
		["@/node_modules/@ty|", { kind: "mention", start: 0, end: 18, query: "/node_modules/@ty" }],
		["one\n@two|", { kind: "mention", start: 4, end: 8, query: "two" }],
		["@/how\\ to|", { kind: "mention", start: 0, end: 9, query: "/how to" }],
		["@/how\\|", { kind: "mention", start: 0, end: 6, query: "/how" }],
	])("finds in %j", (marked, expected) => {
		expect(trigger(marked)).toEqual(expected);
	});

	it.each([
		"|",
		"hello|",
		" /code|",
		"do /code|",
		"/code |",
		"/home/ann|",
		"ann@example|",
		"@src and|",
		"@src |",
		"@https://example.org/a|",
		"|@src",
	])("finds nothing in %j", (marked) => {
		expect(trigger(marked)).toBeUndefined();
	});

	it("never reaches outside of the text, and holds the caret", () => {
		fc.assert(
			fc.property(
				fc.string({ unit: fc.constantFrom("@", "/", " ", "\\", "a", "\n", "(") }),
				fc.nat(30),
				(text, n) => {
					const caret = Math.min(n, text.length);
					const found = findTrigger(text, caret);
					if (found === undefined) return;
					expect(found.start).toBeGreaterThanOrEqual(0);
					expect(found.start).toBeLessThan(caret);
					expect(found.end).toBeGreaterThanOrEqual(caret);
					expect(found.end).toBeLessThanOrEqual(text.length);
					expect("@/").toContain(text.charAt(found.start));
				},
			),
		);
	});

	it("reads back every path that it has put in", () => {
		fc.assert(
			fc.property(
				fc.string({ unit: fc.constantFrom("a", " ", "/", "@", "é", "."), minLength: 1 }),
				(path) => {
					const typed = `@/${escapePath(path)}`;
					expect(findTrigger(typed, typed.length)?.query).toBe(`/${path}`);
				},
			),
		);
	});
});

const commands: CommandSummary[] = [
	{ name: "release", description: "Notes", kind: "workflow", argumentHint: "<version>" },
	{ name: "init", description: "Begins", kind: "built-in" },
	{ name: "Code", description: "Writes", kind: "mode" },
	{ name: "decode", description: "", kind: "workflow" },
];

describe("commandItems", () => {
	it("puts names that begin so before those that hold it", () => {
		expect(commandItems(commands, "code").map(({ insert }) => insert)).toEqual(["/Code", "/decode"]);
	});

	it("lists all at first, with what they expect", () => {
		const items = commandItems(commands, "");
		expect(items.map(({ label }) => label)).toEqual(["/release <version>", "/init", "/Code", "/decode"]);
		expect(items[0]).toMatchObject({ insert: "/release", detail: "Notes" });
	});

	it("has nothing for an unknown name: Enter sends then", () => {
		expect(commandItems(commands, "zzz")).toEqual([]);
	});
});

describe("mentionItems", () => {
	it("offers the editor's own sources by their beginning, then paths as they come", () => {
		expect(mentionItems(["src/", "a.ts"], "").map(({ id }) => id)).toEqual([
			"@problems",
			"@terminal",
			"@git-changes",
			"@/src/",
			"@/a.ts",
		]);
		expect(mentionItems([], "git").map(({ id }) => id)).toEqual(["@git-changes"]);
		expect(mentionItems([], "/git")).toEqual([]);
	});

	it("names a file by its end and says where it is", () => {
		expect(mentionItems(["docs/how to.md", "src/cart/"], "x")).toEqual([
			{
				id: "@/docs/how to.md",
				insert: "@/docs/how\\ to.md",
				label: "how to.md",
				detail: "docs",
				icon: "file",
			},
			{
				id: "@/src/cart/",
				insert: "@/src/cart/",
				label: "cart/",
				detail: "src",
				icon: "folder",
				isOpen: true,
			},
		]);
	});
});

describe("insertionOf", () => {
	const put = (marked: string, item: { insert: string; isOpen?: boolean }) => {
		const { text, caret } = at(marked);
		const found = findTrigger(text, caret);
		if (found === undefined) throw new Error("No trigger.");
		const insertion = insertionOf(text, found, { id: "x", label: "x", icon: "file", ...item });
		const before = text.slice(0, insertion.start) + insertion.text;
		return `${before}|${text.slice(insertion.end)}`;
	};

	it.each([
		["/co|", { insert: "/code" }, "/code |"],
		["/co| it", { insert: "/code" }, "/code |it"],
		["see @ap|", { insert: "@/src/app.ts" }, "see @/src/app.ts |"],
		["see @ap|p.ts now", { insert: "@/src/app.ts" }, "see @/src/app.ts |now"],
		["see @ap|\nnow", { insert: "@/src/app.ts" }, "see @/src/app.ts |\nnow"],
		["see @sr|", { insert: "@/src/", isOpen: true }, "see @/src/|"],
	])("turns %j with %j into %j", (marked, item, expected) => {
		expect(put(marked, item)).toBe(expected);
	});
});

describe("isWholeCommand", () => {
	it.each([
		["/condense", "/condense", true],
		["/conden", "/condense", false],
		["/condense ", "/condense", false],
		["@problems", "@problems", false],
	])("%j with %j on the list: %j", (text, insert, expected) => {
		expect(isWholeCommand(text, { id: insert, insert, label: insert, icon: "play" })).toBe(expected);
	});
});
