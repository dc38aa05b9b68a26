import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type PathScope, resolvePath, toAbsolute, toDisplay } from "@core/approval/resolvePath";
import { rootNames } from "@core/approval/rootNames";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir } from "../../support/tempDir";

let parent: string;
const at = (path: string) => join(parent, path);
const scopeOf = (...names: readonly string[]): PathScope => {
	const roots = names.map(at);
	for (const root of roots) mkdirSync(root, { recursive: true });
	const [cwd = ""] = roots;
	return { cwd, roots, rootNames: rootNames(cwd, roots), homeDir: at("home"), storageRoot: at("storage") };
};

beforeEach(() => {
	parent = createTempDir();
});

describe("a workspace with several folders", () => {
	it.each([
		["two/f.txt", "two/f.txt", "two/f.txt"],
		["two", "two", "two"],
		["two//src/./f.txt", "two/src/f.txt", "two/src/f.txt"],
		["f.txt", "one/f.txt", "f.txt"],
		["one/f.txt", "one/f.txt", "f.txt"],
		["twofold/f.txt", "one/twofold/f.txt", "twofold/f.txt"],
	])("takes %s as %s and shows it as %s", (given, absolute, shown) => {
		const scope = scopeOf("one", "two");
		expect(toAbsolute(given, scope)).toBe(at(absolute));
		expect(toDisplay(at(absolute), scope)).toBe(shown);
	});

	it("shows what would be read as a path into another folder as an absolute path", () => {
		const scope = scopeOf("one", "two");
		expect(toAbsolute("./two/f.txt", scope)).toBe(at("one/two/f.txt"));
		expect(toDisplay(at("one/two/f.txt"), scope)).toBe(at("one/two/f.txt"));
	});

	it("means the task's own entry where it has one of that name", () => {
		mkdirSync(at("one/two"), { recursive: true });
		const scope = scopeOf("one", "two");
		expect(toAbsolute("two/f.txt", scope)).toBe(at("one/two/f.txt"));
		expect(toDisplay(at("two/f.txt"), scope)).toBe(at("two/f.txt"));
	});

	it("names no folder of two that are called the same, nor a single one", () => {
		expect(rootNames(at("a/app"), [at("a/app"), at("b/app")]).size).toBe(0);
		expect(rootNames(at("one"), [at("one")]).size).toBe(0);
		expect(toAbsolute("one/f.txt", scopeOf("one"))).toBe(at("one/one/f.txt"));
	});

	it("shows a path below the nearest of folders in each other", () => {
		const scope = scopeOf("one", "all", "all/inner");
		expect(toDisplay(at("all/inner/f.txt"), scope)).toBe("inner/f.txt");
		expect(toAbsolute("inner/f.txt", scope)).toBe(at("all/inner/f.txt"));
	});

	it("lets a name lead neither out of the workspace nor past its protection", async () => {
		const scope = scopeOf("one", "two");
		expect(await resolvePath("two/f.txt", scope)).toMatchObject({ isInsideWorkspace: true });
		expect(await resolvePath("two/../secret", scope)).toMatchObject({
			absolute: at("secret"),
			isInsideWorkspace: false,
		});
		symlinkSync(createTempDir(), at("two/link"));
		expect(await resolvePath("two/link/f", scope)).toMatchObject({ isInsideWorkspace: false });
		expect((await resolvePath("two/.vscode/x", scope)).protectedBy).toBe(".vscode/**");
	});

	it("gives no name to hidden folders: their paths mean the task's own, with its protection", async () => {
		const scope = scopeOf("one", ".kilocode", ".github", ".vscode");
		expect([...(scope.rootNames?.keys() ?? [])]).toEqual(["one"]);
		for (const path of [".kilocode/rules/x.md", ".github/workflows/ci.yml", ".vscode/tasks.json"]) {
			const found = await resolvePath(path, scope);
			expect(found.absolute).toBe(at(`one/${path}`));
			expect(found.protectedBy).toBeDefined();
		}
	});

	it("protects what lies in a protected folder of one root, also where that folder is a root itself", async () => {
		for (const names of [
			["all/.vscode", "all"],
			["all", "all/.vscode"],
			["one", "all/.vscode", "all"],
		]) {
			const scope = scopeOf(...names);
			expect((await resolvePath(at("all/.vscode/tasks.json"), scope)).protectedBy).toBe(".vscode/**");
		}
	});

	it("looks names up once: a folder that is made later changes no path's meaning", async () => {
		const scope = scopeOf("one", "two");
		const before = await resolvePath("two/f.txt", scope);
		mkdirSync(at("one/two"));
		expect(await resolvePath("two/f.txt", scope)).toEqual(before);
		expect(toAbsolute("./two/f.txt", scope)).toBe(at("one/two/f.txt"));
	});

	it("shows only what is read back as the same path", () => {
		mkdirSync(at("one/three"), { recursive: true });
		const scope = scopeOf("one", "two", "three", "~", "two/inner", "..two");
		const parts = [
			"one",
			"two",
			"three",
			"~",
			".",
			"..",
			"inner",
			"..two",
			"TWO",
			"two.",
			"a:b",
			"é",
			"f.txt",
		];
		const given = parts.flatMap((a) =>
			parts.flatMap((b) => [`${a}/${b}`, `./${a}/${b}/x`, `${a}//${b}/../x`]),
		);
		for (const path of [...parts, ...given]) {
			const absolute = toAbsolute(path, scope);
			expect(toAbsolute(toDisplay(absolute, scope), scope)).toBe(absolute);
		}
	});
});
