import { KilnError } from "@shared/errors";
import type { ModeConfig } from "@shared/modes";
import { intoDocument, intoLines } from "./editYaml";
import { modeFields, ownFields } from "./exportMode";
import { modeEntrySchema } from "./modeEntrySchema";
import { parseModeFile } from "./parseModeFile";

/**
 * The text of a modes file with the mode in it: in the place of the one with its slug, else at the end. Comments and
 * order stay; where the file is written as files usually are, the other modes stay as they are to the byte. Throws a
 * KilnError when the mode or the file is not in order.
 */
export function insertMode(text: string, mode: ModeConfig): string {
	const clean = cleanMode(mode);
	const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
	const source = text.replaceAll("\r\n", "\n").replace(/^\ufeff/, "");
	for (const way of [intoJson, intoLines, intoDocument]) {
		const result = attempt(() => way(source, clean))?.replaceAll("\n", lineEnd);
		if (result !== undefined && holdsMode(text, clean, result)) return result;
	}
	throw new KilnError(
		"invalid_settings",
		`The mode "${mode.slug}" could not be put into the file.`,
		"Open the file and write it there.",
	);
}

function cleanMode(mode: ModeConfig): ModeConfig {
	const parsed = modeEntrySchema.safeParse(mode);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	throw new KilnError("invalid_settings", `${issue?.path.join(".")} ${issue?.message}.`, "Mend the mode.");
}

/** yaml throws where a part of a text uses what the rest defines: another way has to do. */
function attempt(way: () => string | undefined): string | undefined {
	try {
		return way();
	} catch (error) {
		if (error instanceof KilnError) throw error;
		return undefined;
	}
}

/** Whatever the way, the result is what counts: the mode as it is, all others as they were, nothing else wrong. */
function holdsMode(before: string, mode: ModeConfig, after: string): boolean {
	const old = parseModeFile(before);
	const now = parseModeFile(after);
	const modes = old.modes.map((each) => each.mode);
	const isNew = modes.every(({ slug }) => slug !== mode.slug);
	const expected = isNew ? [...modes, mode] : modes.map((each) => (each.slug === mode.slug ? mode : each));
	const facts = (list: readonly ModeConfig[]) => JSON.stringify(list.map(modeFields));
	return facts(now.modes.map((each) => each.mode)) === facts(expected);
}

/** undefined: the text is not JSON. */
function intoJson(text: string, mode: ModeConfig): string | undefined {
	const value = jsonObject(text);
	if (value === undefined) return undefined;
	const list: unknown[] = Array.isArray(value.customModes) ? value.customModes : [];
	const index = list.findIndex((entry) => (entry as { slug?: unknown } | null)?.slug === mode.slug);
	const old = index === -1 ? {} : withoutModeFields(list[index] as Record<string, unknown>);
	const entry = { ...modeFields(mode), ...old };
	const customModes = index === -1 ? [...list, entry] : list.with(index, entry);
	const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? "\t";
	return `${JSON.stringify({ ...value, customModes }, null, indent)}\n`;
}

function jsonObject(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value)
			? (value as Record<string, unknown>)
			: undefined;
	} catch {
		// It is YAML, or nothing yet.
		return undefined;
	}
}

function withoutModeFields(entry: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(entry).filter(([key]) => !ownFields.includes(key)));
}
