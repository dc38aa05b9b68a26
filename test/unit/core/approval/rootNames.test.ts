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
});
