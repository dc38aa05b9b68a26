import { rankPaths, withFolders } from "@hosts/vscode/chat/rankPaths";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const paths = withFolders([
	"README.md",
	"src/app.ts",
	"src/app/main.ts",
	"src/shared/wrapper.ts",
	"test/unit/app.test.ts",
	"docs/a happy path.md",
]);

describe("rankPaths", () => {
	it.each([
		[
			"app",
			[
				"src/app/",
				"src/app.ts",
				"test/unit/app.test.ts",
				"docs/a happy path.md",
				"src/shared/wrapper.ts",
				"src/app/main.ts",
			],
		],
		["src/app", ["src/app/", "src/app.ts", "src/app/main.ts", "src/shared/wrapper.ts"]],
		["readme", ["README.md"]],
		["/src/sh", ["src/shared/", "src/shared/wrapper.ts"]],
		["happy p", ["docs/a happy path.md"]],
		["tuapp", ["test/unit/app.test.ts"]],
		["zzz", []],
	])("finds for %o", (query, expected) => {
		expect(rankPaths(paths, query, 10)).toEqual(expected);
	});

	it("offers what lies at the top when nothing is typed yet", () => {
		expect(rankPaths(paths, "", 3)).toEqual(["README.md", "src/", "docs/"]);
	});

	it("gives no more than asked for, and nothing that is not there", () => {
		fc.assert(
			fc.property(fc.array(fc.string()), fc.string(), fc.nat(20), (list, query, max) => {
				const found = rankPaths(list, query, max);
				expect(found.length).toBeLessThanOrEqual(max);
				expect(list).toEqual(expect.arrayContaining(found));
			}),
		);
	});
});

describe("withFolders", () => {
	it("names each folder once, with a slash at its end", () => {
		expect(withFolders(["a/b/c.ts", "a/b/d.ts", "a/e.ts", "f"])).toEqual([
			"a/b/",
			"a/",
			"a/b/c.ts",
			"a/b/d.ts",
			"a/e.ts",
			"f",
		]);
	});
});
