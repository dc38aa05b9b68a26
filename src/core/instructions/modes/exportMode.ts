import type { ModeConfig } from "@shared/modes";
import { stringify } from "yaml";
import type { ModeRulesFile } from "./rulesPath";

/** A mode with its rule files as one YAML text, in the format that Kilo Code and Roo Code import, too. */
export function exportMode(mode: ModeConfig, rulesFiles: readonly ModeRulesFile[] = []): string {
	const entry = { ...modeFields(mode), ...(rulesFiles.length === 0 ? {} : { rulesFiles }) };
	return stringify({ customModes: [entry] }, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** What Kiln writes of a mode, in this order. */
export const ownFields = [
	"slug",
	"name",
	"description",
	"whenToUse",
	"roleDefinition",
	"customInstructions",
	"groups",
];

/** The fields of a mode as a file has them, in a fixed order, without those that are absent. */
export function modeFields(mode: ModeConfig): Readonly<Record<string, unknown>> {
	const { slug, name, description, whenToUse, roleDefinition, customInstructions, groups } = mode;
	const fields = { slug, name, description, whenToUse, roleDefinition, customInstructions, groups };
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
