import type { Place, SourceFile, SourceReader } from "./SourceReader";
import { isTextName } from "./SourceReader";

/** The rule files of one place, as they were found. */
export interface PlaceRules {
	readonly place: Place;
	readonly rules: readonly SourceFile[];
	readonly byMode: ReadonlyMap<string, readonly SourceFile[]>;
	readonly agents?: SourceFile | undefined;
	readonly legacy: readonly SourceFile[];
}

export const agentsFileName = "AGENTS.md";
/** Other agents' names for the same thing; the first that exists counts, and only where there are no rules of Kiln's. */
const legacyNames = [".kilocoderules", ".roorules", ".clinerules"] as const;
const modeFolder = /^rules-([a-zA-Z0-9-]+)$/;

export async function readRules(reader: SourceReader, place: Place): Promise<PlaceRules> {
	const rules = place.hasFolder ? await reader.folder(place, ".kilocode/rules", isTextName) : [];
	const byMode = place.hasFolder
		? await readModeRules(reader, place)
		: new Map<string, readonly SourceFile[]>();
	if (!place.isProject) return { place, rules, byMode, legacy: [] };
	const agents = await reader.file(place, agentsFileName);
	const legacy = rules.length > 0 ? [] : await readLegacy(reader, place);
	return { place, rules, byMode, agents, legacy };
}

async function readModeRules(reader: SourceReader, place: Place): Promise<PlaceRules["byMode"]> {
	const byMode = new Map<string, readonly SourceFile[]>();
	for (const name of await reader.names(place, ".kilocode")) {
		const mode = modeFolder.exec(name)?.[1];
		if (mode === undefined) continue;
		const files = await reader.folder(place, `.kilocode/${name}`, isTextName);
		if (files.length > 0) byMode.set(mode, files);
	}
	return byMode;
}

async function readLegacy(reader: SourceReader, place: Place): Promise<readonly SourceFile[]> {
	for (const name of legacyNames) {
		const file = await reader.file(place, name);
		const files = file ? [file] : await reader.folder(place, name, isTextName);
		if (files.length > 0) return files;
	}
	return [];
}
