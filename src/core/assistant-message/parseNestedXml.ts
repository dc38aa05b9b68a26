import { KilnError } from "@shared/errors";
import { XMLParser, XMLValidator } from "fast-xml-parser";

/** An element: its text when it holds nothing else, or its children by tag name. */
export type NestedXml = string | { readonly [name: string]: NestedXml | readonly NestedXml[] };

export interface NestedXmlOptions {
	/** tags that are lists, also when they stand once */
	readonly lists?: readonly string[];
}

const root = "kiln-root";
/** Stands for what no XML allows in text but models write plainly; private use, so no text holds it. */
const plainAmpersand = "\uE000";
const plainLessThan = "\uE001";

/**
 * Reads the nested XML of a parameter value (`<file><path>a</path></file>`, `<suggest mode="code">text</suggest>`).
 * Values are trimmed text, entities stay as they are; `&` and a `<` that opens no tag are text. Attributes stand beside
 * children under their own name, the text of an element that has any under `#text`. `what` names the parameter in the
 * `malformed_call` error that is thrown for anything that is no well-formed XML.
 */
export function parseNestedXml(
	text: string,
	what: string,
	{ lists = [] }: NestedXmlOptions = {},
): Readonly<Record<string, NestedXml | readonly NestedXml[]>> {
	const source = `<${root}>${guarded(text)}</${root}>`;
	const validity = XMLValidator.validate(source);
	if (validity !== true) throw malformed(what, validity.err.msg, validity.err.line);
	const content = contentOf(source, what, lists);
	if (typeof content === "string") {
		if (content !== "") throw malformed(what, "text stands outside of a tag");
		return {};
	}
	if (Array.isArray(content)) throw malformed(what, "it is closed early");
	return content as Readonly<Record<string, NestedXml | readonly NestedXml[]>>;
}

function contentOf(source: string, what: string, lists: readonly string[]): unknown {
	const parser = new XMLParser({
		ignoreAttributes: false,
		attributeNamePrefix: "",
		parseTagValue: false,
		parseAttributeValue: false,
		processEntities: false,
		isArray: (name) => lists.includes(name),
	});
	try {
		const parsed: unknown = parser.parse(source);
		return isRecord(parsed) ? restore(parsed[root]) : "";
	} catch (error) {
		// tag names that would reach an object's prototype
		throw malformed(what, error instanceof Error ? error.message : String(error));
	}
}

function guarded(text: string): string {
	return text.replaceAll("&", plainAmpersand).replace(/<(?![/!a-zA-Z_])/g, plainLessThan);
}

function restored(text: string): string {
	return text.replaceAll(plainAmpersand, "&").replaceAll(plainLessThan, "<");
}

function restore(value: unknown): unknown {
	if (typeof value === "string") return restored(value);
	if (Array.isArray(value)) return value.map(restore);
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, restore(entry)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function malformed(what: string, reason: string, line?: number): KilnError {
	const place = line === undefined ? "" : ` (line ${line})`;
	return new KilnError(
		"malformed_call",
		`The XML in ${what} is malformed: ${inOwnWords(reason)}${place}.`,
		"Close each tag that you open, and put text only within the innermost tags.",
	);
}

/** Without what only the wrapping element explains. */
function inOwnWords(reason: string): string {
	return restored(reason)
		.replace(/ \(opened in [^)]*\)/, "")
		.replace(`instead of closing tag '${root}'`, "before the end");
}
