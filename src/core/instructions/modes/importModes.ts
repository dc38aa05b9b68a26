import type { ModeConfig } from "@shared/modes";
import * as z from "zod";
import { type ParsedMode, parseModeFile } from "./parseModeFile";
import type { TextProblem } from "./parseYaml";
import { cleanRulesPath, type ModeRulesFile } from "./rulesPath";

export interface ImportedMode {
	readonly mode: ModeConfig;
	readonly rulesFiles: readonly ModeRulesFile[];
}

export interface ImportedModes {
	readonly modes: readonly ImportedMode[];
	/** what was left out, and why */
	readonly problems: readonly TextProblem[];
}

const maxRulesFiles = 100;

const rulesFilesSchema = z
	.array(z.object({ relativePath: z.string(), content: z.string() }))
	.max(maxRulesFiles)
	.nullish()
	.transform((files) => files ?? []);

/** The modes of an exported file with their rule files. A mode with an unsafe rule file is left out. Never throws. */
export function importModes(text: string): ImportedModes {
	const { modes, problems } = parseModeFile(text);
	const imported = modes.map(importOne);
	const found = imported.flatMap((each) => ("message" in each ? [each] : []));
	return {
		modes: imported.flatMap((each) => ("message" in each ? [] : [each])),
		problems: [...problems, ...found].sort((a, b) => a.line - b.line),
	};
}

function importOne({ mode, line, rulesFiles }: ParsedMode): ImportedMode | TextProblem {
	const parsed = rulesFilesSchema.safeParse(rulesFiles);
	const hint = "The mode is not imported.";
	if (!parsed.success) {
		const what = `a list of at most ${maxRulesFiles} entries with relativePath and content`;
		return { line, message: `rulesFiles of the mode "${mode.slug}" must be ${what}.`, hint };
	}
	const files: ModeRulesFile[] = [];
	for (const { relativePath, content } of parsed.data) {
		const clean = cleanRulesPath(relativePath);
		if (clean === undefined) {
			const message = `The mode "${mode.slug}" has a rule file with an unsafe path: ${JSON.stringify(relativePath)}.`;
			return { line, message, hint };
		}
		files.push({ relativePath: clean, content });
	}
	return { mode, rulesFiles: files };
}
