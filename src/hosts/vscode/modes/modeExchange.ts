import { homedir } from "node:os";
import { join } from "node:path";
import type { ImportedMode } from "@core/instructions/modes/importModes";
import { projectModeFileNames } from "@core/instructions/modes/ModeFiles";
import {
	changedModeRules,
	modeRulesFolder,
	readModeRules,
	writeModeRules,
} from "@core/instructions/modes/modeRules";
import { parseModeFile } from "@core/instructions/modes/parseModeFile";
import { readModeFile, stampOf } from "@core/instructions/modes/readModeFile";
import type { ModeRulesFile } from "@core/instructions/modes/rulesPath";
import { writeMode } from "@core/instructions/modes/writeMode";

/** Where modes are kept: a project, or the user's own. */
export interface ModePlace {
	/** absolute path of the modes file that is read, or that a new one would have */
	readonly file: string;
	/** the folder that holds `.kilocode` */
	readonly base: string;
}

/** The modes file that counts in a folder: `.kilocodemodes`, unless there is only a `.roomodes`. */
export async function projectPlace(folder: string): Promise<ModePlace> {
	const paths = projectModeFileNames.map((name) => join(folder, name));
	return { file: await firstExisting(paths), base: folder };
}

/** `file`: absolute path of custom_modes.yaml; one that ends in .json is used where only that exists. */
export async function globalPlace(file: string, homeDir = homedir()): Promise<ModePlace> {
	return { file: await firstExisting([file, file.replace(/\.yaml$/, ".json")]), base: homeDir };
}

/** The first of the paths that exists, else the first. */
async function firstExisting(paths: readonly string[]): Promise<string> {
	for (const path of paths) {
		if ((await stampOf(path, path)) !== undefined) return path;
	}
	return paths[0] ?? "";
}

/** The rule files of a mode from all places; of two with the same path that of the first place counts. */
export async function rulesFilesOf(slug: string, bases: readonly string[]): Promise<ModeRulesFile[]> {
	const found = new Map<string, ModeRulesFile>();
	for (const base of bases) {
		for (const file of await readModeRules(rulesFolder(base, slug))) {
			if (!found.has(file.relativePath)) found.set(file.relativePath, file);
		}
	}
	return [...found.values()];
}

/** What an import would replace, in words; empty: it only adds. Reads, changes nothing. */
export async function replacedByImport(modes: readonly ImportedMode[], place: ModePlace): Promise<string[]> {
	const hasFile = (await stampOf(place.file, place.file)) !== undefined;
	const { modes: present } = parseModeFile(hasFile ? await readModeFile(place.file, place.file) : "");
	const slugs = new Set(present.map(({ mode }) => mode.slug));
	const replaced: string[] = [];
	for (const { mode, rulesFiles } of modes) {
		if (slugs.has(mode.slug)) replaced.push(`the mode ${mode.slug}`);
		const changed = await changedModeRules(rulesFolder(place.base, mode.slug), rulesFiles);
		replaced.push(...changed.map((path) => `.kilocode/${modeRulesFolder(mode.slug)}/${path}`));
	}
	return replaced;
}

/** Writes the modes and their rule files; rule files that the import does not name stay. Throws a KilnError. */
export async function applyImport(modes: readonly ImportedMode[], place: ModePlace): Promise<void> {
	for (const { mode, rulesFiles } of modes) {
		// The rules first: a mode without them would be another one.
		await writeModeRules(place.base, rulesFolder(place.base, mode.slug), rulesFiles);
		await writeMode(place.file, mode);
	}
}

const rulesFolder = (base: string, slug: string): string => join(base, ".kilocode", modeRulesFolder(slug));
