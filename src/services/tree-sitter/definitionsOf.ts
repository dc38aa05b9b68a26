import { setImmediate } from "node:timers/promises";
import { type Node, Parser, type Query, type QueryMatch, type Tree } from "web-tree-sitter";
import type { Language } from "./languages";
import { type LoadedGrammar, loadGrammar } from "./loadGrammar";
import { maxParsedSize } from "./maxParsedSize";

/** A function, class, type or the like. Lines count from 1, both inclusive. */
export interface Definition {
	readonly start: number;
	readonly end: number;
	/** the source line with its name, without line end */
	readonly line: string;
}

/** So long the event loop waits at most for a slice of a parse. */
const maxSliceMs = 25;
/** Parsing in all, in time of the processor: a busy machine makes no text hostile. */
const maxParseMs = 5000;
/** The same for finding definitions in the tree: usual files take a tenth, broken ones with deep nesting hours. */
const maxQueryMs = 1000;

/**
 * The definitions of a text in the order of their lines, without those local to a function. Undefined when the text
 * is too large or takes too long to parse. A text with errors gives what could be understood. Throws on an abort.
 */
export async function definitionsOf(
	text: string,
	language: Language,
	signal: AbortSignal,
): Promise<readonly Definition[] | undefined> {
	if (text.length > maxParsedSize) return undefined;
	const loaded = await unlessAborted(loadGrammar(language), signal);
	const tree = await parse(language.adapt?.(text) ?? text, loaded, signal);
	if (!tree) return undefined;
	try {
		const matches = findMatches(loaded.query, tree.rootNode);
		return matches && collect(matches, text);
	} finally {
		tree.delete();
	}
}

/** A grammar may take ten seconds to load while the engine optimises another one in the background. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	signal.throwIfAborted();
	let stop = () => {};
	const aborted = new Promise<never>((_, reject) => {
		stop = () => reject(signal.reason);
		signal.addEventListener("abort", stop);
	});
	try {
		return await Promise.race([work, aborted]);
	} finally {
		signal.removeEventListener("abort", stop);
	}
}

/** Parses in slices, so that nothing else has to wait for it. */
async function parse(text: string, { grammar }: LoadedGrammar, signal: AbortSignal): Promise<Tree | null> {
	const parser = new Parser().setLanguage(grammar);
	try {
		let spentMs = 0;
		for (;;) {
			const sliceEnd = performance.now() + maxSliceMs;
			const before = process.cpuUsage();
			const tree = parser.parse(text, null, { progressCallback: () => performance.now() > sliceEnd });
			spentMs += cpuMsSince(before);
			// null: the slice is over; the next call goes on where this one stopped
			if (tree || spentMs > maxParseMs) return tree;
			await setImmediate();
			signal.throwIfAborted();
		}
	} finally {
		parser.delete();
	}
}

/** Undefined when it takes too long. It cannot be interrupted and continued, as parsing can. */
function findMatches(query: Query, root: Node): readonly QueryMatch[] | undefined {
	const before = process.cpuUsage();
	let isOver = false;
	const progressCallback = () => {
		isOver ||= cpuMsSince(before) > maxQueryMs;
		return isOver;
	};
	const matches = query.matches(root, { progressCallback });
	return isOver ? undefined : matches;
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

interface Found {
	readonly start: number;
	readonly end: number;
	readonly firstRow: number;
	readonly lastRow: number;
	readonly shownRow: number;
	readonly isCallable: boolean;
}

function collect(matches: readonly QueryMatch[], text: string): Definition[] {
	const found = matches.flatMap(toFound).sort((a, b) => a.start - b.start || b.end - a.end);
	const lines = text.split("\n");
	return withoutInner(found).map(({ firstRow, lastRow, shownRow }) => ({
		start: firstRow + 1,
		end: lastRow + 1,
		line: (lines[shownRow] ?? "").trimEnd(),
	}));
}

function toFound({ captures }: QueryMatch): Found[] {
	const definition = captures.find(({ name }) => name !== "name");
	if (!definition) return [];
	const { node } = definition;
	const named = captures.find(({ name }) => name === "name")?.node ?? node;
	return [
		{
			start: node.startIndex,
			end: node.endIndex,
			firstRow: node.startPosition.row,
			lastRow: lastRowOf(node),
			shownRow: named.startPosition.row,
			isCallable: definition.name === "callable",
		},
	];
}

/** A node that ends with its line's end stops at the first column of the next line. */
function lastRowOf({ startPosition, endPosition }: Node): number {
	return endPosition.column === 0 && endPosition.row > startPosition.row
		? endPosition.row - 1
		: endPosition.row;
}

/** Leaves out what lies within a function, and what would show a line again that its surroundings have shown. */
function withoutInner(found: readonly Found[]): Found[] {
	const kept: Found[] = [];
	const around: Found[] = [];
	for (const one of found) {
		while ((around.at(-1)?.end ?? Number.POSITIVE_INFINITY) < one.end) around.pop();
		const isInner = around.some((outer) => outer.isCallable || outer.shownRow === one.shownRow);
		if (!isInner) kept.push(one);
		around.push(one);
	}
	return kept;
}
