import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ModeFiles } from "@core/instructions/modes/ModeFiles";
import { builtInModes, type ModeConfig } from "@shared/modes";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir } from "../../../support/tempDir";

const entry = (slug: string, fields: Partial<ModeConfig> = {}) => ({
	slug,
	name: `Name of ${slug}`,
	roleDefinition: "R",
	groups: ["read"],
	...fields,
});
const file = (...modes: object[]) => JSON.stringify({ customModes: modes }, null, 2);
const builtInSlugs = builtInModes.map(({ slug }) => slug);

let root: string;
let consents: Set<string>;
let roots: string[];
let files: ModeFiles;
const globalFile = () => join(root, "settings", "custom_modes.yaml");
const write = (name: string, text: string) => writeFileSync(join(root, name), text);
const slugs = () => files.modes().map(({ slug }) => slug);
const modeOf = (slug: string) => files.modes().find((mode) => mode.slug === slug);

beforeEach(() => {
	root = createTempDir();
	mkdirSync(join(root, "settings"));
	consents = new Set();
	roots = [root];
	files = new ModeFiles({ roots: () => roots, globalFile: globalFile(), consents });
});

describe("ModeFiles", () => {
	it("has the built-in modes before anything is read, and with no files", async () => {
		const before = files.modes();
		expect(before).toEqual(builtInModes);
		await files.refresh();
		expect(files.modes()).toBe(before);
		expect(files.problems()).toEqual([]);
		expect(files.waiting()).toEqual([]);
	});

	it("puts the project over the global file over the built-in modes, whole, and keeps the order", async () => {
		write(".kilocodemodes", file(entry("new"), entry("ask", { name: "Project" }), entry("mine")));
		writeFileSync(
			globalFile(),
			file(
				entry("mine", { name: "Global" }),
				entry("ask", { name: "Global" }),
				entry("review", { name: "G" }),
			),
		);
		await files.refresh();
		expect(slugs()).toEqual([...builtInSlugs, "mine", "new"]);
		expect(modeOf("ask")).toEqual(entry("ask", { name: "Project" }));
		expect(modeOf("review")).toEqual(entry("review", { name: "G" }));
		expect(modeOf("mine")).toEqual(entry("mine"));
		expect(files.problems()).toEqual([]);
	});

	it("keeps the same list while nothing changes, also over a file that is only touched or written anew", async () => {
		write(".kilocodemodes", file(entry("a")));
		await files.refresh();
		const before = files.modes();
		await files.refresh();
		expect(files.modes()).toBe(before);
		utimesSync(join(root, ".kilocodemodes"), 1, 1);
		await files.refresh();
		expect(files.modes()).toBe(before);
		write(".kilocodemodes", file(entry("a")));
		await files.refresh();
		expect(files.modes()).toBe(before);
	});

	it("sees a change that leaves size and time as they were, a new file and a removed one", async () => {
		const path = join(root, ".kilocodemodes");
		write(".kilocodemodes", file(entry("a")));
		utimesSync(path, 1, 1);
		await files.refresh();
		write(".kilocodemodes", file(entry("b")));
		utimesSync(path, 1, 1);
		await files.refresh();
		expect(slugs()).toEqual([...builtInSlugs, "b"]);
		writeFileSync(globalFile(), file(entry("c")));
		await files.refresh();
		expect(slugs()).toEqual([...builtInSlugs, "c", "b"]);
		rmSync(path);
		await files.refresh();
		expect(slugs()).toEqual([...builtInSlugs, "c"]);
		expect(files.problems()).toEqual([]);
	});

	it("is as new as the call when refreshes overlap", async () => {
		const first = files.refresh();
		write(".kilocodemodes", file(entry("a")));
		await Promise.all([first, files.refresh()]);
		expect(slugs()).toContain("a");
	});

	it("reads .roomodes only where there is no .kilocodemodes", async () => {
		write(".roomodes", file(entry("roo")));
		await files.refresh();
		expect(slugs()).toContain("roo");
		write(".kilocodemodes", "customModes: [");
		await files.refresh();
		expect(slugs()).toEqual(builtInSlugs);
		expect(files.problems()).toHaveLength(1);
	});

	it("reads custom_modes.json where there is no custom_modes.yaml", async () => {
		writeFileSync(join(root, "settings", "custom_modes.json"), file(entry("old")));
		await files.refresh();
		expect(slugs()).toContain("old");
		writeFileSync(globalFile(), file(entry("now")));
		await files.refresh();
		expect(slugs()).toEqual([...builtInSlugs, "now"]);
	});

	it("names file, line and field of a problem, and says it again only when it changes", async () => {
		write(
			".kilocodemodes",
			"customModes:\n  - slug: a b\n    name: A\n    roleDefinition: R\n    groups: []\n",
		);
		writeFileSync(globalFile(), "customModes: 5\n");
		await files.refresh();
		const problems = files.problems();
		expect(problems).toMatchObject([
			{
				path: ".kilocodemodes",
				line: 2,
				error: {
					code: "invalid_settings",
					message: 'customModes[0].slug may hold letters, digits and hyphens only, not "a b".',
				},
			},
			{ path: globalFile(), line: 1, error: { message: '"customModes" is no list.' } },
		]);
		await files.refresh();
		expect(files.problems()).toBe(problems);
		expect([...files.problemsByFile().keys()]).toEqual([join(root, ".kilocodemodes"), globalFile()]);
	});

	it.each<[string, (path: string) => void, string, RegExp]>([
		["a folder", (path) => mkdirSync(path), "path_is_directory", /is a directory/],
		[
			"a binary file",
			(path) => writeFileSync(path, new Uint8Array([0xff, 0xfe, 0x61, 0])),
			"file_binary",
			/no UTF-8/,
		],
		[
			"a huge file",
			(path) => writeFileSync(path, `#${" ".repeat(1024 * 1024)}`),
			"file_too_large",
			/is 1\.0 MB; a modes file may be 1\.0 MB/,
		],
		["a link to itself", (path) => symlinkSync(path, path), "path_refused", /circle/],
	])("reports %s and goes on", async (_, make, code, message) => {
		make(join(root, ".kilocodemodes"));
		writeFileSync(globalFile(), file(entry("a")));
		await files.refresh();
		expect(slugs()).toEqual([...builtInSlugs, "a"]);
		expect(files.problems()).toMatchObject([
			{ path: ".kilocodemodes", error: { code, message: expect.stringMatching(message) } },
		]);
		const before = files.modes();
		await files.refresh();
		expect(files.modes()).toBe(before);
		expect(files.problems()).toHaveLength(1);
	});

	it.each([
		["is no YAML", "customModes: ["],
		["is no list of modes", "customModes: 5\n"],
		["cannot be read", Uint8Array.of(0xff, 0xfe, 0x61, 0)],
	])("keeps the modes that a file had while it %s, and drops them once it can be read", async (_, text) => {
		write(".kilocodemodes", file(entry("a")));
		await files.refresh();
		writeFileSync(join(root, ".kilocodemodes"), text);
		await files.refresh();
		expect(slugs()).toEqual([...builtInSlugs, "a"]);
		expect(files.problems()).toMatchObject([
			{ path: ".kilocodemodes", error: { hint: expect.stringMatching(/had before stay\.$/) } },
		]);
		write(".kilocodemodes", `# ${text}`);
		await files.refresh();
		expect(slugs()).toEqual(builtInSlugs);
		expect(files.problems()).toEqual([]);
	});

	it("reads a file once it can be read", async () => {
		mkdirSync(join(root, ".kilocodemodes"));
		await files.refresh();
		rmSync(join(root, ".kilocodemodes"), { recursive: true });
		write(".kilocodemodes", file(entry("a")));
		await files.refresh();
		expect(files.problems()).toEqual([]);
		expect(slugs()).toContain("a");
	});

	it("follows the roots: the first one that has a slug counts, and files are named by their root", async () => {
		const second = createTempDir("second");
		writeFileSync(
			join(second, ".kilocodemodes"),
			file(entry("a", { name: "Second" }), entry("b"), { slug: "c" }),
		);
		write(".kilocodemodes", file(entry("a", { name: "First" })));
		roots = [root, second];
		await files.refresh();
		expect(slugs()).toEqual([...builtInSlugs, "a", "b"]);
		expect(modeOf("a")?.name).toBe("First");
		expect(files.problems()[0]?.path).toBe(`${basename(second)}/.kilocodemodes`);
		roots = [];
		await files.refresh();
		expect(slugs()).toEqual(builtInSlugs);
		expect(files.problems()).toEqual([]);
	});
});

describe("a project mode that widens another one", () => {
	const wide = entry("ask", { name: "Ask", groups: ["read", "command"] });
	const original = builtInModes.find(({ slug }) => slug === "ask");

	it("waits for consent, and until then the original counts", async () => {
		write(".kilocodemodes", file(entry("x"), wide));
		await files.refresh();
		expect(modeOf("ask")).toEqual(original);
		expect(files.waiting()).toEqual([
			{
				slug: "ask",
				name: "Ask",
				source: ".kilocodemodes",
				path: join(root, ".kilocodemodes"),
				line: 11,
				hash: expect.stringMatching(/^[0-9a-f]{64}$/),
				widens: ["may run commands"],
			},
		]);
	});

	it("counts as soon as the consent is given, and no longer when it is taken back", async () => {
		write(".kilocodemodes", file(wide));
		await files.refresh();
		const hash = files.waiting()[0]?.hash ?? "";
		consents.add(hash);
		expect(modeOf("ask")).toEqual(wide);
		expect(files.waiting()).toEqual([]);
		expect(files.modes()).toBe(files.modes());
		consents.delete(hash);
		expect(modeOf("ask")).toEqual(original);
	});

	it("asks again when anything of it changes, or what it replaces", async () => {
		write(".kilocodemodes", file(wide));
		await files.refresh();
		const hash = files.waiting()[0]?.hash ?? "";
		consents.add(hash);
		write(".kilocodemodes", file({ ...wide, roleDefinition: "Other" }));
		await files.refresh();
		expect(modeOf("ask")).toEqual(original);
		write(".kilocodemodes", file(wide));
		await files.refresh();
		expect(modeOf("ask")).toEqual(wide);
		writeFileSync(globalFile(), file(entry("ask", { groups: [] })));
		await files.refresh();
		expect(modeOf("ask")).toEqual(entry("ask", { groups: [] }));
		expect(files.waiting()[0]?.widens).toEqual(["may read files", "may run commands"]);
	});

	it("is measured by the global mode, which needs no consent itself", async () => {
		writeFileSync(globalFile(), file(entry("ask", { groups: ["read", "command"] })));
		write(".kilocodemodes", file(wide));
		await files.refresh();
		expect(files.waiting()).toEqual([]);
		expect(modeOf("ask")).toEqual(wide);
	});

	it("needs none when it is new, or holds less", async () => {
		write(
			".kilocodemodes",
			file(entry("runner", { groups: ["edit", "command", "mcp"] }), entry("code", { groups: ["read"] })),
		);
		await files.refresh();
		expect(files.waiting()).toEqual([]);
		expect(modeOf("runner")?.groups).toEqual(["edit", "command", "mcp"]);
		expect(modeOf("code")?.groups).toEqual(["read"]);
	});

	it.each([
		["name", entry("helper", { name: "💬 ASK", groups: ["command"] })],
		["slug", entry("ASK", { groups: ["command"] })],
		["name in another script", entry("helper", { name: "\u0410\u0455\u043a", groups: ["command"] })],
	])("cannot pass as another one by its %s", async (_, posing) => {
		write(".kilocodemodes", file(posing));
		await files.refresh();
		expect(slugs()).toEqual(builtInSlugs);
		expect(files.waiting()[0]?.widens).toEqual([
			"looks like the mode ask (Ask) in the list",
			"may run commands",
		]);
		consents.add(files.waiting()[0]?.hash ?? "");
		expect(slugs()).toEqual([...builtInSlugs, posing.slug]);
	});
});
