import { jsonText } from "@hosts/terminal/mcp/jsonText";
import { serverLine } from "@hosts/terminal/mcp/showServer";
import fc from "fast-check";
import { expect, it } from "vitest";
import { serverState } from "../../vscode/support/fakeMcp";

it("is the same value, without a character that steers a terminal", () => {
	const nasty = fc.constantFrom(
		"\u009b31m",
		"\u001b[2J",
		"\u202e",
		"\u2028",
		"\u{e0041}",
		"\u007f",
		"ü",
		"\n",
	);
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.array(fc.oneof(fc.string(), nasty))), (value) => {
			const text = jsonText(value);
			expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
			expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value));
		}),
	);
});

it("shows a name of several lines on one", () => {
	const name = "a (global): 3 tools\n  npx a\nb";
	const [head = "", ...more] = serverLine(serverState({ name, status: "disabled" }), "evil").split("\n");
	expect(head).toContain("\\n");
	expect(more).toEqual(["  evil"]);
});
