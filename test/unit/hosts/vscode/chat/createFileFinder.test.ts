import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { noProjectFiles } from "@core/instructions/ProjectFiles";
import { createFileFinder } from "@hosts/vscode/chat/createFileFinder";
import { builtInModes } from "@shared/modes";
import { describe, expect, it } from "vitest";
import { createTempDir } from "../../../support/tempDir";
import { createTestHost } from "../../../support/testHost";

describe("createFileFinder", () => {
	it("lists a folder's files once for keystrokes that follow each other, and anew later", async () => {
		let now = 0;
		let listings = 0;
		const find = createFileFinder({
			host: {
				workspace: { roots: () => ["/w"], isTrusted: () => true },
				environment: {} as never,
				clock: { now: () => now, sleep: async () => {} },
			},
			project: noProjectFiles(() => builtInModes),
			listFiles: async () => [`src/app${listings++}.ts`],
		});
		expect(await find("app")).toEqual(["src/app0.ts"]);
		expect(await find("app0")).toEqual(["src/app0.ts"]);
		now = 60_000;
		expect(await find("app")).toEqual(["src/app1.ts"]);
		expect(listings).toBe(2);
	});

	it("tries again after a listing that failed", async () => {
		let isBroken = true;
		const find = createFileFinder({
			host: {
				workspace: { roots: () => ["/w"], isTrusted: () => true },
				environment: {} as never,
				clock: { now: () => 0, sleep: async () => {} },
			},
			project: noProjectFiles(() => builtInModes),
			listFiles: async () => {
				if (isBroken) throw new Error("no ripgrep");
				return ["a.ts"];
			},
		});
		await expect(find("a")).rejects.toThrow("no ripgrep");
		isBroken = false;
		expect(await find("a")).toEqual(["a.ts"]);
	});

	it("leaves out what ignore files name, and offers nothing without a folder", async () => {
		const root = await createTempDir();
		await mkdir(join(root, "src dir"));
		await mkdir(join(root, "out"));
		for (const name of ["src dir/app.ts", "out/app.js", ".env.app", "secret-app.txt"])
			await writeFile(join(root, name), "");
		await writeFile(join(root, ".gitignore"), "out/\n");
		const host = createTestHost({ roots: [root] });
		const project = {
			...noProjectFiles(() => builtInModes),
			isIgnored: (path: string) => path === join(root, "secret-app.txt"),
		};
		expect(await createFileFinder({ host, project })("app")).toEqual(["src dir/app.ts", ".env.app"]);
		const noFolder = { ...host, workspace: { roots: () => [], isTrusted: () => true } };
		expect(await createFileFinder({ host: noFolder, project })("app")).toEqual([]);
	});

	it("lists each folder of a workspace below its name, as a mention takes it, and skips one that is gone", async () => {
		const parent = await createTempDir();
		const roots = ["one", "two", "gone"].map((name) => join(parent, name));
		for (const folder of ["one", "two/src"]) await mkdir(join(parent, folder), { recursive: true });
		for (const name of ["one/app.ts", "two/src/app.ts", "two/app.secret"])
			await writeFile(join(parent, name), "");
		const project = {
			...noProjectFiles(() => builtInModes),
			isIgnored: (path: string) => path === join(parent, "two/app.secret"),
		};
		const find = createFileFinder({ host: createTestHost({ roots }), project });
		expect(await find("app")).toEqual(["app.ts", "two/src/app.ts"]);
		expect(await find("two")).toContain("two/");
	});
});
