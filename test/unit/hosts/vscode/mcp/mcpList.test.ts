import { foldedServerSummary, mcpServerSummary, mcpSummary } from "@hosts/vscode/mcp/mcpList";
import type { McpTrustRequest } from "@shared/mcp";
import { describe, expect, it } from "vitest";
import { mcpTool, serverState } from "../support/fakeMcp";

const trust: McpTrustRequest = {
	hash: "h",
	env: {},
	headers: {},
	oauth: {},
	watchPaths: [],
	variables: [],
	alwaysAllow: [],
};
const catalogue = serverState().catalogue;

describe("mcpSummary", () => {
	it("counts what wants the person", () => {
		const servers = [
			serverState(),
			serverState({ status: "failed" }),
			serverState({ status: "failed", needsSignIn: true }),
			serverState({ status: "awaiting_trust", trust }),
			// nothing to agree to: the workspace itself is not trusted
			serverState({ status: "awaiting_trust" }),
			serverState({ status: "disabled" }),
			serverState({ changedTools: ["forecast"] }),
		];
		expect(mcpSummary(servers, [{ file: "/f", line: 1, message: "broken" }])).toEqual({
			total: 7,
			connected: 2,
			failed: 1,
			needSignIn: 1,
			awaitingTrust: 1,
			changed: 1,
			problems: 1,
		});
	});
});

describe("mcpServerSummary", () => {
	it("names a tool's parameters in place of its schema", () => {
		const tools = [mcpTool(), mcpTool({ name: "odd", inputSchema: { properties: null } })];
		const summary = mcpServerSummary(serverState({ catalogue: { ...catalogue, tools } }));
		expect(summary.catalogue.tools.map(({ parameters }) => parameters)).toEqual([["city"], []]);
		expect(JSON.stringify(summary)).not.toContain("inputSchema");
	});

	it("shows all that the model is told of a tool that has changed, uncut", () => {
		const inputSchema = { type: "object", properties: { city: { description: `${"x".repeat(2000)} evil` } } };
		const description = `${"y".repeat(2000)} poison`;
		const tools = [mcpTool({ description, inputSchema, hasChanged: true }), mcpTool()];
		const server = serverState({ catalogue: { ...serverState().catalogue, tools } });
		for (const summary of [mcpServerSummary(server), foldedServerSummary(server)]) {
			const [changed, same] = summary.catalogue.tools;
			expect(changed?.told).toMatch(/poison[\s\S]*evil/);
			expect(same?.told).toBeUndefined();
		}
	});

	it("keeps the last lines of what a server says, each cut", () => {
		const stderr = Array.from({ length: 200 }, (_, index) => `${index} ${"x".repeat(10_000)}`);
		const shown = mcpServerSummary(serverState({ stderr })).stderr;
		expect(shown).toHaveLength(40);
		expect(shown.at(-1)).toMatch(/^199 x+…$/);
	});

	it("stays small whatever a server lists", () => {
		const tools = Array.from({ length: 2000 }, (_, index) =>
			mcpTool({ name: `t${index}`, description: "x".repeat(100_000) }),
		);
		const summary = mcpServerSummary(serverState({ catalogue: { ...catalogue, tools } }));
		expect(JSON.stringify(summary).length).toBeLessThan(700_000);
	});
});

describe("foldedServerSummary", () => {
	const tools = [mcpTool({ name: "same" }), mcpTool({ name: "other", hasChanged: true, fingerprint: "new" })];
	const stderr = Array.from({ length: 20 }, (_, index) => `line ${index}`);

	it("counts what a server offers, and has only the tools that the person must look at", () => {
		const state = serverState({ catalogue: { ...catalogue, tools, notes: ["n"] }, changedTools: ["other"] });
		const summary = foldedServerSummary(state);
		expect(summary.counts).toEqual({ tools: 2, resources: 0, prompts: 0 });
		expect(summary.catalogue.tools).toMatchObject([{ name: "other", fingerprint: "new" }]);
		expect(summary.catalogue.notes).toEqual([]);
	});

	it("has them all, as the whole server has", () => {
		const many = Array.from({ length: 600 }, (_, index) => mcpTool({ name: `t${index}` }));
		const last = mcpTool({ name: "last", hasChanged: true });
		const state = serverState({ catalogue: { ...catalogue, tools: [...many, last] } });
		for (const { catalogue: shown } of [foldedServerSummary(state), mcpServerSummary(state)]) {
			expect(shown.tools.at(-1)).toMatchObject({ name: "last", told: expect.any(String) });
		}
	});

	it("has the last output of a server that does not work, and none of one that does", () => {
		expect(foldedServerSummary(serverState({ stderr })).stderr).toEqual([]);
		expect(foldedServerSummary(serverState({ status: "failed", stderr })).stderr).toEqual(stderr.slice(-8));
	});

	it("stays small with twenty servers of fifty tools", () => {
		const many = Array.from({ length: 50 }, (_, index) => mcpTool({ name: `t${index}` }));
		const server = serverState({ catalogue: { ...catalogue, tools: many }, instructions: "x".repeat(2000) });
		expect(JSON.stringify(foldedServerSummary(server)).length).toBeLessThan(600);
	});
});
