import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isWatched, resolveWatchPaths, watchPaths } from "@services/mcp/connection/watchPaths";
import { expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { TestClock } from "../../../support/testClock";

it("starts from the workspace's root", () => {
	expect(resolveWatchPaths(["a.js", "/b", "../c"], "/work/root")).toEqual([
		"/work/root/a.js",
		"/b",
		"/work/c",
	]);
	expect(resolveWatchPaths([`\${workspaceFolder}/lib`], "/work/$&")).toEqual(["/work/$&/lib"]);
	expect(resolveWatchPaths(["a.js", "/b"], undefined)).toEqual(["/b"]);
	expect(resolveWatchPaths(["a.js", `\${workspaceFolder}/b.js`], "/work", "/home/me")).toEqual([
		"/home/me/a.js",
		"/work/b.js",
	]);
});

it.each([
	["/work/a.js", true],
	["/work/lib/x/y.js", true],
	["/work/lib", true],
	["/work/library/y.js", false],
	["/work/b.js", false],
])("knows whether %s is watched", (file, expected) => {
	expect(isWatched(file, ["/work/a.js", "/work/lib"])).toBe(expected);
});

it.each(["file.js", "folder/deep/file.js"])(
	"reports a change of %s once, when things have settled",
	async (changed) => {
		const root = createTempDir();
		writeTree(root, { "file.js": "1", "folder/deep/file.js": "1", "other.js": "1" });
		const clock = new TestClock();
		let changes = 0;
		const watching = watchPaths(
			[join(root, "file.js"), join(root, "folder"), join(root, "gone/x")],
			clock,
			() => changes++,
		);
		writeFileSync(join(root, changed), "2");
		await expect.poll(() => clock.sleepers).toBe(1);
		expect(changes).toBe(0);
		await expect
			.poll(() => {
				clock.advance(300);
				return changes;
			})
			.toBeGreaterThan(0);
		watching.dispose();
		expect(clock.sleepers).toBe(0);
	},
);
