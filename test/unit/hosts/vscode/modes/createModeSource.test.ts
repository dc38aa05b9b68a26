import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createModeSource, type ModeSource } from "@hosts/vscode/modes/createModeSource";
import { builtInModes } from "@shared/modes";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type * as vscode from "vscode";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { MemoryStore } from "../support/memoryStore";

const { editor, vscode: fake } = await vi.hoisted(async () =>
	(await import("./fakeEditor")).createFakeEditor(),
);
vi.mock("vscode", () => fake);

const text = (slug: string, groups = "[read]") =>
	`customModes:\n  - slug: ${slug}\n    name: ${slug}\n    roleDefinition: R\n    groups: ${groups}\n`;

let root: string;
let storage: string;
let source: ModeSource;
const slugs = () =>
	source
		.modes()
		.map(({ slug }) => slug)
		.slice(builtInModes.length);
/** The change that a watcher has started. */
const nextChange = () => new Promise<void>((resolve) => source.onDidChange(() => resolve()));

beforeEach(() => {
	root = createTempDir("root");
	storage = createTempDir("storage");
	editor.folders = [root];
	editor.isTrusted = true;
	editor.watchers.length = 0;
	const context = { globalStorageUri: { fsPath: storage }, workspaceState: new MemoryStore() };
	source = createModeSource(context as unknown as vscode.ExtensionContext);
});
afterEach(() => source.dispose());

describe("createModeSource", () => {
	it("has the project's and the user's modes", async () => {
		writeTree(root, { ".kilocodemodes": text("mine") });
		writeTree(storage, { "settings/custom_modes.yaml": text("own") });
		await source.refresh();
		expect(slugs()).toEqual(["own", "mine"]);
		expect(source.globalFile).toBe(join(storage, "settings", "custom_modes.yaml"));
	});

	it("reads and tells anew when a watched file changes", async () => {
		await source.refresh();
		const changed = nextChange();
		writeTree(root, { ".kilocodemodes": text("mine") });
		const watcher = editor.watchers.find(({ base }) => base === root);
		expect(watcher?.pattern).toBe("{.kilocodemodes,.roomodes}");
		watcher?.fire();
		await changed;
		expect(slugs()).toEqual(["mine"]);
	});

	it("tells only of changes", async () => {
		let count = 0;
		source.onDidChange(() => {
			count += 1;
		});
		await source.refresh();
		expect(count).toBe(0);
		writeTree(root, { ".kilocodemodes": text("mine") });
		await source.refresh();
		await source.refresh();
		expect(count).toBe(1);
	});

	it("follows the workspace's folders with its watchers", async () => {
		const second = createTempDir("second");
		writeTree(second, { ".kilocodemodes": text("second") });
		const changed = nextChange();
		editor.changeFolders([second]);
		await changed;
		expect(slugs()).toEqual(["second"]);
		const live = editor.watchers.filter(({ isDisposed }) => !isDisposed).map(({ base }) => base);
		expect(live).toEqual([join(storage, "settings"), second]);
	});

	it("leaves the project's files alone until the workspace is trusted", async () => {
		editor.isTrusted = false;
		writeTree(root, { ".kilocodemodes": text("mine") });
		writeTree(storage, { "settings/custom_modes.yaml": text("own") });
		await source.refresh();
		expect(slugs()).toEqual(["own"]);
		expect(source.folders()).toEqual([root]);
		const changed = nextChange();
		editor.trust();
		await changed;
		expect(slugs()).toEqual(["own", "mine"]);
	});

	it("marks problems and waiting modes on their lines, and takes the marks away again", async () => {
		const path = join(root, ".kilocodemodes");
		writeFileSync(
			path,
			`${text("ask", "[read, command]")}  - slug: b\n    name: B\n    roleDefinition: R\n    groups: [x]\n`,
		);
		await source.refresh();
		expect(editor.marks.get(path)).toEqual([
			{
				line: 9,
				severity: 0,
				message:
					'customModes[1].groups[0] names no group: "x"; these exist: read, edit, browser, command, mcp, modes.\nThe mode is not used until that is mended; the file\'s other modes are.',
			},
			{
				line: 2,
				severity: 2,
				message:
					'The mode ask may run commands. It is not used until you agree: run "Kiln: Review Project Modes".',
			},
		]);
		await source.consent(source.waiting()[0]?.hash ?? "");
		expect(editor.marks.get(path)).toHaveLength(1);
		expect(source.modes().find(({ slug }) => slug === "ask")?.groups).toEqual(["read", "command"]);
		rmSync(path);
		await source.refresh();
		expect(editor.marks.size).toBe(0);
	});

	it("watches nothing once it is disposed of", () => {
		source.dispose();
		expect(editor.watchers.every(({ isDisposed }) => isDisposed)).toBe(true);
	});
});
