import { KilnError } from "@shared/errors";
import type { ModeConfig } from "@shared/modes";
import {
	type Document,
	isMap,
	isScalar,
	isSeq,
	type Node,
	stringify,
	type YAMLMap,
	type YAMLSeq,
} from "yaml";
import { modeFields, ownFields } from "./exportMode";
import { pairOf, parseYaml, startOf } from "./parseYaml";

const asYaml = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** Replaces the lines of the one mode, or adds lines behind the last. undefined: the list is not written in lines. */
export function intoLines(text: string, mode: ModeConfig): string | undefined {
	const { document } = parsedOrThrow(text);
	const pair = pairOf(document.contents, "customModes");
	const list = pair?.value;
	if (isEmptyList(list)) return intoEmptyList(text, startOf(pair?.key) ?? 0, mode);
	if (!isSeq(list) || list.flow) return undefined;
	const index = indexOfSlug(list, mode.slug);
	const item = list.items.at(index);
	const range = isMap(item) ? linesOf(text, item) : undefined;
	if (range === undefined) return undefined;
	const { start, end, indent } = range;
	const head = text.slice(0, end);
	if (index === -1) {
		const added = indented(stringify([modeFields(mode)], asYaml), indent);
		return `${head}${head.endsWith("\n") ? "" : "\n"}${added}${text.slice(end)}`;
	}
	const part = parseYaml(text.slice(start, end));
	if ("message" in part || !isSeq(part.document.contents)) return undefined;
	const [entry] = part.document.contents.items;
	if (!isMap(entry)) return undefined;
	updateEntry(part.document, entry, mode);
	return text.slice(0, start) + indented(part.document.toString(asYaml), indent) + text.slice(end);
}

const isEmptyList = (list: unknown): boolean =>
	isSeq(list) ? list.items.length === 0 : isScalar(list) && list.value === null;

/** Right below the key, which stands at `at`, so that what stands there as a comment stays. */
function intoEmptyList(text: string, at: number, mode: ModeConfig): string | undefined {
	const line = /^(customModes:)[ \t]*(?:\[[ \t]*\])?([ \t]*(?:#.*)?)(?:\n|$)/.exec(text.slice(at));
	if (line === null) return undefined;
	const head = `${text.slice(0, at)}${line[1]}${line[2]?.trimEnd()}\n`;
	return head + indented(stringify([modeFields(mode)], asYaml), "  ") + text.slice(at + line[0].length);
}

interface ItemLines {
	/** of the line with the dash */
	readonly start: number;
	/** behind the line end of the last line with something of the item */
	readonly end: number;
	/** before the dash */
	readonly indent: string;
}

function linesOf(text: string, { range }: Node): ItemLines | undefined {
	if (!range) return undefined;
	const start = text.lastIndexOf("\n", range[0] - 1) + 1;
	const indent = /^( *)- +$/.exec(text.slice(start, range[0]))?.[1];
	if (indent === undefined) return undefined;
	const last = range[1];
	const lineEnd = text.indexOf("\n", last);
	const end = text[last - 1] === "\n" ? last : lineEnd === -1 ? text.length : lineEnd + 1;
	return { start, end, indent };
}

function indented(text: string, indent: string): string {
	return text.replace(/^(?=.)/gm, indent);
}

/** By yaml's document, which keeps comments and order but writes all lines anew. */
export function intoDocument(text: string, mode: ModeConfig): string {
	const { document } = parsedOrThrow(text);
	if (!isMap(document.contents))
		return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${exported(mode)}`;
	const list = document.get("customModes");
	if (!isSeq(list)) {
		if (list !== undefined && list !== null) throw notOrderly('"customModes" is no list.');
		document.set("customModes", document.createNode([modeFields(mode)]));
		return document.toString(asYaml);
	}
	const entry = list.items.at(indexOfSlug(list, mode.slug));
	if (indexOfSlug(list, mode.slug) !== -1 && isMap(entry)) updateEntry(document, entry, mode);
	else {
		// `[]` is the empty list of a template.
		if (list.items.length === 0) list.flow = false;
		list.add(document.createNode(modeFields(mode)));
	}
	return document.toString(asYaml);
}

const exported = (mode: ModeConfig): string => stringify({ customModes: [modeFields(mode)] }, asYaml);

function parsedOrThrow(text: string): { readonly document: Document.Parsed } {
	const parsed = parseYaml(text);
	if (!("message" in parsed)) return parsed;
	throw notOrderly(`Line ${parsed.line}: ${parsed.message}`);
}

function notOrderly(message: string): KilnError {
	return new KilnError("invalid_settings", message, "Mend the file first.");
}

/** -1: it is new. */
function indexOfSlug(list: YAMLSeq, slug: string): number {
	return list.items.findIndex((item) => isMap(item) && item.get("slug") === slug);
}

/** A text keeps its style and its comments; what has not changed is not touched. */
function updateEntry(document: Document, entry: YAMLMap, mode: ModeConfig): void {
	const fields = modeFields(mode);
	for (const key of ownFields) {
		const value = fields[key];
		const old = entry.get(key, true);
		if (value === undefined) entry.delete(key);
		else if (isScalar(old) && typeof value === "string") updateText(old, value);
		else if (JSON.stringify((old as Node | undefined)?.toJS(document)) !== JSON.stringify(value)) {
			entry.set(key, document.createNode(value));
		}
	}
}

function updateText(scalar: { value: unknown }, value: string): void {
	if (typeof scalar.value === "string" && scalar.value.trim() === value) return;
	scalar.value = value;
}
