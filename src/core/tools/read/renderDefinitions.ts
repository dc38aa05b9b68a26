import { formatSize } from "@services/files/formatSize";
import { listedPath } from "@services/files/listedPath";
import { maxParsedSize } from "@services/tree-sitter/maxParsedSize";
import type { TaskHandle } from "../BaseTool";
import { renderDefinition } from "./definitionsOfFile";
import { type FileDefinitions, type ListedDefinitions, maxEntries } from "./listDefinitions";

const maxChars = 100_000;
const minChars = 3000;
/** Files that a remark names. */
const maxNamed = 10;

/** Definitions for the model: each file under its name, then what is missing and why. */
export function renderDefinitions(found: ListedDefinitions, { freeContextTokens }: TaskHandle): string {
	const budget = Math.max(minChars, Math.min(maxChars, freeContextTokens));
	const blocks: string[] = [];
	let chars = 0;
	let isCut = false;
	for (const file of found.files) {
		const lines = (file.definitions ?? []).map(renderDefinition);
		if (lines.length === 0) continue;
		const fitting = lines.filter((line) => {
			chars += line.length + 1;
			return chars <= budget;
		});
		isCut ||= fitting.length < lines.length;
		if (fitting.length > 0) blocks.push([`# ${listedPath(file.path)}`, ...fitting].join("\n"));
	}
	return [...blocks, ...remarks(found, isCut)].join("\n\n");
}

function remarks(found: ListedDefinitions, isCut: boolean): string[] {
	const { files, filesLeft, otherFiles, isComplete, unreadable } = found;
	const said: string[] = [];
	const isIn = (test: (file: FileDefinitions) => boolean) => files.filter(test).map(({ path }) => path);
	const without = isIn(({ definitions }) => definitions?.length === 0);
	const unparsed = isIn(({ definitions }) => definitions === undefined);
	if (isCut) said.push("(There are more definitions than are shown: list single files.)");
	if (!isComplete) said.push(`(Only ${maxEntries} entries of the directory were looked at; it has more.)`);
	if (filesLeft > 0) {
		said.push(
			`(Only the first ${files.length} source files are listed, ${filesLeft} are left: list them singly.)`,
		);
	}
	if (without.length > 0) said.push(`(No definitions in ${named(without)}.)`);
	if (unparsed.length > 0) {
		const why = `larger than ${formatSize(maxParsedSize)}, binary, or taking too long`;
		said.push(`(Not parsed, since ${why}: ${named(unparsed)}.)`);
	}
	if (unreadable.length > 0) said.push(`(Not readable: ${named(unreadable)}.)`);
	if (otherFiles > 0)
		said.push(`(Not listed: ${otherFiles} ${otherFiles === 1 ? "file" : "files"} in other languages.)`);
	if (said.length === 0 && files.length === 0) said.push(`${found.path} holds no source files.`);
	return said;
}

function named(paths: readonly string[]): string {
	const more = paths.length - maxNamed;
	const shown = paths.slice(0, maxNamed).map(listedPath).join(", ");
	return more > 0 ? `${shown} and ${more} more` : shown;
}
