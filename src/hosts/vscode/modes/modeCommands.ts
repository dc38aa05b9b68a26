import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { exportMode } from "@core/instructions/modes/exportMode";
import { type ImportedModes, importModes } from "@core/instructions/modes/importModes";
import { readModeFile } from "@core/instructions/modes/readModeFile";
import type { WaitingMode } from "@core/instructions/modes/resolveModes";
import { visibleText } from "@core/tools/command/visibleText";
import { errnoOf } from "@core/tools/edit/ioError";
import type { ModeConfig } from "@shared/modes";
import * as vscode from "vscode";
import type { ModeSource } from "./createModeSource";
import {
	applyImport,
	globalPlace,
	type ModePlace,
	projectPlace,
	replacedByImport,
	rulesFilesOf,
} from "./modeExchange";
import { modesTemplate } from "./modesTemplate";

/** The commands about modes. Each throws a KilnError, which whoever runs it shows. */
export const modeCommands: Readonly<Record<string, (source: ModeSource) => Promise<void>>> = {
	"kiln.editProjectModes": async (source) => {
		const folder = await pickFolder(source);
		if (folder !== undefined) await edit((await projectPlace(folder)).file, modesTemplate("project"));
	},
	"kiln.editGlobalModes": async ({ globalFile }) => {
		await edit((await globalPlace(globalFile)).file, modesTemplate("global"));
	},
	"kiln.importModes": runImport,
	"kiln.exportMode": runExport,
	"kiln.reviewProjectModes": review,
};

/** Opens the file; one that does not exist begins with the template. */
async function edit(path: string, template: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, template, { flag: "wx" }).catch((error: unknown) => {
		if (errnoOf(error) !== "EEXIST") throw error;
	});
	await open(path);
}

async function open(path: string, line = 1): Promise<void> {
	const selection = new vscode.Range(line - 1, 0, line - 1, 0);
	await vscode.window.showTextDocument(vscode.Uri.file(path), { selection });
}

async function pickFolder(source: ModeSource): Promise<string | undefined> {
	const folders = source.folders();
	if (folders.length === 0) {
		void vscode.window.showInformationMessage("Open a folder first: project modes are kept in it.");
		return undefined;
	}
	if (folders.length === 1) return folders[0];
	return vscode.window.showQuickPick([...folders], { title: "Modes of which folder?" });
}

async function runImport(source: ModeSource): Promise<void> {
	const [picked] =
		(await vscode.window.showOpenDialog({ title: "Import Modes", filters: modeFileFilters })) ?? [];
	if (picked === undefined) return;
	const found = importModes(await readModeFile(picked.fsPath, picked.fsPath));
	const place = await pickPlace(source);
	if (place === undefined || !(await confirmImport(found, place))) return;
	await applyImport(found.modes, place);
	await source.refresh();
	void vscode.window.showInformationMessage(`Imported: ${namesOf(found.modes.map(({ mode }) => mode))}.`);
	const imported = new Set(found.modes.map(({ mode }) => mode.slug));
	if (source.waiting().some(({ slug }) => imported.has(slug))) await review(source);
}

const modeFileFilters = { Modes: ["yaml", "yml", "json"], "All Files": ["*"] };

async function pickPlace(source: ModeSource): Promise<ModePlace | undefined> {
	const project = { label: "This project", detail: "In .kilocodemodes, for everybody who works on it" };
	const own = { label: "All my projects", detail: "In my own custom_modes.yaml" };
	const picked = await vscode.window.showQuickPick([project, own], { title: "Import modes into" });
	if (picked === undefined) return undefined;
	if (picked === own) return globalPlace(source.globalFile);
	const folder = await pickFolder(source);
	return folder === undefined ? undefined : projectPlace(folder);
}

/** Says what is new, what is replaced and what is left out. */
async function confirmImport({ modes, problems }: ImportedModes, place: ModePlace): Promise<boolean> {
	const leftOut = problems.map(({ line, message }) => `Line ${line}: ${message}`);
	if (modes.length === 0) {
		const detail = leftOut.join("\n") || "The file holds no modes.";
		await vscode.window.showErrorMessage("There is nothing to import.", {
			modal: true,
			detail: visibleText(detail),
		});
		return false;
	}
	const replaced = await replacedByImport(modes, place);
	const detail = [
		`Into ${place.file}.`,
		...modes.map(
			({ mode, rulesFiles }) =>
				`• ${describe(mode)}${rulesFiles.length === 0 ? "" : `, with ${rulesFiles.length} rule files`}`,
		),
		...(replaced.length === 0 ? [] : ["", "This replaces:", ...replaced.map((what) => `• ${what}`)]),
		...(leftOut.length === 0 ? [] : ["", "Left out:", ...leftOut.map((what) => `• ${what}`)]),
	].join("\n");
	const question = `Import ${namesOf(modes.map(({ mode }) => mode))}?`;
	return (
		(await vscode.window.showWarningMessage(
			question,
			{ modal: true, detail: visibleText(detail) },
			"Import",
		)) === "Import"
	);
}

const describe = ({ slug, name, groups }: ModeConfig): string => {
	const names = groups.map((group) => (typeof group === "string" ? group : group[0]));
	return `${slug} (${name}): ${names.length === 0 ? "no tools" : names.join(", ")}`;
};

function namesOf(modes: readonly ModeConfig[]): string {
	return modes.map(({ slug }) => slug).join(", ");
}

async function runExport(source: ModeSource): Promise<void> {
	await source.refresh();
	const items = source.modes().map((mode) => ({ label: mode.name, description: mode.slug, mode }));
	const picked = await vscode.window.showQuickPick(items, { title: "Export which mode?" });
	if (picked === undefined) return;
	const { mode } = picked;
	const folders = source.folders();
	const rulesFiles = await rulesFilesOf(mode.slug, [...folders, homedir()]);
	const defaultUri = vscode.Uri.file(join(folders[0] ?? homedir(), `${mode.slug}.yaml`));
	const target = await vscode.window.showSaveDialog({ defaultUri, filters: modeFileFilters });
	if (target === undefined) return;
	await vscode.workspace.fs.writeFile(target, Buffer.from(exportMode(mode, rulesFiles)));
	const what = rulesFiles.length === 0 ? "" : ` with ${rulesFiles.length} rule files`;
	void vscode.window.showInformationMessage(`Exported ${mode.slug}${what} to ${target.fsPath}.`);
}

/** One question for each mode that waits; whatever is not agreed to keeps waiting. */
async function review(source: ModeSource): Promise<void> {
	await source.refresh();
	const waiting = source.waiting();
	if (waiting.length === 0) {
		void vscode.window.showInformationMessage("No mode of this project waits for your consent.");
	}
	for (const mode of waiting) {
		const answer = await askConsent(mode);
		if (answer === "Open File") return open(mode.path, mode.line);
		if (answer === undefined) return;
		// What was shown is what is agreed to: a file that has changed meanwhile has another hash.
		if (answer === "Use This Mode") await source.consent(mode.hash);
	}
}

function askConsent({ slug, name, source, widens }: WaitingMode): Thenable<string | undefined> {
	const detail = [
		`It takes the place of a mode that you know, and may do more. It`,
		...widens.map((what) => `• ${what}`),
		"",
		"Until you agree, the original is used. Whatever you have not approved in advance still asks.",
	].join("\n");
	return vscode.window.showWarningMessage(
		visibleText(`Use the mode "${name}" (${slug}) of ${source}?`),
		{ modal: true, detail: visibleText(detail) },
		"Use This Mode",
		"Keep the Original",
		"Open File",
	);
}
