import { jsonState, serverLine } from "@hosts/terminal/mcp/showServer";
import { expect, it } from "vitest";
import { serverState } from "../../vscode/support/fakeMcp";

it("shows everything but a hash by which keys could be guessed", () => {
	const { runHash, ...shown } = serverState({ status: "awaiting_trust" });
	expect(jsonState({ runHash, ...shown })).toEqual(shown);
});

it("says that a project's server counts in place of one's own", () => {
	const scope = { kind: "project", root: "/w" } as const;
	expect(serverLine(serverState({ scope, replacesOwn: true, status: "disabled" }), "node x.js")).toBe(
		"weather (project, replaces your own server of this name): switched off\n  node x.js",
	);
});
