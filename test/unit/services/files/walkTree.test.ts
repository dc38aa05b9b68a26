import { renameSync } from "node:fs";
import { join } from "node:path";
import { createIgnoreFilter } from "@services/files/IgnoreRules";
import { readDirectory } from "@services/files/readDirectory";
import { type TreeListing, walkTree } from "@services/files/walkTree";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createTempDir, writeTree } from "../../support/tempDir";

const fake = vi.hoisted(() => ({
	/** a directory without permission: root may read everything, so it must be played */
	denied: "",
	/** a tree that would take minutes to make: entries by directory */
	entries: new Map<string, readonly { name: string; isDirectory: boolean }[]>(),
	opened: 0,
	visited: 0,
}));

vi.mock("node:fs/promises", async (load) => {
	const real = await load<typeof import("node:fs/promises")>();
	async function* entriesOf(path: string) {
		fake.opened++;
		for (const { name, isDirectory } of fake.entries.get(path) ?? []) {
			fake.visited++;
			yield {
				name,
				isFile: () => !isDirectory,
				isDirectory: () => isDirectory,
				isSymbolicLink: () => false,
			};
		}
	}
	return {
		...real,
		opendir: async (path: string, options: object) => {
			if (path === fake.denied) throw Object.assign(new Error("permission denied"), { code: "EACCES" });
			return path.startsWith("/fake") ? entriesOf(path) : real.opendir(path, options);
		},
	};
});

/** Plays a directory of so many entries. */
function play(path: string, count: number, isDirectory = false): void {
	const entries = Array.from({ length: count }, (_, index) => ({ name: numbered(index), isDirectory }));
	fake.entries.set(path, entries);
}

function numbered(index: number): string {
	return String(index).padStart(6, "0");
}

beforeEach(() => {
	fake.entries.clear();
	fake.opened = 0;
	fake.visited = 0;
});

function pathsOf({ entries }: TreeListing): string[] {
	return entries.map(({ path }) => path);
}

function tree(...paths: readonly string[]): string {
	const root = createTempDir();
	writeTree(root, Object.fromEntries(paths.map((path) => [path, ""])));
	return root;
}

const everything = { cap: 100, isRecursive: true, wanted: "everything" } as const;

describe("walkTree", () => {
	it("names a directory that may not be read and goes on", async () => {
		const root = tree("a/x", "b/y");
		fake.denied = join(root, "a");
		const listing = await walkTree(root, everything);
		expect(pathsOf(listing)).toEqual(["a", "b", "b/y"]);
		expect(listing.unreadable).toEqual(["a"]);
	});

	it("throws when the root cannot be read", async () => {
		await expect(walkTree(join(tree(), "nope"), everything)).rejects.toMatchObject({ code: "ENOENT" });
	});

	it("takes all of one level before anything below it", async () => {
		const root = tree("a/b/deep", "a/1", "a/2", "c/1", "z");
		const listing = await walkTree(root, { ...everything, cap: 7 });
		expect(pathsOf(listing)).toEqual(["a", "a/1", "a/2", "a/b", "c", "c/1", "z"]);
		expect(listing.unopened).toEqual(["a/b"]);
	});

	it("counts what one directory holds beyond its share", async () => {
		const root = tree("1", "2", "3", "4", "d/");
		const listing = await walkTree(root, { ...everything, cap: 3 });
		expect(pathsOf(listing)).toEqual(["1", "2", "d"]);
		expect(listing.leftOut).toEqual([{ path: "", count: 2, isExact: true }]);
	});
});

describe("walkTree in a crowd", () => {
	it("shows files although directories alone would fill the cap", async () => {
		const root = tree("d1/", "d2/", "d3/", "d4/", "d5/", "d6/", "package.json");
		const listing = await walkTree(root, { ...everything, cap: 4 });
		expect(pathsOf(listing)).toEqual(["d1", "d2", "d3", "package.json"]);
		expect(listing.leftOut).toEqual([{ path: "", count: 3, isExact: true }]);
	});

	it("does not let one crowded directory hide its neighbours", async () => {
		const images = Array.from({ length: 60 }, (_, index) => `images/${index + 10}`);
		const root = tree(...images, "src/a", "src/b", "test/c");
		const listing = await walkTree(root, { ...everything, cap: 40 });
		expect(pathsOf(listing)).toEqual([
			"images",
			...images.slice(0, 34),
			"src",
			"src/a",
			"src/b",
			"test",
			"test/c",
		]);
		expect(listing.leftOut).toEqual([{ path: "images", count: 26, isExact: true }]);
	});

	it("visits few of 100 000 files", async () => {
		play("/fake", 200, true);
		for (let index = 0; index < 200; index++) play(`/fake/${numbered(index)}`, 500);
		const listing = await walkTree("/fake", { ...everything, cap: 500 });
		expect(listing.entries).toHaveLength(500);
		expect(listing.unopened.length + fake.opened).toBe(201);
		expect(fake.opened).toBeLessThan(40);
		expect(fake.visited).toBeLessThan(20_000);
	});

	it("does not count a folder of a million entries to its end", async () => {
		play("/fake", 1_000_000);
		const listing = await walkTree("/fake", { ...everything, cap: 500 });
		expect(listing.entries).toHaveLength(500);
		expect(listing.leftOut).toEqual([{ path: "", count: 19_500, isExact: false }]);
		expect(fake.visited).toBeLessThanOrEqual(20_001);
	});

	it("ends in a tree that holds nothing but folders", async () => {
		play("/fake", 5000, true);
		const listing = await walkTree("/fake", { cap: 200, isRecursive: true, wanted: "files" });
		expect(listing.entries).toEqual([]);
		expect(fake.opened).toBe(2000);
		expect(listing.unopened).toHaveLength(3001);
	});
});

describe("readDirectory", () => {
	it("stops at the limit and says so", async () => {
		const root = tree("a", "b", "c");
		expect(await readDirectory(root, 2)).toMatchObject({ isComplete: false, entries: { length: 2 } });
		expect(await readDirectory(root, 3)).toMatchObject({ isComplete: true, entries: { length: 3 } });
	});
});

describe("createIgnoreFilter", () => {
	it("applies the rules of every directory on the way", async () => {
		const root = createTempDir();
		writeTree(root, {
			".gitignore": "/gen\n*.log\n",
			"src/.gitignore": "!keep.log\n",
			"src/.ignore": "local*\n",
		});
		const isIgnored = createIgnoreFilter(root);
		const paths = [
			"a.ts",
			"gen/a.ts",
			"src/gen/a.ts",
			"x.log",
			"src/keep.log",
			"src/x.log",
			"src/local/a.ts",
		];
		expect(await Promise.all(paths.map(isIgnored))).toEqual([false, true, false, true, false, true, true]);
		expect(await isIgnored("Gen/a.ts")).toBe(false);
	});

	it("loads the rules of a directory once", async () => {
		const root = createTempDir();
		writeTree(root, { ".gitignore": "*.log\n" });
		const isIgnored = createIgnoreFilter(root);
		expect(await isIgnored("x.log")).toBe(true);
		renameSync(join(root, ".gitignore"), join(root, "gone"));
		expect(await isIgnored("y.log")).toBe(true);
	});
});
