import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exportMode } from "@core/instructions/modes/exportMode";
import { importModes } from "@core/instructions/modes/importModes";
import { ModeFiles } from "@core/instructions/modes/ModeFiles";
import { parseModeFile } from "@core/instructions/modes/parseModeFile";
import {
	applyImport,
	globalPlace,
	projectPlace,
	replacedByImport,
	rulesFilesOf,
} from "@hosts/vscode/modes/modeExchange";
import { modesTemplate } from "@hosts/vscode/modes/modesTemplate";
import type { ModeConfig } from "@shared/modes";
import { describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";

const mode: ModeConfig = { slug: "docs", name: "Docs", roleDefinition: "R", groups: ["read"] };
const rules = [{ relativePath: "sub/a.md", content: "Be brief." }];

describe("an export that is imported elsewhere", () => {
	it("is the same mode with the same rule files", async () => {
		const [from, to] = [createTempDir("from"), createTempDir("to")];
		writeTree(from, { ".kilocode/rules-docs/sub/a.md": "Be brief." });
		const text = exportMode(mode, await rulesFilesOf("docs", [from]));
		await applyImport(importModes(text).modes, await projectPlace(to));
		const files = new ModeFiles({ roots: () => [to], globalFile: undefined, consents: new Set() });
		await files.refresh();
		expect(files.modes().at(-1)).toEqual(mode);
		expect(await rulesFilesOf("docs", [to])).toEqual(rules);
	});

	it("says what it would replace, and only that", async () => {
		const folder = createTempDir();
		const place = await projectPlace(folder);
		const modes = [{ mode, rulesFiles: rules }];
		expect(await replacedByImport(modes, place)).toEqual([]);
		await applyImport(modes, place);
		const changed = [
			{ mode: { ...mode, slug: "other" }, rulesFiles: [] },
			{ mode, rulesFiles: [{ relativePath: "sub/a.md", content: "New" }] },
		];
		expect(await replacedByImport(modes, place)).toEqual(["the mode docs"]);
		expect(await replacedByImport(changed, place)).toEqual([
			"the mode docs",
			".kilocode/rules-docs/sub/a.md",
		]);
	});

	it("leaves the modes file as it is when a rule file cannot be written", async () => {
		const folder = createTempDir();
		writeTree(folder, { ".kilocode": "a file, not a folder" });
		const place = await projectPlace(folder);
		await expect(applyImport([{ mode, rulesFiles: rules }], place)).rejects.toMatchObject({
			name: "KilnError",
		});
		expect(existsSync(place.file)).toBe(false);
	});
});

describe("rulesFilesOf", () => {
	it("takes the first place that has a file", async () => {
		const [project, home] = [createTempDir("project"), createTempDir("home")];
		writeTree(project, { ".kilocode/rules-docs/a.md": "project" });
		writeTree(home, { ".kilocode/rules-docs/a.md": "home", ".kilocode/rules-docs/b.md": "home" });
		expect(await rulesFilesOf("docs", [project, home])).toEqual([
			{ relativePath: "a.md", content: "project" },
			{ relativePath: "b.md", content: "home" },
		]);
	});
});

describe("the file that is edited", () => {
	it("is the one that counts", async () => {
		const folder = createTempDir();
		const nameIn = async () => (await projectPlace(folder)).file.slice(folder.length + 1);
		expect(await nameIn()).toBe(".kilocodemodes");
		writeTree(folder, { ".roomodes": "" });
		expect(await nameIn()).toBe(".roomodes");
		writeTree(folder, { ".kilocodemodes": "" });
		expect(await nameIn()).toBe(".kilocodemodes");
		const yaml = join(folder, "custom_modes.yaml");
		expect((await globalPlace(yaml)).file).toBe(yaml);
		writeTree(folder, { "custom_modes.json": "{}" });
		expect((await globalPlace(yaml)).file).toBe(join(folder, "custom_modes.json"));
		expect(await globalPlace(yaml, "/home/me")).toMatchObject({ base: "/home/me" });
	});

	it.each(["project", "global"] as const)("of the %s begins with a template in order", async (scope) => {
		const template = modesTemplate(scope);
		expect(parseModeFile(template)).toEqual({ modes: [], problems: [] });
		const used = parseModeFile(template.replaceAll(/^# {2}/gm, "  "));
		expect(used.problems).toEqual([]);
		expect(used.modes[0]?.mode).toMatchObject({
			slug: "docs",
			groups: ["read", ["edit", { fileRegex: "\\.(md|mdx)$" }]],
		});
		const folder = createTempDir();
		writeTree(folder, { ".kilocodemodes": template });
		await applyImport([{ mode, rulesFiles: [] }], await projectPlace(folder));
		const text = readFileSync(join(folder, ".kilocodemodes"), "utf8");
		expect(text).toContain("#  - slug: docs");
		expect(parseModeFile(text)).toMatchObject({ modes: [{ mode }], problems: [] });
	});
});
