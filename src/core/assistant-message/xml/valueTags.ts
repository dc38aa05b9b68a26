import type { ParameterSyntax } from "@shared/tools";
import type { CallSyntax } from "./CallSyntax";

const space = "[ \\t\\r\\n\\f\\v]";

/** Finds the tags of a parameter and its tool, from `from` on. */
export function tagsFrom(from: number, parameter: ParameterSyntax, syntax: CallSyntax): RegExp {
	const tags = [openTagOf(parameter), closeTagOf(parameter), syntax.openTag, syntax.closeTag];
	return startingAt(from, anyOf(tags));
}

/** Finds the tool's opening tags and where CDATA values of the parameter begin and end, from `from` on. */
export function cdataMarksFrom(from: number, parameter: ParameterSyntax, syntax: CallSyntax): RegExp {
	const open = `${escaped(openTagOf(parameter))}${space}{0,64}<!\\[CDATA\\[`;
	const close = `\\]\\]>${space}*${escaped(closeTagOf(parameter))}`;
	return startingAt(from, new RegExp(`${open}|${close}|${escaped(syntax.openTag)}`, "g"));
}

/** A global pattern for any of the tags. */
export function anyOf(tags: readonly string[]): RegExp {
	return new RegExp(tags.map(escaped).join("|"), "g");
}

export function openTagOf({ name }: ParameterSyntax): string {
	return `<${name}>`;
}

export function closeTagOf({ name }: ParameterSyntax): string {
	return `</${name}>`;
}

/** The place of the tag's last occurrence before `at`; -1 when there is none. */
export function previousIndex(text: string, tag: string, at: number): number {
	return at > 0 ? text.lastIndexOf(tag, at - 1) : -1;
}

function startingAt(from: number, pattern: RegExp): RegExp {
	pattern.lastIndex = from;
	return pattern;
}

function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
