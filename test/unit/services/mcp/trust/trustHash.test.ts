import type { McpServerConfig } from "@services/mcp/config/McpServerConfig";
import { parseEntry } from "@services/mcp/config/parseEntry";
import { permissionOf } from "@services/mcp/trust/permissionOf";
import { allowHash, pinKey, trustHash, trustRequest } from "@services/mcp/trust/trustHash";
import { describe, expect, it } from "vitest";

function config(value: Record<string, unknown>, name = "s", root = "/work"): McpServerConfig {
	const { entry } = parseEntry(value);
	if (!entry) throw new Error("no entry");
	return { name, scope: { kind: "project", root }, entry };
}

const stdio = { command: "npx", args: ["-y", "oven"], cwd: "sub", env: { A: "1" }, watchPaths: ["x.js"] };
const remote = { url: "https://x.example/mcp", headers: { K: "v" }, oauth: { clientId: "me" } };

describe("consent", () => {
	it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
		["command", stdio, { command: "bash" }],
		["args", stdio, { args: ["-y", "oven2"] }],
		["order of args", stdio, { args: ["oven", "-y"] }],
		["cwd", stdio, { cwd: "other" }],
		["a value of env", stdio, { env: { A: "2" } }],
		["a name of env", stdio, { env: { B: "1" } }],
		["what is watched", stdio, { watchPaths: [] }],
		["url", remote, { url: "https://y.example/mcp" }],
		["a value of headers", remote, { headers: { K: "w" } }],
		["a name of headers", remote, { headers: { L: "v" } }],
		["type", remote, { type: "sse" }],
		["the client's id", remote, { oauth: { clientId: "you" } }],
	])("is asked for again after a change of %s", (_name, entry, change) => {
		expect(trustHash(config({ ...entry, ...change }))).not.toBe(trustHash(config(entry)));
	});

	it.each<[string, Record<string, unknown>]>([
		["whether it is switched on", { disabled: true }],
		["its timeout", { timeout: 5 }],
		["hidden tools", { disabledTools: ["a"] }],
		["allowed tools, which have their own", { alwaysAllow: ["a"] }],
		["the order of keys", { env: { A: "1" }, command: "npx" }],
	])("stays after a change of %s", (_name, change) => {
		expect(trustHash(config({ ...stdio, ...change }))).toBe(trustHash(config(stdio)));
	});

	it("to one server is none to another, nor to the same in another project", () => {
		const hashes = [config(stdio), config(stdio, "t"), config(stdio, "s", "/other")].map(trustHash);
		expect(new Set(hashes).size).toBe(3);
	});

	it("to a tool counts for that tool of exactly that server", () => {
		const hashes = [
			allowHash(config(stdio), "a"),
			allowHash(config(stdio), "b"),
			allowHash(config({ ...stdio, args: [] }), "a"),
			trustHash(config(stdio)),
		];
		expect(new Set(hashes).size).toBe(4);
	});

	it("is asked with everything that would run, and the variables that would be read", () => {
		const entry = { ...stdio, env: { A: `\${env:MY_TOKEN}` }, alwaysAllow: ["heat"] };
		expect(trustRequest(config(entry))).toMatchObject({
			command: "npx",
			args: ["-y", "oven"],
			cwd: "sub",
			env: { A: `\${env:MY_TOKEN}` },
			variables: ["MY_TOKEN"],
			alwaysAllow: ["heat"],
		});
		expect(trustRequest(config(remote))).toMatchObject({ url: remote.url, headers: { K: "v" } });
	});

	it("is asked with the sign-in, the protocol and the watched files, too", () => {
		const oauth = {
			clientSecret: `\${env:AWS_KEY}`,
			algorithm: "ES256",
			grant: "client_credentials",
		} as const;
		expect(trustRequest(config({ ...remote, type: "sse", oauth, watchPaths: ["a.js"] }))).toMatchObject({
			oauth,
			transport: "sse",
			watchPaths: ["a.js"],
			variables: ["AWS_KEY"],
		});
	});
});

describe("permission", () => {
	const project = config(stdio);
	const own: McpServerConfig = { ...project, scope: { kind: "global" } };
	const off = (one: McpServerConfig): McpServerConfig => ({
		...one,
		entry: { ...one.entry, disabled: true },
	});
	const facts = (isWorkspaceTrusted: boolean, hasConsent: boolean, changedFile?: string) => ({
		isWorkspaceTrusted,
		trust: { has: (hash: string) => hasConsent && hash === trustHash(project) },
		changedFile,
	});

	it.each([
		["the person's own", own, facts(true, false), "allowed"],
		["the person's own in an untrusted workspace", own, facts(false, false), "awaiting_trust"],
		["a project's without consent", project, facts(true, false), "awaiting_trust"],
		["a project's with consent", project, facts(true, true), "allowed"],
		["a project's with consent in an untrusted workspace", project, facts(false, true), "awaiting_trust"],
		["a project's after a task changed its file", project, facts(true, true, "/work/x.js"), "awaiting_trust"],
		["one that is switched off", off(own), facts(true, true), "disabled"],
		["a project's that is switched off", off(project), facts(true, true), "disabled"],
	])("%s", (_name, server, given, permission) => {
		expect(permissionOf(server, given).permission).toBe(permission);
	});
});

it("keeps the tools of another command apart", () => {
	expect(pinKey(config(stdio))).toBe(pinKey(config({ ...stdio, env: { A: "2" } })));
	expect(pinKey(config(stdio))).not.toBe(pinKey(config({ ...stdio, args: [] })));
});
