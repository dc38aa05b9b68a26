import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { noProjectFiles } from "@core/instructions/ProjectFiles";
import type { BaseTool, TaskHandle } from "@core/tools/BaseTool";
import { GlobTool } from "@core/tools/read/GlobTool";
import { ListFilesTool } from "@core/tools/read/ListFilesTool";
import { SearchFilesTool } from "@core/tools/read/SearchFilesTool";
import { TreeTool } from "@core/tools/read/TreeTool";
import { createTerminalHost } from "@hosts/terminal/createTerminalHost";
import { findRipgrep } from "@services/ripgrep/findRipgrep";
import { listFilesArguments } from "@services/ripgrep/listFilesArguments";
import { ripgrepArguments, type SearchOutput } from "@services/ripgrep/ripgrepArguments";
import { builtInModes } from "@shared/modes";
import { defaultSettings } from "@shared/settings";
import type * as z from "zod";
import type { BenchFigure } from "./BenchFigure";

/** Searching and listing a tree of 100 000 files, beside what ripgrep itself needs for the same. */
const files = 100_000;
const runs = 9;

export async function run(): Promise<BenchFigure[]> {
	const folder = mkdtempSync(join(tmpdir(), "kiln-bench-search-"));
	try {
		const root = join(folder, "tree");
		makeTree(root);
		const task = createTask(root, join(folder, "storage"));
		return [...(await searches(task)), ...(await lists(task))];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Packages of modules of folders of files, about 700 bytes each; every 500th file holds a rare word. */
function makeTree(root: string): void {
	const endings = ["ts", "js", "json", "md"];
	const filler = "\tconst entry = readEntry(source, options); // keeps what the caller asked for\n".repeat(8);
	for (let index = 0; index < files; index++) {
		const [p, m, s] = [Math.floor(index / 5000), Math.floor(index / 200) % 25, Math.floor(index / 20) % 10];
		const folder = join(root, `package${p}`, `module${m}`, `part${s}`);
		if (index % 20 === 0) mkdirSync(folder, { recursive: true });
		const rare = index % 500 === 0 ? "rareWord" : "common";
		const name = index % 1000 === 1 ? `file${index}.test.ts` : `file${index}.${endings[index % 4]}`;
		writeFileSync(join(folder, name), `export function ${rare}${index}() {\n${filler}}\n`);
	}
	writeFileSync(join(root, ".gitignore"), "dist/\n*.log\n/package3/module7/\n");
}

async function searches(task: TaskHandle): Promise<BenchFigure[]> {
	const cases: readonly (readonly [name: string, regex: string, output: SearchOutput])[] = [
		["search_files without a match", "nowhereToBeFound\\d", "content"],
		["search_files count, 200 files match", "rareWord", "count"],
		["search_files count, all files match", "export", "count"],
		["search_files content, 200 matches", "rareWord", "content"],
	];
	const figures: BenchFigure[] = [];
	for (const [name, regex, output] of cases) {
		const params = { path: ".", regex, output_mode: output };
		const args = ripgrepArguments({ regex, output, contextLines: 1, target: "." });
		figures.push(await besideRipgrep(new SearchFilesTool(), { name, params, args }, task));
	}
	return figures;
}

async function lists(task: TaskHandle): Promise<BenchFigure[]> {
	const everything = listFilesArguments({ isNewestFirst: true });
	const tests = listFilesArguments({ isNewestFirst: true, names: ["*.test.ts"] });
	const pattern = "package1*/**/*.test.ts";
	const glob = new GlobTool();
	return [
		await besideRipgrep(glob, { name: `glob ${pattern}`, params: { pattern }, args: tests }, task),
		// every path passes through Kiln, which must know how many there are
		await besideRipgrep(
			glob,
			{ name: "glob **, newest 500", params: { pattern: "**" }, args: everything, limit: 1.5 },
			task,
		),
		await alone("list_files, recursive", new ListFilesTool(), { path: ".", recursive: true }, 150, task),
		await alone("tree with counts", new TreeTool(), {}, 500, task),
	];
}

interface Comparison {
	readonly name: string;
	readonly params: Readonly<Record<string, unknown>>;
	/** what ripgrep is told for the same */
	readonly args: readonly string[];
	readonly limit?: number;
}

/** Both run in turns, each first as often as second: what else the machine does hits both. */
async function besideRipgrep<S extends z.ZodObject, D>(
	tool: BaseTool<S, D>,
	{ name, params, args, limit = 1.15 }: Comparison,
	task: TaskHandle,
): Promise<BenchFigure> {
	const binary = await findRipgrep(task.host.environment);
	const [own, plain]: [number[], number[]] = [[], []];
	const turns = [
		async () => void own.push(await timeOf(() => call(tool, params, task))),
		async () => void plain.push(await timeOf(() => spawned(binary, args, task.cwd))),
	];
	for (let count = 0; count <= runs; count++) for (const turn of turns.reverse()) await turn();
	// the first runs fill the file system's cache
	const [mine, theirs] = [median(own.slice(1)), median(plain.slice(1))];
	const value = mine / theirs;
	const note = `${mine.toFixed(0)} ms; ripgrep alone ${theirs.toFixed(0)} ms`;
	return { name: `${name} ÷ ripgrep`, value, unit: "×", target: `≤ ${limit} ×`, ok: value <= limit, note };
}

async function alone<S extends z.ZodObject, D>(
	name: string,
	tool: BaseTool<S, D>,
	params: Readonly<Record<string, unknown>>,
	limitMs: number,
	task: TaskHandle,
): Promise<BenchFigure> {
	const times: number[] = [];
	for (let count = 0; count < runs; count++) times.push(await timeOf(() => call(tool, params, task)));
	const value = median(times);
	return { name, value, unit: "ms", target: `≤ ${limitMs} ms`, ok: value <= limitMs };
}

async function call<S extends z.ZodObject, D>(
	tool: BaseTool<S, D>,
	params: Readonly<Record<string, unknown>>,
	task: TaskHandle,
): Promise<void> {
	const operation = await tool.plan(tool.parameters.parse(params), task);
	await tool.execute(operation, task, {
		callId: "bench",
		output: () => {},
		row: () => {},
		runSubtask: () => Promise.reject(new Error("no tool here runs a task")),
	});
}

/** Its output is read and thrown away. */
function spawned(binary: string, args: readonly string[], cwd: string): Promise<void> {
	return new Promise((done, fail) => {
		const child = spawn(binary, [...args], { cwd, stdio: ["ignore", "pipe", "ignore"] });
		child.stdout.resume();
		child.once("error", fail);
		child.once("close", () => done());
	});
}

async function timeOf(work: () => Promise<void>): Promise<number> {
	const from = performance.now();
	await work();
	return performance.now() - from;
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** What these tools see of a task. */
function createTask(root: string, storageRoot: string): TaskHandle {
	const quiet = () => {};
	const handle: Partial<TaskHandle> = {
		cwd: root,
		host: createTerminalHost({
			cwd: root,
			storage: storageRoot,
			variables: process.env,
			log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
		}),
		settings: defaultSettings,
		project: noProjectFiles(() => builtInModes),
		signal: new AbortController().signal,
		freeContextTokens: 100_000,
		resolvePath: (path) => resolve(root, path),
		displayPath: (path) => (path === root ? "." : path.slice(root.length + 1)),
	};
	return handle as TaskHandle;
}
