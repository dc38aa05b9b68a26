import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fileError } from "@services/files/fileError";
import { readDirectory } from "@services/files/readDirectory";
import type { Definition } from "@services/tree-sitter/definitionsOf";
import { languageOf, languages } from "@services/tree-sitter/languages";
import { KilnError } from "@shared/errors";
import { isSecretPath } from "../../approval/protectedPaths";
import type { TaskHandle } from "../BaseTool";
import { definitionsOfFile } from "./definitionsOfFile";

/** Source files of one directory. */
export const maxFiles = 50;
/** Entries of a directory that are looked at. */
export const maxEntries = 10_000;

export interface FileDefinitions {
	/** as it is shown */
	readonly path: string;
	/** undefined: too large to parse, binary, or taking too long */
	readonly definitions: readonly Definition[] | undefined;
}

export interface ListedDefinitions {
	/** as it is shown */
	readonly path: string;
	readonly isDirectory: boolean;
	readonly files: readonly FileDefinitions[];
	/** source files beyond `maxFiles` */
	readonly filesLeft: number;
	/** files of the directory in languages without grammar */
	readonly otherFiles: number;
	/** false: the directory has more than `maxEntries`, and these numbers are of the first ones */
	readonly isComplete: boolean;
	/** names of files that could not be opened */
	readonly unreadable: readonly string[];
}

/** The definitions of a file, or of the source files right in a directory. */
export async function listDefinitions(path: string, task: TaskHandle): Promise<ListedDefinitions> {
	const absolute = task.resolvePath(path);
	const shown = task.displayPath(absolute);
	try {
		return (await stat(absolute)).isDirectory()
			? await ofDirectory(absolute, shown, task)
			: await ofFile(absolute, shown, task);
	} catch (error) {
		task.signal.throwIfAborted();
		throw fileError(error, shown);
	}
}

async function ofFile(absolute: string, shown: string, task: TaskHandle): Promise<ListedDefinitions> {
	const language = languageOf(absolute);
	if (!language) throw unsupported(shown);
	const definitions = await definitionsOfFile(absolute, language, task);
	const files = [{ path: shown, definitions }];
	const rest = { filesLeft: 0, otherFiles: 0, isComplete: true, unreadable: [] };
	return { path: shown, isDirectory: false, files, ...rest };
}

async function ofDirectory(absolute: string, shown: string, task: TaskHandle): Promise<ListedDefinitions> {
	const { entries, isComplete } = await readDirectory(absolute, maxEntries, task.signal);
	// a link may lead anywhere: whoever wants its target names it
	const names = entries
		.filter(({ kind, name }) => kind === "file" && !isSecretPath(name))
		.map(({ name }) => name)
		.filter((name) => !task.project.isIgnored(join(absolute, name)));
	const sources = names.filter((name) => languageOf(name) !== undefined);
	const files: FileDefinitions[] = [];
	const unreadable: string[] = [];
	for (const name of sources.slice(0, maxFiles)) {
		const file = await ofEntry(join(absolute, name), task);
		if (file) files.push(file);
		else unreadable.push(name);
	}
	const filesLeft = Math.max(0, sources.length - maxFiles);
	const otherFiles = names.length - sources.length;
	return { path: shown, isDirectory: true, files, filesLeft, otherFiles, isComplete, unreadable };
}

async function ofEntry(absolute: string, task: TaskHandle): Promise<FileDefinitions | undefined> {
	const language = languageOf(absolute);
	if (!language) return undefined;
	try {
		const definitions = await definitionsOfFile(absolute, language, task);
		return { path: task.displayPath(absolute), definitions };
	} catch (error) {
		// gone in between, or not for this user: the others are still worth something
		if (error instanceof KilnError) return undefined;
		throw error;
	}
}

function unsupported(shown: string): KilnError {
	const names = languages.map(({ name }) => name).join(", ");
	return new KilnError(
		"invalid_parameters",
		`${shown} is in no language whose definitions Kiln knows (${names}).`,
		"Use read_file or search_files.",
	);
}
