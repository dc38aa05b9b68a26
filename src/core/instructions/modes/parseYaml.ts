import {
	type Document,
	isAlias,
	isMap,
	isScalar,
	isSeq,
	Lexer,
	LineCounter,
	type Node,
	type Pair,
	Parser,
	parseDocument,
	visit,
	type YAMLError,
} from "yaml";

/** What is wrong at a place of a text. `message` is a sentence without the file's name. */
export interface TextProblem {
	/** from 1 */
	readonly line: number;
	readonly message: string;
	readonly hint: string;
}

export type DocumentPath = readonly (string | number)[];

export interface YamlText {
	readonly document: Document.Parsed;
	/** of the deepest part of the path that exists; of a field, the line of its key */
	lineOf(path: DocumentPath): number;
	/** errors that leave the structure whole: each spoils one value */
	readonly valueErrors: readonly { readonly offset: number; readonly problem: TextProblem }[];
}

/**
 * Far more than a person nests. yaml composes recursively, and on an exhausted stack V8 ends the whole process, so the
 * depth is measured first, by yaml's own parser, which keeps a stack of its own.
 */
const maxDepth = 100;

/** A value that stands in many places is read in each: a longer text must not use aliases. */
const maxCharsWithAliases = 64 * 1024;

/** YAML or JSON as a document with lines. Never throws, whatever the text holds. */
export function parseYaml(text: string): YamlText | TextProblem {
	const readable = text
		.replace(/^\ufeff/, "")
		.replace(/^[ \u00a0]+/gm, (indent) => " ".repeat(indent.length));
	const lines = new LineCounter();
	if (isTooDeep(readable)) return { line: 1, message: "The file is nested too deeply.", hint: unusableHint };
	// Repeated keys are looked for where they matter: yaml compares each key with all others.
	const document = parseDocument(readable, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
	if (readable.length > maxCharsWithAliases && hasAlias(document)) {
		return { line: 1, message: "The file is too long for one with aliases (*name).", hint: unusableHint };
	}
	const line = (offset: number) => lines.linePos(offset).line;
	const spoilsValue = ({ code }: YAMLError) => code === "BAD_DQ_ESCAPE";
	const broken = document.errors.find((error) => !spoilsValue(error));
	if (broken !== undefined) return problemOf(broken, line(broken.pos[0]));
	return {
		document,
		lineOf: (path) => Math.max(1, line(offsetOf(document, path))),
		valueErrors: document.errors.map((error) => ({
			offset: error.pos[0],
			problem: problemOf(error, line(error.pos[0])),
		})),
	};
}

function isTooDeep(text: string): boolean {
	const parser = new Parser();
	for (const lexeme of new Lexer().lex(text)) {
		// The tokens are of no interest, only how deep the parser is in them.
		for (const _ of parser.next(lexeme));
		if (parser.stack.length > maxDepth) return true;
	}
	return false;
}

function hasAlias(document: Document.Parsed): boolean {
	let found = false;
	visit(document, {
		Alias: () => {
			found = true;
			return visit.BREAK;
		},
	});
	return found;
}

const unusableHint = "Nothing in this file is used until that is mended.";

function problemOf({ code, message }: YAMLError, line: number): TextProblem {
	switch (code) {
		case "TAB_AS_INDENT":
			return { line, message: "The line is indented with a tab.", hint: `Use spaces. ${unusableHint}` };
		case "MULTIPLE_DOCS":
			return { line, message: "A second document begins here (---).", hint: `Use one. ${unusableHint}` };
		case "BAD_DQ_ESCAPE":
			return {
				line,
				message: `${message.trim()}.`,
				hint: "Write \\\\ for a backslash between double quotes, or use single quotes: '\\.md$'. The mode is not used until then.",
			};
		default:
			return { line, message: `The text is no YAML: ${message.trim()}.`, hint: unusableHint };
	}
}

/** The node behind an alias, else the node itself. */
export function resolved(node: unknown, document: Document.Parsed): unknown {
	return isAlias(node) ? node.resolve(document) : node;
}

/** The first pair of that key; undefined when the node is no map or has none. */
export function pairOf(node: unknown, key: string): Pair | undefined {
	return isMap(node) ? node.items.find((pair) => keyOf(pair) === key) : undefined;
}

export function keyOf(pair: Pair): string {
	return String(isScalar(pair.key) ? pair.key.value : pair.key);
}

function offsetOf(document: Document.Parsed, path: DocumentPath): number {
	let node: unknown = document.contents;
	let offset = startOf(node) ?? 0;
	for (const step of path) {
		const inside = resolved(node, document);
		const pair = typeof step === "string" ? pairOf(inside, step) : undefined;
		const next = typeof step === "string" ? pair?.value : isSeq(inside) ? inside.items[step] : undefined;
		offset = startOf(pair?.key) ?? startOf(next) ?? offset;
		if (next === undefined) return offset;
		node = next;
	}
	return offset;
}

/** The offset at which a node begins; undefined for what is no node of a text. */
export function startOf(node: unknown): number | undefined {
	return (node as Partial<Node> | undefined)?.range?.[0];
}

/** `customModes[0].groups[1]` */
export function pathText(path: DocumentPath): string {
	return path
		.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
		.join("")
		.slice(1);
}
