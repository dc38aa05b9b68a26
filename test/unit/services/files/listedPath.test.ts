import { listedPath } from "@services/files/listedPath";
import fc from "fast-check";
import { expect, it } from "vitest";

it.each([
	["src/a b.ts", "src/a b.ts"],
	["é/你好.ts", "é/你好.ts"],
	['say "hi".ts', 'say "hi".ts'],
	["a\nb.ts", '"a\\nb.ts"'],
	["\u001b[31m", '"\\u001b[31m"'],
	["\u007f\u009b\u2028", '"\\u007f\\u009b\\u2028"'],
])("shows %j as %s", (path, shown) => {
	expect(listedPath(path)).toBe(shown);
});

it("is one line from which the path can be read back", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary" }), (path) => {
			const shown = listedPath(path);
			expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
			expect(shown === path ? path : JSON.parse(shown)).toBe(path);
		}),
	);
});
