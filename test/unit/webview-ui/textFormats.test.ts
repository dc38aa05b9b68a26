import { describe, expect, it } from "vitest";
import {
	approvalChange,
	approvalOptions,
	autoApproveWords,
} from "../../../webview-ui/src/text/autoApproveWords";
import { formatCost, formatDuration, formatTokens } from "../../../webview-ui/src/text/formatFigures";
import { parseFileLink, parseFileReference } from "../../../webview-ui/src/text/parseFileReference";
import { parseUnifiedDiff } from "../../../webview-ui/src/text/parseUnifiedDiff";
import { lastLines, terminalText } from "../../../webview-ui/src/text/terminalText";
import { validateProfile } from "../../../webview-ui/src/text/validateProfile";

describe("figures", () => {
	it.each([
		[0, "0"],
		[999, "999"],
		[1000, "1K"],
		[61_300, "61.3K"],
		[1_250_000, "1.3M"],
	])("%d tokens → %s", (tokens, words) => expect(formatTokens(tokens, "en")).toBe(words));

	it.each([
		[0, "$0.00"],
		[0.0004, "$0.0004"],
		[0.0213, "$0.021"],
		[0.4213, "$0.42"],
		[12.345, "$12.35"],
	])("%d dollars → %s", (cost, words) => expect(formatCost(cost, "en-US")).toBe(words));

	it.each([
		[400, "0.4 s"],
		[-5, "0.0 s"],
		[12_300, "12 s"],
		[60_000, "1 min"],
		[185_000, "3 min 5 s"],
		[7_380_000, "2 h 3 min"],
	])("%d ms → %s", (durationMs, words) => expect(formatDuration(durationMs)).toBe(words));
});

describe("parseFileReference", () => {
	it.each([
		["src/app.ts:12", { path: "src/app.ts", line: 12 }],
		["src/app.ts", { path: "src/app.ts" }],
		["app.ts:3", { path: "app.ts", line: 3 }],
		["app.ts:3-9", { path: "app.ts", line: 3 }],
		["./a/b.test.tsx:10:4", { path: "./a/b.test.tsx", line: 10 }],
		["C:\\work\\a.cs:7", { path: "C:\\work\\a.cs", line: 7 }],
		["app.ts", undefined],
		["total()", undefined],
		["a / b.c", undefined],
		["https://example.org/a.html", undefined],
		["array.map", undefined],
		["src/日本語.ts:3", { path: "src/日本語.ts", line: 3 }],
	])("%s", (code, reference) => expect(parseFileReference(code)).toEqual(reference));
});

describe("parseFileLink", () => {
	it.each([
		["src/app.ts#L12", { path: "src/app.ts", line: 12 }],
		["src/app.ts#L12-L20", { path: "src/app.ts", line: 12 }],
		["src/app.ts:12:4", { path: "src/app.ts", line: 12 }],
		["Makefile", { path: "Makefile" }],
		["app/%5Bid%5D/my%20page.tsx", { path: "app/[id]/my page.tsx" }],
		["src/100%.md", { path: "src/100%.md" }],
		["C:/work/a.cs#L7", { path: "C:/work/a.cs", line: 7 }],
		["C:%5Cwork%5Ca.cs:7", { path: "C:\\work\\a.cs", line: 7 }],
		["file:///C:/work/a.cs", { path: "C:/work/a.cs" }],
		["file:///work/a.cs:3", { path: "/work/a.cs", line: 3 }],
		["", undefined],
		["#usage", undefined],
		["?q=1", undefined],
		["command:workbench.action.terminal.new", undefined],
		["javascript:alert(1)", undefined],
		["vscode://x.y/z", undefined],
		["data:text/html,x", undefined],
	])("%s", (href, reference) => expect(parseFileLink(href)).toEqual(reference));
});

describe("parseUnifiedDiff", () => {
	it("numbers both sides and leaves out file headers", () => {
		const diff =
			"--- a/x\n+++ b/x\n@@ -3,3 +3,3 @@ function a() {\n same\n-old\n+new\n\n\\ No newline at end of file\n";
		expect(parseUnifiedDiff(diff)).toEqual([
			{ kind: "hunk", text: "function a() {" },
			{ kind: "context", oldLine: 3, newLine: 3, text: "same" },
			{ kind: "removed", oldLine: 4, text: "old" },
			{ kind: "added", newLine: 4, text: "new" },
			{ kind: "context", oldLine: 5, newLine: 5, text: "" },
			{ kind: "note", text: "No newline at end of file" },
		]);
	});
	it("takes a removed line that looks like a header for what it is", () => {
		expect(parseUnifiedDiff("@@ -1 +0,0 @@\n--- x").at(1)).toEqual({
			kind: "removed",
			oldLine: 1,
			text: "-- x",
		});
	});
});

describe("terminalText", () => {
	it.each([
		["plain\n", "plain\n"],
		["\u001b[32mok\u001b[0m", "ok"],
		["\u001b]0;title\u0007done", "done"],
		["10%\r50%\r100%\nnext", "100%\nnext"],
		["a\r\nb\r\n", "a\nb\n"],
		["half\r", "half"],
	])("%j → %j", (output, text) => expect(terminalText(output)).toBe(text));

	it("keeps the tail", () => expect(lastLines("1\n2\n3\n", 2)).toEqual({ text: "2\n3", hidden: 1 }));
});

describe("autoApproveWords", () => {
	const nothing = { kinds: {}, allowCommands: [], denyCommands: [] };
	const option = (kind: string) => approvalOptions.filter((entry) => entry.kind === kind);
	it("says what is on, and what also holds elsewhere", () => {
		expect(autoApproveWords(nothing)).toBe("nothing");
		const kinds = { read: { inside: true, outside: false }, write: { inside: true, outside: true } };
		expect(autoApproveWords({ ...nothing, kinds })).toBe("reads, edits+");
	});
	it("changes one place of one kind, and both for a kind without a place", () => {
		const [read] = option("read");
		const [mode] = option("mode");
		if (read === undefined || mode === undefined) throw new Error("missing option");
		expect(approvalChange(read, "outside", true)).toEqual({ kinds: { read: { outside: true } } });
		expect(approvalChange(mode, "inside", true)).toEqual({
			kinds: { mode: { inside: true, outside: true } },
		});
	});
});

describe("validateProfile", () => {
	const good = {
		id: "p",
		name: "",
		provider: "openai",
		baseUrl: "http://localhost:1/v1",
		key: undefined,
		model: "m",
		contextWindow: "",
		toolFormat: "xml",
		promptVariant: "full",
		customTools: [],
	} as const;
	it("accepts what is complete", () => expect(validateProfile(good)).toEqual({}));
	it("needs an address for a compatible server only", () => {
		expect(Object.keys(validateProfile({ ...good, baseUrl: "" }))).toEqual(["baseUrl"]);
		expect(validateProfile({ ...good, provider: "anthropic", baseUrl: "" })).toEqual({});
	});
	it.each(["localhost:1234", "ftp://x", "javascript:1"])("refuses the address %s", (baseUrl) =>
		expect(Object.keys(validateProfile({ ...good, baseUrl }))).toEqual(["baseUrl"]),
	);
	it("wants a whole number of tokens", () => {
		expect(Object.keys(validateProfile({ ...good, contextWindow: "many" }))).toEqual(["contextWindow"]);
		expect(validateProfile({ ...good, contextWindow: "128,000" })).toEqual({});
	});
});
