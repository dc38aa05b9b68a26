import type { McpImportServer, McpImportSummary } from "@shared/mcp-view";
import { describe, expect, it } from "vitest";
import {
	isChosenAtFirst,
	isReplacing,
	mcpConflictWords,
	mcpImportFaults,
	mcpImportWords,
} from "../../../webview-ui/src/text/mcpImport";

const run = { hash: "h", env: {}, headers: {}, oauth: {}, watchPaths: [], variables: [], alwaysAllow: [] };
const server = (name: string, changes: Partial<McpImportServer> = {}): McpImportServer => ({
	name,
	run,
	notes: [],
	configured: [],
	...changes,
});
const found = (servers: readonly McpImportServer[]): McpImportSummary => ({
	file: "/w/.cursor/mcp.json",
	origin: ".cursor/mcp.json",
	root: "/w",
	hash: "h",
	servers,
});
const own = { kind: "global" } as const;
const project = { kind: "project", root: "/w" } as const;
const known = { configured: [project] };

describe("words about servers of other programs", () => {
	it.each([
		[[], "Found in .cursor/mcp.json"],
		[[server("github"), server("files")], "Found in .cursor/mcp.json: 2 servers (github, files)"],
		[[server("old", known), server("new")], "Found in .cursor/mcp.json: 1 server (new)"],
		[[server("old", known)], "Found in .cursor/mcp.json: 1 server (old)"],
		[
			["a", "b", "c", "d", "e", "f", "g"].map((name) => server(name)),
			"Found in .cursor/mcp.json: 7 servers (a, b, c, d, e, 2 more)",
		],
		[[server("a\u202Eb")], "Found in .cursor/mcp.json: 1 server (a⟨U+202E⟩b)"],
	])("%#", (servers, words) => expect(mcpImportWords(found(servers))).toBe(words));

	it("says what is wrong where there is nothing to choose from", () => {
		const bad = server("bad", { run: undefined, reason: "It has a default." });
		expect(mcpImportFaults({ ...found([bad, server("a")]), problem: "Line 1: broken." })).toEqual([
			"Line 1: broken.",
		]);
		expect(mcpImportFaults(found([bad, server("a", known)]))).toEqual([
			"bad cannot be imported: It has a default.",
		]);
		expect(mcpImportFaults(found([server("a", known)]))).toEqual([]);
	});

	it("says what a name in use means, by where it goes to", () => {
		const taken = server("a", { configured: [project] });
		expect(mcpConflictWords(taken, project)).toMatch(/this one replaces it/);
		expect(mcpConflictWords(taken, own)).toMatch(/in place of yours/);
		expect(mcpConflictWords(server("a", { configured: [own] }), project)).toMatch(/this one counts here/);
		expect(mcpConflictWords(server("a"), project)).toBeUndefined();
		expect([isReplacing(taken, project), isReplacing(taken, own)]).toEqual([true, false]);
	});

	it("chooses what is new and can be imported", () => {
		const all = [server("a"), server("b", known), server("c", { run: undefined, reason: "no" })];
		expect(all.map(isChosenAtFirst)).toEqual([true, false, false]);
	});
});
