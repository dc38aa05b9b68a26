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

it.each([
	["⚠\ufe0f 👩\u200d💻 ❤\ufe0f\u200d🔥", undefined],
	["a\ufe0fb", "a⟨U+FE0F⟩b"],
	["👩\u200dx", "👩⟨U+200D⟩x"],
	["a\u{e0041}", "a⟨U+E0041⟩"],
])("tells pictures of several characters from what hides: %j", (text, shown) => {
	expect(hiddenCharacters(text)).toBe(shown);
});
