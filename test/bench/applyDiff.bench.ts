import { applyBlocks, type DiffOutcome } from "@core/tools/edit/apply-diff/applyBlocks";
import { noBlockApplied } from "@core/tools/edit/apply-diff/describeOutcome";
import type { DiffBlock } from "@core/tools/edit/apply-diff/parseBlocks";
import type { BenchFigure } from "./BenchFigure";

/** Whole computations of apply_diff, from the file's text to its new text or to the error that the model gets. */
interface BenchCase {
	readonly name: string;
	readonly text: string;
	readonly block: DiffBlock;
	readonly fuzzyThreshold: number;
	readonly maxMs: number;
	readonly isMatch: boolean;
}

const runs = 15;

export async function run(): Promise<BenchFigure[]> {
	return [...sourceCases(), ...repetitiveCases(), ...hugeCases()].map(measure);
}

function measure(bench: BenchCase): BenchFigure {
	const times: number[] = [];
	let isAsExpected = true;
	for (let count = 0; count < runs; count++) {
		// a fresh string each time: V8 caches the hashes and slices of a known one
		const text = Buffer.from(bench.text, "utf8").toString("utf8");
		const start = performance.now();
		const outcome = applyBlocks(text, [bench.block], bench.fuzzyThreshold);
		if (!bench.isMatch) noBlockApplied(outcome, "src/file.ts");
		times.push(performance.now() - start);
		isAsExpected &&= isApplied(outcome) === bench.isMatch;
	}
	const value = times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.POSITIVE_INFINITY;
	return {
		name: bench.name,
		value: Math.round(value * 100) / 100,
		unit: "ms",
		target: `≤ ${bench.maxMs} ms`,
		ok: isAsExpected && value <= bench.maxMs,
		...(isAsExpected ? {} : { note: bench.isMatch ? "did not match" : "matched, but must not" }),
	};
}

function isApplied(outcome: DiffOutcome): boolean {
	return outcome.blocks.some((block) => block.kind === "applied");
}

function blockOf(search: readonly string[], startLine?: number): DiffBlock {
	const replace = [...search.slice(0, -1), "// replaced"];
	return { number: 1, search, replace, ...(startLine === undefined ? {} : { startLine }) };
}

function sourceCases(): BenchCase[] {
	const lines = sourceLines(10_000);
	const text = `${lines.join("\n")}\n`;
	const search = lines.slice(7000, 7010);
	const blurred = search.map((line, index) => (index % 3 === 1 ? line.replace("const", "cons") : line));
	const foreign = search.map((line, index) => (index % 2 === 0 ? `${line} // gone` : line));
	const base = { text, fuzzyThreshold: 1, isMatch: true };
	return [
		{ ...base, name: "10 of 10 000 lines, exact, no hint", block: blockOf(search), maxMs: 3 },
		{
			...base,
			name: "10 of 10 000 lines, fuzzy, hint wrong by 500",
			block: blockOf(blurred, 7501),
			fuzzyThreshold: 0.9,
			maxMs: 60,
		},
		{
			...base,
			name: "10 of 10 000 lines, miss with nearest candidate",
			block: blockOf(foreign),
			isMatch: false,
			maxMs: 60,
		},
	];
}

function repetitiveCases(): BenchCase[] {
	const lines = Array.from({ length: 20_000 }, (_, index) => repeated[index % repeated.length] ?? "");
	lines.splice(15_000, 1, "\tunique();");
	const text = `${lines.join("\n")}\n`;
	const search = lines.slice(14_980, 15_010);
	const foreign = search.map((line) => line.replace("unique", "other"));
	const base = { text, fuzzyThreshold: 1 };
	return [
		{ ...base, name: "30 of 20 000 like lines, exact", block: blockOf(search), isMatch: true, maxMs: 20 },
		{ ...base, name: "30 of 20 000 like lines, miss", block: blockOf(foreign), isMatch: false, maxMs: 200 },
	];
}

function hugeCases(): BenchCase[] {
	const lines = sourceLines(100_000);
	const text = `${lines.join("\n")}\n`;
	const search = lines.slice(99_000, 99_010);
	const block = blockOf(search);
	return [{ name: "10 of 100 000 lines, exact", text, block, fuzzyThreshold: 1, isMatch: true, maxMs: 60 }];
}

const repeated = ["\titem({", '\t\tname: "value",', "\t\tsize: 12,", "\t});", ""];

/** Functions that look alike but are not: as source does. */
function sourceLines(count: number): string[] {
	const lines: string[] = [];
	for (let index = 0; lines.length < count; index++) {
		lines.push(
			"/** Reads the entry and returns what the caller asked for. */",
			`export function readEntry${index}(entry: Entry, options: ReadOptions = {}): string | undefined {`,
			`\tconst key = options.key ?? "default-${index % 97}";`,
			"\tif (!entry.isOpen) return undefined;",
			`\tconst value = entry.values.get(key) ?? entry.fallback(${index});`,
			"\tfor (const listener of entry.listeners) {",
			"\t\tlistener.notify({ key, value, at: Date.now() });",
			"\t}",
			`\treturn value.length > ${index % 31} ? value.slice(0, ${index % 31}) : value;`,
			"}",
			"",
		);
	}
	return lines.slice(0, count);
}
