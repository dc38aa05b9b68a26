import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../support/tempDir";
import { createTestProject, rulesOf, type TestProject } from "./support";

let project: TestProject;

beforeEach(() => {
	project = createTestProject();
});

async function afterWriting(
	files: Readonly<Record<string, string | Uint8Array>>,
): Promise<TestProject["files"]> {
	writeTree(project.root, files);
	await project.files.refresh();
	return project.files;
}

function problemsOf({ files }: TestProject): string[] {
	return files.problems().map(({ path, line, error }) => `${path}:${line ?? ""} ${error.code}`);
}

describe("rules", () => {
	it("come in the order in which they count", async () => {
		writeTree(project.home, { ".kilocode/rules/home.md": "H", ".kilocode/rules-code/home.md": "HC" });
		const files = await afterWriting({
			".kilocode/rules/b.md": "B",
			".kilocode/rules/a/deep.txt": "A",
			".kilocode/rules/Makefile": "M",
			".kilocode/rules-code/x.md": "X",
			".kilocode/rules-ask/y.md": "Y",
			"AGENTS.md": "G",
		});
		expect(rulesOf(files)).toEqual([
			"~/.kilocode/rules/home.md: H",
			".kilocode/rules/Makefile: M",
			".kilocode/rules/a/deep.txt: A",
			".kilocode/rules/b.md: B",
			"~/.kilocode/rules-code/home.md: HC",
			".kilocode/rules-code/x.md: X",
			"AGENTS.md: G",
		]);
		expect(rulesOf(files, "ask")).toContain(".kilocode/rules-ask/y.md: Y");
		expect(rulesOf(files, "ask")).not.toContain(".kilocode/rules-code/x.md: X");
	});

	it("leave out what is empty, hidden, binary or of another kind", async () => {
		const files = await afterWriting({
			".kilocode/rules/empty.md": " \n",
			".kilocode/rules/.DS_Store": "x",
			".kilocode/rules/image.png": "x",
			".kilocode/rules/blob.md": new Uint8Array([65, 0, 1, 2, 0]),
		});
		expect(rulesOf(files)).toEqual([]);
		expect(problemsOf(project)).toEqual([".kilocode/rules/blob.md: file_binary"]);
	});

	it("are the same object until something changes", async () => {
		const files = await afterWriting({ ".kilocode/rules/a.md": "A", "AGENTS.md": "G" });
		const before = files.instructions("code", []);
		await files.refresh();
		expect(files.instructions("code", [])).toBe(before);
		writeFileSync(join(project.root, "AGENTS.md"), "G, but longer");
		await files.refresh();
		expect(files.instructions("code", [])).not.toBe(before);
		expect(rulesOf(files)).toContain("AGENTS.md: G, but longer");
	});

	it("do not read a file again that has the same time, size and inode", async () => {
		const path = join(project.root, "AGENTS.md");
		const files = await afterWriting({ "AGENTS.md": "old" });
		const { atime, mtime } = statSync(path);
		utimesSync(path, atime, mtime);
		await files.refresh();
		writeFileSync(path, "new");
		utimesSync(path, atime, mtime);
		await files.refresh();
		expect(rulesOf(files)).toEqual(["AGENTS.md: old"]);
	});

	it("go when their file goes", async () => {
		const files = await afterWriting({ "AGENTS.md": "G" });
		rmSync(join(project.root, "AGENTS.md"));
		await files.refresh();
		expect(rulesOf(files)).toEqual([]);
	});

	it("are listed but off when the person has switched them off", async () => {
		const files = await afterWriting({ ".kilocode/rules/a.md": "A", "AGENTS.md": "G" });
		project.disabled.push("AGENTS.md");
		expect(files.instructions("code", []).rules.map(({ source, isOn }) => [source, isOn])).toEqual([
			[".kilocode/rules/a.md", true],
			["AGENTS.md", false],
		]);
	});

	it("show invisible characters and tell of them", async () => {
		const files = await afterWriting({ "AGENTS.md": "\ufeffone\r\ntwo\u202Ethree" });
		expect(rulesOf(files)).toEqual(["AGENTS.md: one\ntwo⟨U+202E⟩three"]);
		expect(problemsOf(project)).toEqual(["AGENTS.md:2 invalid_settings"]);
	});

	it("say that a file cannot be read", async () => {
		symlinkSync("AGENTS.md", join(project.root, "AGENTS.md"));
		await project.files.refresh();
		expect(problemsOf(project)).toEqual(["AGENTS.md: path_refused"]);
	});
});

describe("older names", () => {
	it.each([".kilocoderules", ".roorules", ".clinerules"])(
		"%s counts without rules of Kiln's own",
		async (name) => {
			const files = await afterWriting({ [name]: "L" });
			expect(rulesOf(files)).toEqual([`${name}: L`]);
			await afterWriting({ ".kilocode/rules/a.md": "A" });
			expect(rulesOf(files)).toEqual([".kilocode/rules/a.md: A"]);
		},
	);

	it("may be a folder, and only the first counts", async () => {
		const files = await afterWriting({ ".clinerules/a.md": "A", ".clinerules/b.md": "B" });
		expect(rulesOf(files)).toEqual([".clinerules/a.md: A", ".clinerules/b.md: B"]);
		await afterWriting({ ".roorules": "R" });
		expect(rulesOf(files)).toEqual([".roorules: R"]);
	});
});

describe("nested AGENTS.md", () => {
	const tree = { "AGENTS.md": "root", "a/AGENTS.md": "a", "a/b/c/AGENTS.md": "c", "d/AGENTS.md": "d" };

	it("counts when it is the nearest above a touched file", async () => {
		writeTree(project.root, tree);
		const touched = [
			join(project.root, "a/b/x.ts"),
			join(project.root, "d/y.ts"),
			join(project.root, "z.ts"),
		];
		await project.files.refresh(touched);
		expect(rulesOf(project.files, "code", touched)).toEqual([
			"AGENTS.md: root",
			"a/AGENTS.md: a",
			"d/AGENTS.md: d",
		]);
		const deep = [join(project.root, "a/b/c/x.ts")];
		await project.files.refresh(deep);
		expect(rulesOf(project.files, "code", deep)).toEqual(["AGENTS.md: root", "a/b/c/AGENTS.md: c"]);
		expect(rulesOf(project.files)).toEqual(["AGENTS.md: root"]);
	});

	it("is found at the refresh after it was asked for", async () => {
		writeTree(project.root, tree);
		const touched = [join(project.root, "a/x.ts")];
		project.files.instructions("code", touched);
		await project.files.refresh();
		expect(rulesOf(project.files, "code", touched)).toContain("a/AGENTS.md: a");
	});

	it("does not count in installed packages, in what git ignores and outside of the workspace", async () => {
		const outside = createTempDir();
		writeTree(outside, { "AGENTS.md": "outside" });
		writeTree(project.root, {
			".git/HEAD": "",
			".gitignore": "vendor/\n",
			"node_modules/p/AGENTS.md": "package",
			"vendor/AGENTS.md": "vendor",
		});
		const touched = ["node_modules/p/x.js", "vendor/y.js"].map((path) => join(project.root, path));
		touched.push(join(outside, "z.ts"));
		await project.files.refresh(touched);
		expect(rulesOf(project.files, "code", touched)).toEqual([]);
	});
});

describe("links", () => {
	it("are followed inside of the project", async () => {
		writeTree(project.root, { "docs/rules/a.md": "A", "CLAUDE.md": "C" });
		mkdirSync(join(project.root, ".kilocode"));
		symlinkSync("../docs/rules", join(project.root, ".kilocode/rules"));
		symlinkSync("CLAUDE.md", join(project.root, "AGENTS.md"));
		await project.files.refresh();
		expect(rulesOf(project.files)).toEqual([".kilocode/rules/a.md: A", "AGENTS.md: C"]);
	});

	it("out of the project are refused, file or folder", async () => {
		const outside = createTempDir();
		writeTree(outside, { "secret.md": "secret", "folder/a.md": "A" });
		writeTree(project.root, { ".kilocode/rules/": "" });
		symlinkSync(join(outside, "secret.md"), join(project.root, ".kilocode/rules/s.md"));
		symlinkSync(join(outside, "folder"), join(project.root, ".kilocode/rules/f"));
		await project.files.refresh();
		expect(rulesOf(project.files)).toEqual([]);
		expect(problemsOf(project)).toEqual([
			".kilocode/rules/f: path_refused",
			".kilocode/rules/s.md: path_refused",
		]);
	});

	it("to files that may hold secrets are refused", async () => {
		writeTree(project.root, { ".env": "KEY=1", ".kilocode/rules/": "" });
		symlinkSync("../../.env", join(project.root, ".kilocode/rules/a.md"));
		await project.files.refresh();
		expect(rulesOf(project.files)).toEqual([]);
		expect(problemsOf(project)).toEqual([".kilocode/rules/a.md: path_refused"]);
	});

	it("of the user may lead anywhere", async () => {
		const dotfiles = createTempDir();
		writeTree(dotfiles, { "rules/mine.md": "mine" });
		mkdirSync(join(project.home, ".kilocode"));
		symlinkSync(join(dotfiles, "rules"), join(project.home, ".kilocode/rules"));
		await project.files.refresh();
		expect(rulesOf(project.files)).toEqual(["~/.kilocode/rules/mine.md: mine"]);
	});

	it("in a circle are not followed", async () => {
		writeTree(project.root, { ".kilocode/rules/a.md": "A" });
		for (const name of ["loop", "other"]) symlinkSync(".", join(project.root, ".kilocode/rules", name));
		await project.files.refresh();
		expect(rulesOf(project.files)).toEqual([".kilocode/rules/a.md: A"]);
		expect(problemsOf(project)).toEqual([]);
	});
});

describe("limits", () => {
	it("cut a long file at a line and say so", async () => {
		const line = `${"x".repeat(1023)}\n`;
		const files = await afterWriting({ "AGENTS.md": line.repeat(300) });
		expect(files.instructions("code", []).rules[0]?.text).toHaveLength(256 * 1024);
		expect(problemsOf(project)).toEqual(["AGENTS.md: file_too_large"]);
	});

	it("leave out what is more than 1 MB and say where", async () => {
		const text = "y".repeat(250 * 1024);
		const names = ["1", "2", "3", "4", "5", "6"].map((name) => `.kilocode/rules/${name}.md`);
		const files = await afterWriting(Object.fromEntries(names.map((name) => [name, text])));
		expect(files.instructions("code", []).rules.map(({ source }) => source)).toEqual(names.slice(0, 4));
		expect(problemsOf(project)).toEqual([".kilocode/rules/5.md: limit_reached"]);
	});

	it("leave out what is more than 200 files", async () => {
		const names = Array.from({ length: 205 }, (_, index) => `.kilocode/rules/${1000 + index}.md`);
		const files = await afterWriting(Object.fromEntries(names.map((name) => [name, "x"])));
		expect(files.instructions("code", []).rules).toHaveLength(200);
		expect(problemsOf(project)).toEqual([".kilocode/rules/1200.md: limit_reached"]);
	});
});

describe("several roots", () => {
	it("count each, named by their folder", async () => {
		const [one, two] = [createTempDir("one"), createTempDir("two")];
		const { files } = createTestProject({ roots: () => [one, two] });
		writeTree(one, { ".kilocode/rules/a.md": "A", "AGENTS.md": "1", ".kilocodeignore": "x" });
		writeTree(two, {
			".kilocode/rules/a.md": "B",
			".kilocode/skills/s/SKILL.md": "---\ndescription: d\n---",
		});
		await files.refresh();
		expect(rulesOf(files)).toEqual([
			`${basename(one)}/.kilocode/rules/a.md: A`,
			`${basename(two)}/.kilocode/rules/a.md: B`,
			`${basename(one)}/AGENTS.md: 1`,
		]);
		expect(files.instructions("code", []).skills[0]?.path).toBe(join(two, ".kilocode/skills/s/SKILL.md"));
		expect([files.isIgnored(join(one, "x")), files.isIgnored(join(two, "x"))]).toEqual([true, false]);
	});

	it("with the same name are told apart", async () => {
		const base = createTempDir();
		writeTree(base, { "a/web/AGENTS.md": "A", "b/web/AGENTS.md": "B" });
		const roots = [join(base, "a/web"), join(base, "b/web")];
		const { files } = createTestProject({ roots: () => roots });
		await files.refresh();
		expect(rulesOf(files)).toEqual(roots.map((root, index) => `${root}/AGENTS.md: ${index ? "B" : "A"}`));
	});

	it("that are the home directory have its files once, and their own ignore file", async () => {
		const home = createTempDir();
		writeTree(home, { ".kilocode/rules/a.md": "A", "AGENTS.md": "G", ".kilocodeignore": "private" });
		const { files } = createTestProject({ roots: () => [home], homeDir: home });
		await files.refresh();
		expect(rulesOf(files)).toEqual(["~/.kilocode/rules/a.md: A", "AGENTS.md: G"]);
		expect(files.isIgnored(join(home, "private"))).toBe(true);
	});
});

describe("workflows", () => {
	const find = (name: string) => project.files.workflows().find((workflow) => workflow.name === name);

	it("are read with their front matter", async () => {
		await afterWriting({
			".kilocode/workflows/deploy.md":
				"---\ndescription: Ship it\nargument-hint: [target]\nmode: debug\n---\n\nShip to $1.\n",
			".kilocode/workflows/plain.md": "# Do things\nNow.",
			".kilocode/workflows/notes.txt": "no workflow",
		});
		expect(find("deploy")).toEqual({
			name: "deploy",
			source: ".kilocode/workflows/deploy.md",
			description: "Ship it",
			argumentHint: "[target]",
			mode: "debug",
			template: "Ship to $1.",
		});
		expect(find("plain")).toMatchObject({ description: "Do things", template: "# Do things\nNow." });
		expect(find("notes")).toBeUndefined();
	});

	it("of the project stand over the user's, and these over built-in ones", async () => {
		writeTree(project.home, { ".kilocode/workflows/init.md": "home", ".kilocode/workflows/x.md": "home" });
		await afterWriting({ ".kilocode/workflows/x.md": "project" });
		expect(find("x")?.source).toBe(".kilocode/workflows/x.md");
		expect(find("init")?.source).toBe("~/.kilocode/workflows/init.md");
		expect(find("condense")?.source).toBe("built in");
	});

	it("are there before anything was read: the built-in ones", () => {
		expect(project.files.workflows().map(({ name }) => name)).toEqual([
			"init",
			"newtask",
			"newrule",
			"reportbug",
			"condense",
		]);
	});

	it("keep working with broken front matter, which is told with its line", async () => {
		await afterWriting({ ".kilocode/workflows/x.md": '---\ndescription: ok\nmode: "open\n---\nBody' });
		expect(find("x")?.template).toBe("Body");
		expect(problemsOf(project)).toEqual([
			expect.stringMatching(/^\.kilocode\/workflows\/x\.md:\d invalid_settings$/),
		]);
	});

	it("cannot take a mode's command, have a name that cannot be typed or ask for an unknown mode", async () => {
		await afterWriting({
			".kilocode/workflows/code.md": "x",
			".kilocode/workflows/two words.md": "x",
			".kilocode/workflows/w.md": "---\nmode: nowhere\n---\nx",
		});
		expect(find("code")).toBeUndefined();
		expect(find("w")?.mode).toBeUndefined();
		expect(problemsOf(project)).toEqual([
			".kilocode/workflows/code.md: invalid_settings",
			".kilocode/workflows/two words.md: invalid_settings",
			".kilocode/workflows/w.md: unknown_mode",
		]);
	});
});

describe("skills", () => {
	const skills = () => project.files.instructions("code", []).skills;

	it("are listed with a path that read_file understands", async () => {
		writeTree(project.home, {
			".kilocode/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: home\n---\n",
			".kilocode/skills/only/SKILL.md": "---\ndescription: mine\n---\n",
		});
		await afterWriting({
			".kilocode/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: |\n  Make\n  PDFs\n---\nbody",
			".kilocode/skills/README.md": "no skill",
		});
		expect(skills()).toEqual([
			{ name: "pdf", description: "Make PDFs", path: ".kilocode/skills/pdf/SKILL.md", isOn: true },
			{ name: "only", description: "mine", path: "~/.kilocode/skills/only/SKILL.md", isOn: true },
		]);
		project.disabled.push(".kilocode/skills/pdf/SKILL.md");
		expect(skills().map(({ isOn }) => isOn)).toEqual([false, true]);
	});

	it("without a description are not offered, and the file says why", async () => {
		await afterWriting({ ".kilocode/skills/x/SKILL.md": "just text" });
		expect(skills()).toEqual([]);
		expect(problemsOf(project)).toEqual([".kilocode/skills/x/SKILL.md:1 invalid_settings"]);
	});
});

describe("an untrusted workspace", () => {
	it("has no workflows and skills of its own", async () => {
		const { root, files } = createTestProject({ isTrusted: () => false });
		writeTree(root, {
			".kilocode/workflows/x.md": "x",
			".kilocode/skills/x/SKILL.md": "---\ndescription: x\n---",
			".kilocodeignore": "secret",
		});
		await files.refresh();
		expect(files.workflows().every(({ source }) => source === "built in")).toBe(true);
		expect(files.instructions("code", []).skills).toEqual([]);
		expect(files.isIgnored(join(root, "secret"))).toBe(true);
	});
});

describe("refresh", () => {
	it("never throws, also when the root is gone", async () => {
		rmSync(project.root, { recursive: true });
		await expect(project.files.refresh()).resolves.toBeUndefined();
		expect(rulesOf(project.files)).toEqual([]);
		mkdirSync(project.root);
	});

	it("that is called twice at once sees what was written before each call", async () => {
		const first = project.files.refresh();
		writeTree(project.root, { "AGENTS.md": "G" });
		await Promise.all([first, project.files.refresh()]);
		expect(rulesOf(project.files)).toEqual(["AGENTS.md: G"]);
		expect(readdirSync(project.root)).toEqual(["AGENTS.md"]);
	});

	it("asks the modes' files, too, and tells their problems", async () => {
		let asked = 0;
		const problem = { path: ".kilocodemodes", error: { code: "invalid_settings", message: "bad" } } as const;
		const refresh = async () => {
			asked++;
		};
		const { files } = createTestProject({
			modeFiles: { refresh, modes: () => [], problems: () => [problem] },
		});
		await files.refresh();
		expect([asked, files.problems(), files.modes()]).toEqual([1, [problem], []]);
	});
});
