import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportMode } from "@core/instructions/modes/exportMode";
import { importModes } from "@core/instructions/modes/importModes";
import { createModeSource, type ModeSource } from "@hosts/vscode/modes/createModeSource";
import { modesTemplate } from "@hosts/vscode/modes/modesTemplate";
import { registerModeCommands } from "@hosts/vscode/modes/registerModeCommands";
import { builtInModes, type ModeConfig } from "@shared/modes";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type * as vscode from "vscode";
import manifest from "../../../../../package.json";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { MemoryStore } from "../support/memoryStore";

const { editor, vscode: fake } = await vi.hoisted(async () =>
	(await import("./fakeEditor")).createFakeEditor(),
);
vi.mock("vscode", () => fake);

const docs: ModeConfig = { slug: "docs", name: "Docs", roleDefinition: "R", groups: ["read"] };
const wideAsk: ModeConfig = { slug: "ask", name: "Ask", roleDefinition: "R", groups: ["read", "command"] };

let root: string;
let storage: string;
let source: ModeSource;
let registered: vscode.Disposable;
const logged: unknown[] = [];

async function run(id: string, ...answers: unknown[]): Promise<void> {
	editor.answers = answers;
	await editor.commands.get(id)?.();
	// A question that nobody asked would be a question that the test believes in.
	expect(editor.answers).toEqual([]);
}

beforeEach(() => {
	root = createTempDir("root");
	storage = createTempDir("storage");
	Object.assign(editor, { folders: [root], isTrusted: true, shown: [], opened: [] });
	logged.length = 0;
	const context = { globalStorageUri: { fsPath: storage }, workspaceState: new MemoryStore() };
	source = createModeSource(context as unknown as vscode.ExtensionContext);
	const log = { error: (what: unknown) => logged.push(what) } as unknown as vscode.LogOutputChannel;
	registered = registerModeCommands(async () => source, log);
});
afterEach(() => {
	registered.dispose();
	source.dispose();
});

describe("the commands about modes", () => {
	it("are those that the package contributes", () => {
		const contributed = manifest.contributes.commands.map(({ command }) => command);
		expect(editor.commands.size).toBe(5);
		expect(contributed).toEqual(expect.arrayContaining([...editor.commands.keys()]));
	});

	it("open the project's file, made from the template, and leave what is there", async () => {
		const path = join(root, ".kilocodemodes");
		await run("kiln.editProjectModes");
		expect(readFileSync(path, "utf8")).toBe(modesTemplate("project"));
		writeFileSync(path, "# mine\n");
		await run("kiln.editProjectModes");
		expect(readFileSync(path, "utf8")).toBe("# mine\n");
		expect(editor.opened).toEqual([
			{ path, line: 1 },
			{ path, line: 1 },
		]);
	});

	it("open the user's file, made from the template", async () => {
		await run("kiln.editGlobalModes");
		expect(readFileSync(source.globalFile, "utf8")).toBe(modesTemplate("global"));
	});

	it("ask for the folder where there are several, and say so where there is none", async () => {
		const second = createTempDir("second");
		editor.folders = [root, second];
		await run("kiln.editProjectModes", second);
		expect(existsSync(join(second, ".kilocodemodes"))).toBe(true);
		editor.folders = [];
		await run("kiln.editProjectModes");
		expect(editor.shown.at(-1)?.text).toMatch(/Open a folder first/);
	});

	it("show an error and its hint", async () => {
		writeTree(storage, { settings: "a file, not a folder" });
		await run("kiln.editGlobalModes");
		expect(editor.shown).toHaveLength(1);
		expect(logged).toHaveLength(1);
	});
});

describe("import", () => {
	const file = (...modes: ModeConfig[]) => {
		const path = join(createTempDir("import"), "modes.yaml");
		writeFileSync(path, JSON.stringify({ customModes: modes }));
		return path;
	};

	it("brings modes into the project after saying what it does", async () => {
		await run("kiln.importModes", file(docs), "This project", "Import");
		expect(editor.shown[0]).toMatchObject({ text: "Import docs?", buttons: ["Import"] });
		expect(editor.shown[0]?.detail).toBe(`Into ${join(root, ".kilocodemodes")}.\n• docs (Docs): read`);
		expect(source.modes().at(-1)).toEqual(docs);
	});

	it("names what it replaces and what it leaves out", async () => {
		await run("kiln.importModes", file(docs), "All my projects", "Import");
		const broken = { ...docs, slug: "x y" };
		await run("kiln.importModes", file({ ...docs, name: "New" }, broken), "All my projects", "Import");
		const detail = editor.shown.at(-2)?.detail;
		expect(detail).toContain("This replaces:\n• the mode docs");
		expect(detail).toContain("Left out:\n• Line 1: customModes[1].slug may hold");
		expect(source.modes().at(-1)?.name).toBe("New");
	});

	it.each([
		["the file", [undefined]],
		["the place", ["file", undefined]],
		["the question", ["file", "This project", undefined]],
	])("changes nothing when %s is cancelled", async (_, answers) => {
		const path = file(docs);
		await run("kiln.importModes", ...answers.map((answer) => (answer === "file" ? path : answer)));
		expect(existsSync(join(root, ".kilocodemodes"))).toBe(false);
	});

	it("says why there is nothing to import", async () => {
		await run("kiln.importModes", file({ ...docs, slug: "x y" }), "This project");
		expect(editor.shown).toMatchObject([
			{ text: "There is nothing to import.", detail: expect.stringContaining("customModes[0].slug") },
		]);
	});

	it("is no consent: what widens is asked about", async () => {
		await run("kiln.importModes", file(wideAsk), "This project", "Import", "Keep the Original");
		expect(source.waiting()).toHaveLength(1);
		expect(editor.shown.at(-1)?.text).toBe('Use the mode "Ask" (ask) of .kilocodemodes?');
	});
});

describe("export", () => {
	it("writes the mode with its rule files", async () => {
		writeTree(root, {
			".kilocodemodes": exportMode(docs),
			".kilocode/rules-docs/a.md": "Be brief.",
		});
		const target = join(createTempDir("export"), "docs.yaml");
		await run("kiln.exportMode", "Docs", target);
		expect(importModes(readFileSync(target, "utf8")).modes).toEqual([
			{ mode: docs, rulesFiles: [{ relativePath: "a.md", content: "Be brief." }] },
		]);
	});

	it("writes nothing when it is cancelled", async () => {
		await run("kiln.exportMode", undefined);
		await run("kiln.exportMode", "Ask", undefined);
		expect(editor.shown).toEqual([]);
	});
});

describe("review", () => {
	const ask = () => source.modes().find(({ slug }) => slug === "ask");
	const original = builtInModes.find(({ slug }) => slug === "ask");

	it("asks with everything that widens, and uses the mode only on a yes", async () => {
		const name = "Ask\u200d";
		writeTree(root, { ".kilocodemodes": exportMode({ ...wideAsk, name }) });
		await run("kiln.reviewProjectModes", undefined);
		expect(ask()).toEqual(original);
		await run("kiln.reviewProjectModes", "Keep the Original");
		expect(ask()).toEqual(original);
		await run("kiln.reviewProjectModes", "Use This Mode");
		expect(ask()?.groups).toEqual(["read", "command"]);
		expect(editor.shown[0]?.text).toBe('Use the mode "Ask⟨U+200D⟩" (ask) of .kilocodemodes?');
		expect(editor.shown[0]?.detail).toContain("• may run commands");
	});

	it("opens the file at the mode", async () => {
		writeTree(root, { ".kilocodemodes": `# first line\n${exportMode(wideAsk)}` });
		await run("kiln.reviewProjectModes", "Open File");
		expect(editor.opened).toEqual([{ path: join(root, ".kilocodemodes"), line: 3 }]);
		expect(source.waiting()).toHaveLength(1);
	});

	it("agrees to what was shown, not to what the file holds by now", async () => {
		writeTree(root, { ".kilocodemodes": exportMode(wideAsk) });
		await run("kiln.reviewProjectModes", () => {
			writeTree(root, { ".kilocodemodes": exportMode({ ...wideAsk, groups: ["edit", "command"] }) });
			return "Use This Mode";
		});
		await source.refresh();
		expect(ask()).toEqual(original);
		expect(source.waiting()[0]?.widens).toEqual(["may change files", "may run commands"]);
	});

	it("says when nothing waits", async () => {
		await run("kiln.reviewProjectModes");
		expect(editor.shown[0]?.text).toBe("No mode of this project waits for your consent.");
	});
});
