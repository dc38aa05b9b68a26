import type { ModeConfig } from "@shared/modes";
import { isMap, isSeq, type Node } from "yaml";
import { repeatedFields, unknownFields, unusedHint } from "./fieldProblems";
import { modeEntrySchema } from "./modeEntrySchema";
import {
	type DocumentPath,
	keyOf,
	parseYaml,
	pathText,
	resolved,
	type TextProblem,
	type YamlText,
} from "./parseYaml";

export interface ParsedMode {
	readonly mode: ModeConfig;
	/** where it begins, from 1 */
	readonly line: number;
	/** the entry's `rulesFiles` as it stands in the file, for an import */
	readonly rulesFiles: unknown;
}

export interface ParsedModeFile {
	/** in the order of the file; each slug once */
	readonly modes: readonly ParsedMode[];
	/** by line */
	readonly problems: readonly TextProblem[];
	/** The text is no list of modes: what they are cannot be told. */
	readonly isUnusable?: true;
}

const listField = "customModes";
/** More is no list that a person keeps, and each costs time. */
const maxModes = 200;
/** Of one mode: whoever has mended these sees the next. */
const maxValueProblems = 20;

/** What a modes file says. A mode with an error is left out, and the others count. Never throws. */
export function parseModeFile(text: string): ParsedModeFile {
	const yaml = parseYaml(text);
	if ("message" in yaml) return unusable(yaml);
	const list = listOf(yaml);
	if ("message" in list) return unusable(list);
	const problems: TextProblem[] = [];
	const modes: ParsedMode[] = [];
	for (const [index, node] of list.items.slice(0, maxModes).entries()) {
		const entry = readEntry(yaml, node, index);
		problems.push(...entry.problems);
		if (entry.mode === undefined) continue;
		const same = modes.find(({ mode }) => mode.slug === entry.mode?.mode.slug);
		if (same === undefined) modes.push(entry.mode);
		else problems.push(duplicate(yaml, index, same));
	}
	if (list.items.length > maxModes) problems.push(tooMany(yaml, list.items.length));
	return { modes, problems: problems.sort((a, b) => a.line - b.line) };
}

const unusable = (problem: TextProblem): ParsedModeFile => ({
	modes: [],
	problems: [problem],
	isUnusable: true,
});

/** The nodes of `customModes`; an empty file has none. */
function listOf({ document, lineOf }: YamlText): { readonly items: readonly unknown[] } | TextProblem {
	const { contents } = document;
	if (contents === null || isEmptyScalar(contents)) return { items: [] };
	const hint = `Write "${listField}:" and below it a list of modes. Nothing in this file is used until then.`;
	if (!isMap(contents)) return { line: lineOf([]), message: `The file has no "${listField}".`, hint };
	const lists = contents.items.filter((pair) => keyOf(pair) === listField);
	const [first, second] = lists;
	if (first === undefined) {
		if (contents.items.length === 0) return { items: [] };
		return { line: lineOf([]), message: `The file has no "${listField}".`, hint };
	}
	if (second !== undefined)
		return { line: lineOf([listField]), message: `"${listField}" stands here twice.`, hint };
	const list = resolved(first.value, document);
	if (isSeq(list)) return { items: list.items };
	if (list === null || isEmptyScalar(list)) return { items: [] };
	return { line: lineOf([listField]), message: `"${listField}" is no list.`, hint };
}

const isEmptyScalar = (node: unknown): boolean => (node as { value?: unknown } | undefined)?.value === null;

interface ReadEntry {
	readonly mode?: ParsedMode;
	readonly problems: readonly TextProblem[];
}

function readEntry(yaml: YamlText, item: unknown, index: number): ReadEntry {
	const { document, lineOf } = yaml;
	const path = [listField, index] as const;
	const spoilt = valueProblems(yaml, item);
	if (spoilt.length > 0) return { problems: spoilt };
	const node = resolved(item, document);
	const repeated = repeatedFields(yaml, node, path);
	const value = readValue(yaml, node, path);
	if ("problem" in value) return { problems: [value.problem] };
	const parsed = modeEntrySchema.safeParse(value.value);
	const wrong = parsed.error?.issues.map((issue) => {
		const field = [...path, ...issue.path.filter((step) => typeof step !== "symbol")];
		return { line: lineOf(field), message: `${pathText(field)} ${issue.message}.`, hint: unusedHint };
	});
	const problems = [...repeated, ...(wrong ?? [])];
	if (!parsed.success || problems.length > 0) return { problems };
	return {
		mode: { mode: parsed.data, line: lineOf(path), rulesFiles: pairValue(value.value, "rulesFiles") },
		problems: unknownFields(yaml, node, path),
	};
}

function valueProblems({ valueErrors }: YamlText, item: unknown): TextProblem[] {
	const range = (item as Node | undefined)?.range;
	if (!range) return [];
	const isInside = (offset: number) => offset >= range[0] && offset < range[2];
	return valueErrors
		.filter(({ offset }) => isInside(offset))
		.slice(0, maxValueProblems)
		.map(({ problem }) => problem);
}

type EntryValue = { readonly value: unknown } | { readonly problem: TextProblem };

/** Throws inside yaml: aliases that lead nowhere, or so many that they would fill the memory. */
function readValue({ document, lineOf }: YamlText, node: unknown, path: DocumentPath): EntryValue {
	try {
		return { value: (node as Node | null | undefined)?.toJS(document, { maxAliasCount: 100 }) ?? null };
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		const message = `${pathText(path)} cannot be read: ${reason.replace(/\.$/, "")}.`;
		return { problem: { line: lineOf(path), message, hint: unusedHint } };
	}
}

function duplicate({ lineOf }: YamlText, index: number, first: ParsedMode): TextProblem {
	const path = [listField, index, "slug"];
	return {
		line: lineOf(path),
		message: `${pathText(path)} "${first.mode.slug}" is taken by the mode on line ${first.line}.`,
		hint: "Give this mode another slug; it is not used until then.",
	};
}

function tooMany({ lineOf }: YamlText, count: number): TextProblem {
	return {
		line: lineOf([listField, maxModes]),
		message: `The file has ${count} modes; ${maxModes} are read.`,
		hint: "The modes from here on are not used.",
	};
}

function pairValue(value: unknown, key: string): unknown {
	return (value as Record<string, unknown>)[key];
}
