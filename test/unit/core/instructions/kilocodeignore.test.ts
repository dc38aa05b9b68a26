import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { createRules } from "@core/instructions/createRules";
import { refuseIgnored } from "@core/instructions/refuseIgnored";
import type { ResolvedEffect } from "@shared/effects";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../support/tempDir";
import { createTestProject, type TestProject } from "./support";

describe("rules over paths", () => {
	it.each<[platform: NodeJS.Platform, patterns: string, path: string, ignored: boolean]>([
		["linux", "secret", "secret", true],
		["linux", "secret", "a/b/secret", true],
		["linux", "secret", "secret/deep/file", true],
		["linux", "secret", "secrets", false],
		["linux", "/secret", "a/secret", false],
		["linux", "secret/", "secret", false],
		["linux", "secret/", "secret/", true],
		["linux", "secret/", "secret/file", true],
		["linux", "*.env\n!sample.env", "prod.env", true],
		["linux", "*.env\n!sample.env", "sample.env", false],
		["linux", "keys/*\n!keys/public.txt", "keys/private.txt", true],
		["linux", "keys/*\n!keys/public.txt", "keys/public.txt", false],
		["linux", "keys/\n!keys/public.txt", "keys/public.txt", true],
		["linux", "# a comment\n\nx", "y", false],
		["linux", "a/**/z", "a/b/c/z", true],
		["linux", "x\r\ny\r\n", "x", true],
		["linux", "Secret", "secret", false],
		["darwin", "Secret", "sEcret", true],
		["win32", "Secret", "secret", true],
		["darwin", "caf\u00e9", "cafe\u0301", true],
		["linux", "caf\u00e9", "cafe\u0301", false],
		["win32", "secret.txt", "secret.txt.", true],
		["win32", "secret.txt", "a\\secret.txt", true],
		["win32", "secret.txt", "secret.txt::$DATA", true],
		["win32", "secret/", "Secret/file ", true],
		["linux", "secret", "..secret", false],
		["linux", "*", "", false],
	])("%s: %j and %j: %j", (platform, patterns, path, ignored) => {
		expect(createRules(patterns, platform)(path)).toBe(ignored);
	});

	it("never throw, whatever stands in the file", () => {
		const text = fc.array(
			fc.constantFrom("*", "**", "!", "[", "]", "\\", "/", "a", "?", "{", "\n", "-", ".", " "),
		);
		fc.assert(
			fc.property(text, fc.constantFrom("a", "a/b", "[", "a\\", ".../x", "a b/"), (parts, path) => {
				for (const platform of ["linux", "win32"] as const) createRules(parts.join(""), platform)(path);
			}),
		);
	});
});

describe("in a project", () => {
	let project: TestProject;

	beforeEach(() => {
		project = createTestProject({ platform: "linux" });
	});

	async function ignored(...paths: readonly string[]): Promise<boolean[]> {
		await project.files.refresh();
		return paths.map((path) => project.files.isIgnored(`${project.root}${sep}${path}`));
	}

	it("nothing is ignored without the file, nor outside of the root, nor the root itself", async () => {
		expect(await ignored("a")).toEqual([false]);
		writeTree(project.root, { ".kilocodeignore": "*" });
		await project.files.refresh();
		expect(project.files.isIgnored(project.root)).toBe(false);
		expect(project.files.isIgnored(join(project.home, "a"))).toBe(false);
		expect(project.files.isIgnored(`${project.root}-other/a`)).toBe(false);
	});

	it("follows the file as it changes and goes", async () => {
		writeTree(project.root, { ".kilocodeignore": "a" });
		expect(await ignored("a", "b")).toEqual([true, false]);
		expect(project.files.ignoreFiles()).toEqual([join(project.root, ".kilocodeignore")]);
		writeTree(project.root, { ".kilocodeignore": "b\n#" });
		expect(await ignored("a", "b")).toEqual([false, true]);
		rmSync(join(project.root, ".kilocodeignore"));
		expect(await ignored("a", "b")).toEqual([false, false]);
		expect(project.files.ignoreFiles()).toEqual([]);
	});

	it("knows a directory by its slash or from the disk", async () => {
		writeTree(project.root, { ".kilocodeignore": "dir/\nfile/", "dir/x": "", file: "" });
		expect(await ignored("dir", "dir/", "dir/x", "file", "gone", "gone/")).toEqual([
			true,
			true,
			true,
			false,
			false,
			false,
		]);
	});

	it("judges a link by where it leads, also a new file below it", async () => {
		writeTree(project.root, { ".kilocodeignore": "private/", "private/key": "k" });
		symlinkSync("private/key", join(project.root, "innocent.txt"));
		symlinkSync("private", join(project.root, "folder"));
		expect(await ignored("innocent.txt", "folder/key", "folder/new/file")).toEqual([true, true, true]);
	});

	it("counts by either name of a root that is a link", async () => {
		const base = createTempDir();
		writeTree(base, { "real/.kilocodeignore": "secret", "real/secret": "s" });
		symlinkSync("real", join(base, "link"));
		const { files } = createTestProject({ roots: () => [join(base, "link")] });
		await files.refresh();
		expect(["link", "real"].map((root) => files.isIgnored(join(base, root, "secret")))).toEqual([true, true]);
	});

	it("keeps everything away while the file is there but cannot be read, and says so", async () => {
		mkdirSync(join(project.root, ".kilocodeignore"));
		expect(await ignored("a", "b/c")).toEqual([true, true]);
		expect(project.files.problems().map(({ path, error }) => [path, error.hint])).toEqual([
			[".kilocodeignore", "Everything in this folder is kept from tools until it can be read."],
		]);
		expect(project.files.ignoreFiles()).toEqual([]);
	});

	it("keeps the last rules when the file can no longer be read", async () => {
		writeTree(project.root, { ".kilocodeignore": "a" });
		await project.files.refresh();
		rmSync(join(project.root, ".kilocodeignore"));
		mkdirSync(join(project.root, ".kilocodeignore"));
		expect(await ignored("a", "b")).toEqual([true, false]);
	});

	it("reads the file in the encoding that it is written in", async () => {
		writeFileSync(join(project.root, ".kilocodeignore"), Buffer.from("\ufeffsecret\r\n", "utf16le"));
		expect(await ignored("secret", "a")).toEqual([true, false]);
	});

	it("keeps everything away while the file is no text", async () => {
		writeFileSync(join(project.root, ".kilocodeignore"), Buffer.from([0x00, 0x01, 0x02, 0x03, 0xff]));
		expect(await ignored("a")).toEqual([true]);
	});

	it("keeps everything away while the file is a link that leads nowhere", async () => {
		symlinkSync("gone", join(project.root, ".kilocodeignore"));
		expect(await ignored("a")).toEqual([true]);
		expect(project.files.problems()).toHaveLength(1);
		writeTree(project.root, { gone: "b" });
		expect(await ignored("a", "b")).toEqual([false, true]);
	});

	it("keeps everything away once its patterns take too long, and says so", async () => {
		writeTree(project.root, { ".kilocodeignore": `${"**/a/".repeat(8)}b` });
		expect(await ignored("x", `${"a/".repeat(200)}c`, "x")).toEqual([false, true, true]);
		expect(project.files.problems().map(({ error }) => error.message)).toEqual([
			"Its patterns take too long to compare with a path.",
		]);
	});

	it("refuses calls by the rules of a file that cannot be read, too", async () => {
		mkdirSync(join(project.root, ".kilocodeignore"));
		await project.files.refresh();
		const absolute = join(project.root, "a");
		const target = { given: "a", absolute, real: absolute, display: "a" };
		const effect = { effect: { kind: "read", path: "a" }, target } as ResolvedEffect;
		expect(() => refuseIgnored([effect], project.files)).toThrow("blocked by .kilocodeignore");
	});
});
