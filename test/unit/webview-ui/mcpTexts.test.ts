import type { McpList } from "@shared/mcp-view";
import type { HostMessage } from "@shared/messages";
import { describe, expect, it } from "vitest";
import { createExternal } from "../../../webview-ui/src/state/createExternal";
import type { View } from "../../../webview-ui/src/state/KilnContext";
import { showBeside } from "../../../webview-ui/src/state/showBeside";
import { mcpArguments } from "../../../webview-ui/src/text/mcpArguments";
import { mcpNotice, mcpScopeWords, mcpStatusWords } from "../../../webview-ui/src/text/mcpWords";
import { visibleText } from "../../../webview-ui/src/text/visibleText";

const server: Parameters<typeof mcpStatusWords>[0] = {
	status: "connected",
	needsSignIn: false,
	failedTries: 0,
	counts: { tools: 0, resources: 0, prompts: 0 },
};
const trust = { hash: "h", env: {}, headers: {}, oauth: {}, watchPaths: [], variables: [], alwaysAllow: [] };

describe("words about MCP servers", () => {
	it.each([
		[server, "Connected · 0 tools"],
		[{ ...server, status: "connecting" as const }, "Starting"],
		[{ ...server, status: "connecting" as const, failedTries: 2 }, "Starting again (try 3)"],
		[{ ...server, status: "awaiting_trust" as const, trust }, "Waits for your consent"],
		[{ ...server, status: "awaiting_trust" as const }, "Workspace not trusted"],
		[{ ...server, status: "failed" as const }, "Failed"],
		[{ ...server, status: "failed" as const, needsSignIn: true }, "Sign-in needed"],
		[{ ...server, status: "disabled" as const }, "Off"],
	])("%o → %s", (state, words) => expect(mcpStatusWords(state)).toBe(words));

	const fine = {
		total: 3,
		connected: 3,
		failed: 0,
		needSignIn: 0,
		awaitingTrust: 0,
		changed: 0,
		problems: 0,
	};
	it.each([
		[fine, undefined],
		[{ ...fine, awaitingTrust: 1 }, "1 MCP server of this project waits for your consent."],
		[{ ...fine, needSignIn: 1 }, "1 MCP server wants you to sign in."],
		[{ ...fine, failed: 2, changed: 1 }, "2 MCP servers have failed; 1 MCP server has changed tools."],
		[{ ...fine, problems: 1 }, "1 problem in the MCP configuration."],
	])("%o → %s", (summary, words) => expect(mcpNotice(summary)).toBe(words));

	it("names a project that is closed by its path", () => {
		const files = [{ scope: { kind: "global" }, file: "/f", label: "All projects" }] as const;
		expect(mcpScopeWords({ scope: { kind: "global" } }, files)).toBe("All projects");
		expect(mcpScopeWords({ scope: { kind: "project", root: "/w" } }, files)).toBe("/w");
		expect(mcpScopeWords({ scope: { kind: "project", root: "/w" }, replacesOwn: true }, files)).toBe(
			"/w, replaces your own server of this name",
		);
	});
});

describe("visibleText", () => {
	it.each([
		["npx -y @a/b", "npx -y @a/b"],
		["größe 日本 🎉 \t\n", "größe 日本 🎉 \t\n"],
		["a\u202Eb", "a⟨U+202E⟩b"],
		["rm\u200B -rf\r", "rm⟨U+200B⟩ -rf⟨U+000D⟩"],
		["\u{E0041}\u3164\u001B[2K", "⟨U+E0041⟩⟨U+3164⟩⟨U+001B⟩[2K"],
	])("%j → %s", (text, shown) => expect(visibleText(text)).toBe(shown));
});

describe("mcpArguments", () => {
	it.each([
		[
			'{"city": "Oslo", "days": 3}',
			[
				["city", "Oslo"],
				["days", "3"],
			],
		],
		[
			'{"a": null, "b": [1]}',
			[
				["a", "null"],
				["b", "[\n  1\n]"],
			],
		],
		["{}", []],
		['{"__proto__": 1}', [["__proto__", "1"]]],
	])("%s → a table", (input, rows) => {
		expect(mcpArguments(input)?.map(({ name, value }) => [name, value])).toEqual(rows);
	});

	it.each(['{"city": "Os', "[1]", "3", "null", ""])("%j → the text itself", (input) => {
		expect(mcpArguments(input)).toBeUndefined();
	});
});

describe("showBeside", () => {
	const list = (revision: number): McpList => ({
		revision,
		servers: [],
		problems: [],
		files: [],
		imports: [],
		isLoaded: true,
	});
	const stamp = { epoch: 1, head: 0, phase: "idle" } as const;
	const message = (revision: number): HostMessage => ({ type: "mcp", ...stamp, list: list(revision) });

	it("keeps the newest list, however they arrive", () => {
		const parts = { view: createExternal<View>("chat"), mcp: createExternal<McpList | null>(null) };
		for (const revision of [1, 3, 2]) showBeside(parts, message(revision));
		expect(parts.mcp.get()?.revision).toBe(3);
		showBeside(parts, { type: "show", ...stamp, view: "mcp" });
		expect(parts.view.get()).toBe("mcp");
	});
});
