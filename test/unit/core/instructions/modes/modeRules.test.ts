import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { changedModeRules, readModeRules, writeModeRules } from "@core/instructions/modes/modeRules";
import { describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";

describe("a mode's rule files", () => {
	it("come back as they were written", async () => {
		const base = createTempDir();
		const folder = join(base, ".kilocode", "rules-a");
		const files = [
			{ relativePath: "b.md", content: "x\r\n" },
			{ relativePath: "sub/a.md", content: "" },
		];
		await writeModeRules(base, folder, files);
		expect(await readModeRules(folder)).toEqual(files);
	});

	it("are none where there is no folder", async () => {
		expect(await readModeRules(join(createTempDir(), "none"))).toEqual([]);
	});

	it("are read without following links", async () => {
		const base = createTempDir();
		writeTree(base, { "secret.txt": "s", "other/x.md": "x", "rules-a/a.md": "a" });
		symlinkSync(join(base, "secret.txt"), join(base, "rules-a", "link.md"));
		symlinkSync(join(base, "other"), join(base, "rules-a", "sub"));
		expect(await readModeRules(join(base, "rules-a"))).toEqual([{ relativePath: "a.md", content: "a" }]);
	});

	it("are refused when there is too much of them", async () => {
		const base = createTempDir();
		writeTree(base, { "many/": "", "big/a.md": "x".repeat(1024 * 1024 + 1) });
		for (let count = 0; count <= 100; count += 1) writeFileSync(join(base, "many", `${count}.md`), "");
		await expect(readModeRules(join(base, "many"))).rejects.toMatchObject({ code: "file_too_large" });
		await expect(readModeRules(join(base, "big"))).rejects.toMatchObject({ code: "file_too_large" });
	});

	it("that would change are named", async () => {
		const folder = createTempDir();
		writeTree(folder, { "same.md": "1", "other.md": "1" });
		const files = ["same.md", "other.md", "new.md"].map((relativePath) => ({
			relativePath,
			content: relativePath === "other.md" ? "2" : "1",
		}));
		expect(await changedModeRules(folder, files)).toEqual(["other.md"]);
	});

	it.each([
		["the folder", "rules-a", "a.md"],
		["a folder in it", "rules-a/sub", "sub/a.md"],
	])("are not written out of the base where %s is a link", async (_, link, relativePath) => {
		const base = createTempDir();
		const outside = createTempDir("outside");
		writeTree(base, { "rules-a/": "" });
		const target = link === "rules-a" ? "rules-b" : "rules-a";
		symlinkSync(outside, join(base, link === "rules-a" ? "rules-b" : link));
		await expect(
			writeModeRules(base, join(base, target), [{ relativePath, content: "x" }]),
		).rejects.toMatchObject({ code: "path_refused" });
		expect(existsSync(join(outside, "a.md"))).toBe(false);
	});

	it("are not written through a link, dangling or not", async () => {
		const base = createTempDir();
		const outside = createTempDir("outside");
		writeTree(outside, { "x.md": "old" });
		writeTree(base, { "rules-a/": "" });
		symlinkSync(join(outside, "x.md"), join(base, "rules-a", "a.md"));
		symlinkSync(join(outside, "new.md"), join(base, "rules-a", "b.md"));
		symlinkSync(join(outside, "new"), join(base, "rules-a", "sub"));
		for (const relativePath of ["a.md", "b.md", "sub/c.md"]) {
			await expect(
				writeModeRules(base, join(base, "rules-a"), [{ relativePath, content: "x" }]),
			).rejects.toMatchObject({ code: "path_refused" });
		}
		expect(readFileSync(join(outside, "x.md"), "utf8")).toBe("old");
		expect(existsSync(join(outside, "new.md"))).toBe(false);
		expect(existsSync(join(outside, "new"))).toBe(false);
	});
});
