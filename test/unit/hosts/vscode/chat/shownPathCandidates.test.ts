import { shownPathCandidates } from "@hosts/vscode/chat/shownPathCandidates";
import { describe, expect, it } from "vitest";

const one = { roots: ["/w/shop"], homeDir: "/home/ann" };
const two = { roots: ["/w/shop", "/v/lib"], homeDir: "/home/ann" };

describe.skipIf(process.platform === "win32")("shownPathCandidates", () => {
	it.each([
		["src/a.ts", one, ["/w/shop/src/a.ts"]],
		["/etc/hosts", one, ["/etc/hosts"]],
		["~/.kilocode/rules/a.md", one, ["/home/ann/.kilocode/rules/a.md"]],
		["shop/a.ts", one, ["/w/shop/shop/a.ts"]],
		["lib/a.ts", two, ["/w/shop/lib/a.ts", "/v/lib/lib/a.ts", "/v/lib/a.ts"]],
		["~notes", one, ["/w/shop/~notes"]],
	])("looks for %s", (path, places, expected) => {
		expect(shownPathCandidates(path, places)).toEqual(expected);
	});
});
