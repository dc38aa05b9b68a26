import { expect, it } from "vitest";
import { hiddenCharacters } from "../../../webview-ui/src/views/mcp/hiddenCharacters";

it.each([
	["node server.js", undefined],
	["one\ntwo\tthree", undefined],
	["", undefined],
	["nod\u200be", "nod⟨U+200B⟩e"],
	["a\u202etxt.sj", "a⟨U+202E⟩txt.sj"],
	["\u0007x\rx", "⟨U+0007⟩x⟨U+000D⟩x"],
])("shows what hides in the field %j", (text, shown) => {
	expect(hiddenCharacters(text)).toBe(shown);
});
