import { createScanner, type Node } from "jsonc-parser";

/**
 * The text without one member of an object (its property node) or one element of a list, its comma and the comment
 * behind it. Other comments stay. Not by `modify` of jsonc-parser: it takes the neighbours' comments along, and leaves a
 * quotation mark of the last element of a list that stands on one line, so that the file is broken.
 */
export function removeNode(text: string, parent: Node, child: Node): string {
	const siblings = parent.children ?? [];
	const index = siblings.indexOf(child);
	const before = siblings[index - 1];
	const valueEnd = child.offset + child.length;
	const end = valueEnd + (/^[ \t]*\/\*[^\r\n]*?\*\//.exec(text.slice(valueEnd))?.[0].length ?? 0);
	const comma = commaBehind(text, end);
	const [from, to] = wholeLines(text, child.offset, comma === undefined ? end : comma + 1);
	const rest = text.slice(0, from) + text.slice(to);
	if (comma !== undefined || before === undefined) return rest;
	const last = commaBehind(text, before.offset + before.length);
	return last === undefined ? rest : rest.slice(0, last) + rest.slice(last + 1);
}

/** Where the comma behind a value stands; comments may lie between. */
function commaBehind(text: string, offset: number): number | undefined {
	const scanner = createScanner(text, true);
	scanner.setPosition(offset);
	scanner.scan();
	return text[scanner.getTokenOffset()] === "," ? scanner.getTokenOffset() : undefined;
}

/** With the blanks before it, a comment behind it on its line, and the line itself when nothing else stands in it. */
function wholeLines(text: string, from: number, to: number): [number, number] {
	const start = from - (/[ \t]*$/.exec(text.slice(0, from))?.[0].length ?? 0);
	const [whole = "", remark = ""] = /^[ \t]*(\/\/[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(to)) ?? [];
	const lineBreak = /\r?\n$/.exec(text.slice(0, start))?.[0] ?? "";
	if (whole === "" && !/^(?:\r?\n|$)/.test(text.slice(to))) return [start, to];
	if (lineBreak !== "") return [start - lineBreak.length, to + whole.length];
	return [start, to + (remark === "" ? 0 : whole.length)];
}
