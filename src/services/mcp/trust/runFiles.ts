import { basename, delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { StdioEntry } from "../config/entrySchema";

/** Absolute places that stand in a program's command, arguments and variables. Whether something is there is not asked. */
export interface RunFiles {
	/** a file of that name is run, or read at the start */
	readonly files: readonly string[];
	/** an interpreter is given these: a folder of that name is run by its main file */
	readonly modules: readonly string[];
}

/** They take a folder for a program. Others are given folders to work in, where any edit would ask anew. */
const interpreters =
	/^(?:node|nodejs|bun|deno|tsx|ts-node|python[\d.]*|pypy[\d.]*|py|ruby|php)(?:\.exe|\.cmd)?$/i;
const scriptRunners = /^(?:npm|pnpm|yarn|bun)(?:\.exe|\.cmd)?$/i;
const separators = /[\s"'`=;|&()<>,]+/;
const mainFiles = /^(?:index\.|main\.|__main__\.|package\.json$)/i;

/**
 * What an entry names, as the program would find it from its folder: whole words, and what stands in them behind `=`,
 * in a shell's line, or behind a short option. `${env:…}` is not looked up: such a place is the person's own.
 */
export function runFilesOf(entry: StdioEntry, root: string): RunFiles {
	const expanded = (word: string) => word.replace(/\$\{workspaceFolder\}/g, () => root);
	const cwd = resolve(root, expanded(entry.cwd ?? ""));
	const place = (word: string) => resolve(cwd, expanded(word));
	const words = [entry.command, ...entry.args, ...Object.values(entry.env)].flatMap(piecesOf);
	const program = basename(entry.command);
	return {
		files: [
			...words.map(place),
			...pathFolders(entry.env).map((folder) => join(place(folder), entry.command)),
			...(scriptRunners.test(program) ? [join(cwd, "package.json")] : []),
		],
		modules: interpreters.test(program) ? [...entry.args, ...moduleNames(entry.args)].map(place) : [],
	};
}

/** Whether a file is one of those, with or without its ending (`node ./server` runs `server.js`). */
export function isRunFile(file: string, { files, modules }: RunFiles): boolean {
	const folder = dirname(file);
	const name = basename(file);
	return (
		files.includes(file) ||
		modules.some(
			(path) =>
				(folder === path && mainFiles.test(name)) ||
				(folder === dirname(path) && name.startsWith(`${basename(path)}.`)),
		)
	);
}

function piecesOf(word: string): string[] {
	const pieces = [word, ...word.split(separators)].flatMap((piece) => [
		piece,
		// `-r./hook.js`
		...(/^-[A-Za-z][./\\$]/.test(piece) ? [piece.slice(2)] : []),
	]);
	return pieces.filter((piece) => piece !== "").map(withoutScheme);
}

function withoutScheme(piece: string): string {
	try {
		return /^file:\/\//i.test(piece) ? fileURLToPath(piece) : piece;
	} catch {
		// a file of another host: none of the workspace
		return piece;
	}
}

/** `python -m tools.mcp` runs `tools/mcp.py` or `tools/mcp/__main__.py`. */
function moduleNames(args: readonly string[]): string[] {
	return args.filter((_word, index) => args[index - 1] === "-m").map((word) => word.replaceAll(".", "/"));
}

function pathFolders(env: Readonly<Record<string, string>>): string[] {
	return Object.entries(env)
		.filter(([name]) => name.toUpperCase() === "PATH")
		.flatMap(([, folders]) => folders.split(delimiter));
}
