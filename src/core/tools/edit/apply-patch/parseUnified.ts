import type { FilePatch, Hunk } from "./FilePatch";
import { malformed } from "./patchLines";
import { isFileStart, isSignature, readUnifiedHunks } from "./readUnifiedHunks";
import { devNull, gitPaths, headerPath, type PathPair, unquote, withoutPrefixes } from "./unifiedPaths";

/** A unified diff over any number of files, with or without git's extended headers. Text before a file is skipped. */
export function parseUnified(lines: readonly string[]): FilePatch[] {
	const patches: FilePatch[] = [];
	let at = 0;
	let isPreamble = true;
	while (at < lines.length) {
		const line = lines[at] ?? "";
		if (isFileStart(lines, at)) {
			const { patch, next } = parseSection(lines, at);
			patches.push(patch);
			at = next;
			isPreamble = false;
			continue;
		}
		if (line.startsWith("@@")) throw malformed(`Line ${at + 1} of the patch: a hunk before any --- and +++.`);
		if (/^(?:From |Index: )/.test(line)) isPreamble = true;
		if (isSignature(lines, at)) at++;
		else if (!isPreamble && /^[+-]/.test(line)) {
			throw malformed(
				`Line ${at + 1} of the patch stands outside of a hunk: "${line.trim().slice(0, 120)}".`,
			);
		}
		at++;
	}
	return patches;
}

interface Section {
	paths?: PathPair;
	isNew?: boolean;
	isDeleted?: boolean;
	renameFrom?: string;
	renameTo?: string;
}

function parseSection(lines: readonly string[], start: number): { patch: FilePatch; next: number } {
	const section: Section = {};
	const first = lines[start] ?? "";
	let at = start;
	if (first.startsWith("diff --git ")) {
		const paths = gitPaths(first);
		if (paths) section.paths = withoutPrefixes(paths);
		at = readGitHeaders(lines, start + 1, section);
	}
	const [old = "", now = ""] = [lines[at], lines[at + 1]];
	if (old.startsWith("--- ") && now.startsWith("+++ ")) {
		section.paths = withoutPrefixes({ old: headerPath(old), new: headerPath(now) });
		at += 2;
	}
	const { hunks, next } = readUnifiedHunks(lines, at);
	return { patch: patchOf(section, hunks, start), next };
}

function readGitHeaders(lines: readonly string[], from: number, section: Section): number {
	let at = from;
	for (; at < lines.length; at++) {
		const line = lines[at] ?? "";
		const [, name = "", value = ""] = extendedHeader.exec(line) ?? [];
		if (name === "") break;
		refuseUnsupported(name, value, at);
		if (name === "new file mode") section.isNew = true;
		if (name === "deleted file mode") section.isDeleted = true;
		if (name === "rename from") section.renameFrom = unquote(value.trim());
		if (name === "rename to") section.renameTo = unquote(value.trim());
	}
	return at;
}

const extendedHeader = new RegExp(
	"^(new file mode|deleted file mode|old mode|new mode|rename from|rename to|copy from|copy to|" +
		"similarity index|dissimilarity index|index|Binary files|GIT binary patch)(?: (.*))?$",
);

function refuseUnsupported(name: string, value: string, index: number): void {
	const where = `Line ${index + 1} of the patch`;
	if (/^(?:Binary files|GIT binary patch)$/.test(name)) {
		throw malformed(`${where}: apply_patch cannot change binary files.`);
	}
	if (name.startsWith("copy ")) throw malformed(`${where}: copies are not supported; add the file instead.`);
	const isSpecial = /^(?:120000|160000)/.test(value.trim());
	if (name.endsWith("mode") && isSpecial) {
		throw malformed(`${where}: apply_patch cannot make links or submodules.`);
	}
}

function patchOf(section: Section, hunks: readonly Hunk[], start: number): FilePatch {
	const where = `Line ${start + 1} of the patch`;
	const old = section.renameFrom ?? section.paths?.old;
	const now = section.renameTo ?? section.paths?.new;
	if (!old || !now || (old === devNull && now === devNull)) throw malformed(`${where} names no file.`);
	if (old === devNull || section.isNew) return additionOf(now, hunks, where);
	if (now === devNull || section.isDeleted) return { kind: "delete", path: old, hunks };
	const move = old === now ? {} : { moveTo: now };
	if (hunks.length === 0 && old === now) throw malformed(`${where}: nothing of ${old} is changed.`);
	return { kind: "update", path: old, hunks, ...move };
}

function additionOf(path: string, hunks: readonly Hunk[], where: string): FilePatch {
	const lines = hunks.flatMap((hunk) => hunk.lines);
	if (lines.some((line) => line.mark !== "+")) {
		throw malformed(`${where}: ${path} is a new file, but its hunk has lines that are not added.`);
	}
	return { kind: "add", path, lines };
}
