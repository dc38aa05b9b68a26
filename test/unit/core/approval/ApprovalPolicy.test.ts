import { decide } from "@core/approval/ApprovalPolicy";
import type { Effect, ResolvedEffect, ResolvedPath } from "@shared/effects";
import { autoApproveSchema } from "@shared/settings";
import { describe, expect, it } from "vitest";

const target = (path: string, more: Partial<ResolvedPath> = {}): ResolvedPath => ({
	given: path,
	absolute: `/w/${path}`,
	real: `/w/${path}`,
	display: path,
	realDisplay: path,
	isInsideWorkspace: true,
	...more,
});
const effect = (
	kind: "read" | "write" | "delete",
	path = "a.ts",
	more: Partial<ResolvedPath> = {},
): ResolvedEffect => ({
	effect: { kind, path },
	target: target(path, more),
});
const run = (command: string, more: Partial<ResolvedPath> = {}): ResolvedEffect => ({
	effect: { kind: "execute", command, cwd: "." },
	target: target(".", more),
});
const outside = { isInsideWorkspace: false, real: "/etc/x" };
const allOn = autoApproveSchema.parse({
	kinds: {
		read: { inside: true },
		write: { inside: true },
		delete: { inside: true },
		execute: { inside: true },
		mode: { inside: true },
	},
	allowCommands: ["*"],
	denyCommands: ["git push"],
});
const byDefault = autoApproveSchema.parse({});

describe("decide", () => {
	it("allows only reads inside the workspace by default", () => {
		expect(decide([effect("read")], byDefault).answer).toBe("allow");
		for (const each of [effect("write"), effect("delete"), run("ls"), effect("read", "x", outside)]) {
			expect(decide([each], byDefault).answer).toBe("ask");
		}
		const others: Effect[] = [
			{ kind: "network", host: "x" },
			{ kind: "browser", action: "launch" },
			{ kind: "mcp", server: "s", tool: "t" },
			{ kind: "mode", slug: "code" },
			{ kind: "subtask", mode: "code" },
		];
		for (const other of others) expect(decide([{ effect: other }], byDefault).answer).toBe("ask");
	});

	it("asks outside the workspace and for protected targets whatever is on, and says why", () => {
		expect(decide([effect("write", "x", outside)], allOn)).toEqual({
			answer: "ask",
			reasons: ["changes a file outside the workspace: /etc/x"],
		});
		expect(decide([effect("write", ".vscode/x", { protectedBy: ".vscode/**" })], allOn)).toEqual({
			answer: "ask",
			reasons: ["protected: .vscode/**"],
		});
		expect(decide([run("ls", outside)], allOn).answer).toBe("ask");
	});

	it("asks before it reads what may hold secrets", () => {
		expect(decide([effect("read", ".env")], allOn).answer).toBe("ask");
		expect(decide([effect("read", "x", { real: "/w/id_rsa" })], allOn).answer).toBe("ask");
	});

	it("takes the strictest answer of all items", () => {
		expect(decide([effect("write"), effect("write", "x", outside)], allOn).answer).toBe("ask");
		expect(decide([effect("write", "x", outside), run("git push")], allOn).answer).toBe("deny");
		expect(decide([effect("read"), effect("write")], allOn).answer).toBe("allow");
		expect(decide([], byDefault).answer).toBe("allow");
	});

	it("denies a denied command also when execution is off", () => {
		expect(decide([run("git push")], autoApproveSchema.parse({ denyCommands: ["git push"] })).answer).toBe(
			"deny",
		);
	});

	it("asks when an effect has no resolved target", () => {
		expect(decide([{ effect: { kind: "write", path: "x" } }], allOn).answer).toBe("ask");
		expect(decide([{ effect: { kind: "execute", command: "ls", cwd: "." } }], allOn).answer).toBe("ask");
	});

	it("never lets a write rule cover a deletion", () => {
		const writes = autoApproveSchema.parse({ kinds: { write: { inside: true } } });
		expect(decide([effect("delete")], writes).answer).toBe("ask");
	});
});

describe("a tool of an MCP server", () => {
	const call = (more = {}) => [{ effect: { kind: "mcp" as const, server: "s", tool: "t", ...more } }];
	const all = autoApproveSchema.parse({ kinds: { mcp: { inside: true } } });
	const none = autoApproveSchema.parse({ kinds: {} });
	const grants = (isAllowed: boolean, hasChanged: boolean) => ({
		isMcpAllowed: () => isAllowed,
		hasMcpChanged: () => hasChanged,
	});

	it("is allowed by its kind, or by itself, and asks otherwise by its name", () => {
		expect(decide(call(), all, grants(false, false)).answer).toBe("allow");
		expect(decide(call(), none, grants(true, false)).answer).toBe("allow");
		expect(decide(call(), none)).toEqual({ answer: "ask", reasons: ["calls an MCP tool: s · t"] });
	});

	it("asks again once it has changed, whatever was allowed before", () => {
		expect(decide(call(), all, grants(true, true)).answer).toBe("ask");
	});

	it("gives no resource of its name a permission", () => {
		expect(decide(call({ isResource: true }), none, grants(true, false)).answer).toBe("ask");
	});
});
