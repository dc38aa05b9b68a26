import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noProjectFiles } from "@core/instructions/ProjectFiles";
import type { TaskHandle } from "@core/tools/BaseTool";
import { ReadFileTool } from "@core/tools/read/ReadFileTool";
import { definitionsOf } from "@services/tree-sitter/definitionsOf";
import { languageOf } from "@services/tree-sitter/languages";
import { builtInModes } from "@shared/modes";
import { defaultSettings } from "@shared/settings";
import type { BenchFigure } from "./BenchFigure";

/** read_file beside plain `fs`, in one run on the same files, so that the machine's mood falls out of the ratio. */
const files = 20;
const rounds = 60;
const maxRatio = 2;

export async function run(): Promise<BenchFigure[]> {
	const root = realpathSync(mkdtempSync(join(tmpdir(), "kiln-bench-read-")));
	try {
		return [
			await compare(root, "small", 150),
			await compare(root, "usual", 1000),
			await compare(root, "large", 8000),
			await parseFigure(),
		];
	} finally {
		rmSync(root, { recursive: true, force: true });
	}
}

async function compare(root: string, name: string, lines: number): Promise<BenchFigure> {
	const folder = join(root, name);
	mkdirSync(folder);
	const paths = Array.from({ length: files }, (_, index) => join(folder, `file${index}.ts`));
	for (const [index, path] of paths.entries()) writeFileSync(path, sourceText(lines, index));
	const tool = new ReadFileTool();
	const task = createTask(folder);
	const params = { files: paths.map((path) => ({ path, line_ranges: [[40, 90]] })) };
	const partial = async () => {
		const operation = await tool.plan(params, task);
		const { parts } = await tool.execute(operation, task);
		const [part] = parts;
		return part?.type === "text" ? part.text.length : 0;
	};
	const plain = async () => {
		const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
		return texts.reduce((sum, text) => sum + text.length, 0);
	};
	const [partialMs, plainMs] = await medians(partial, plain);
	const ratio = partialMs / plainMs;
	const kib = Math.round(sourceText(lines, 0).length / 1024);
	return {
		name: `51 lines of ${files} files of ${kib} KB, against fs.readFile of all`,
		value: ratio,
		unit: "×",
		target: `≤ ${maxRatio} ×`,
		ok: ratio <= maxRatio,
		note: `${partialMs.toFixed(2)} ms against ${plainMs.toFixed(2)} ms`,
	};
}

/** Medians of both, taken in turns. */
async function medians(a: () => Promise<number>, b: () => Promise<number>): Promise<[number, number]> {
	const times: [number[], number[]] = [[], []];
	for (let round = 0; round < rounds; round++) {
		times[0].push(await timeOf(a));
		times[1].push(await timeOf(b));
	}
	return [median(times[0].slice(10)), median(times[1].slice(10))];
}

async function timeOf(work: () => Promise<number>): Promise<number> {
	const from = performance.now();
	if ((await work()) === 0) throw new Error("nothing was read");
	return performance.now() - from;
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function parseFigure(): Promise<BenchFigure> {
	const language = languageOf("a.ts");
	if (!language) throw new Error("no grammar");
	const text = sourceText(2000, 0);
	const { signal } = new AbortController();
	const first = performance.now();
	await definitionsOf("", language, signal);
	const loadMs = performance.now() - first;
	const times: number[] = [];
	for (let count = 0; count < 9; count++) {
		const from = performance.now();
		await definitionsOf(text, language, signal);
		times.push(performance.now() - from);
	}
	const value = median(times);
	return {
		name: "definitions of a TypeScript file of 2000 lines",
		value,
		unit: "ms",
		target: "≤ 150 ms",
		ok: value <= 150,
		note: `its grammar loaded in ${loadMs.toFixed(0)} ms, once`,
	};
}

function sourceText(lines: number, seed: number): string {
	const out: string[] = [];
	for (let index = 0; out.length < lines; index++) {
		out.push(
			`/** Reads entry ${seed}-${index} and returns what the caller asked for. */`,
			`export function readEntry${index}(entry: Entry): string | undefined {`,
			"\tif (!entry.isOpen) return undefined;",
			`\treturn entry.values.get("key-${index}") ?? entry.fallback(${seed});`,
			"}",
			"",
		);
	}
	return `${out.slice(0, lines).join("\n")}\n`;
}

/** What read_file needs of a task, and no more. */
function createTask(cwd: string): TaskHandle {
	const partial: Partial<TaskHandle> = {
		cwd,
		settings: defaultSettings,
		modes: builtInModes,
		model: { id: "bench", contextWindow: 200_000, maxOutputTokens: 8192, supportsImages: false },
		toolFormat: "xml",
		signal: new AbortController().signal,
		project: noProjectFiles(() => builtInModes),
		freeContextTokens: 150_000,
		resolvePath: (path) => path,
		displayPath: (path) => path.slice(cwd.length + 1),
		host: { documents: { open: () => undefined } } as unknown as TaskHandle["host"],
	};
	return partial as TaskHandle;
}
