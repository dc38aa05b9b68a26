import { realpath, stat } from "node:fs/promises";
import { basename, isAbsolute, join } from "node:path";
import { linesOfText, readTextLines, type TextLines } from "@services/files/readTextLines";
import { walkTree } from "@services/files/walkTree";
import { KilnError, toErrorInfo } from "@shared/errors";
import { isWithin } from "../../approval/isWithin";
import { isSecretPath } from "../../approval/protectedPaths";
import { renderTree } from "../../tools/read/renderTree";
import type { ExpansionDeps } from "./ExpansionDeps";
import { tagged, taggedNote } from "./tagged";

const maxFileLines = 2000;
const maxFileChars = 100 * 1024;
const maxLineChars = 2000;
const maxEntries = 500;

/** What a mentioned path is, before it is read. */
export type PathTarget =
	| { readonly kind: "file" | "folder"; readonly absolute: string }
	| { readonly kind: "refused"; readonly path: string; readonly note: string };

/**
 * The file or folder of the workspace that one of the readings names. What is ignored, lies outside or may hold
 * secrets is refused: a mention asks nobody, and the text around it may have been pasted.
 */
export async function locatePath(readings: readonly string[], deps: ExpansionDeps): Promise<PathTarget> {
	const path = readings[0] ?? "";
	try {
		for (const absolute of readings.flatMap((reading) => candidates(reading, deps))) {
			const found = await locate(absolute, deps);
			if (found) return found;
		}
		return { kind: "refused", path, note: "does not exist" };
	} catch (error) {
		return { kind: "refused", path, note: toErrorInfo(error).message };
	}
}

/** Below the task's folder; with several roots also `name-of-the-root/path`. */
function candidates(reading: string, { host, resolvePath }: ExpansionDeps): string[] {
	const [first = "", ...rest] = reading.split("/");
	const roots = host.workspace.roots().filter((root) => basename(root) === first);
	const inRoots = isAbsolute(reading) ? [] : roots.map((root) => join(root, ...rest));
	return reading.includes("\0") ? [] : [resolvePath(reading), ...inRoots];
}

async function locate(absolute: string, deps: ExpansionDeps): Promise<PathTarget | undefined> {
	const path = deps.displayPath(absolute);
	const refuse = (note: string): PathTarget => ({ kind: "refused", path, note });
	// before it is looked at: not even whether it exists is told
	if (deps.project.isIgnored(absolute)) return refuse("kept from Kiln by .kilocodeignore");
	const stats = await stat(absolute).catch(() => undefined);
	if (!stats) return undefined;
	const real = await realpath(absolute);
	if (!(await isInside(real, deps)))
		return refuse("outside of the workspace: read it with read_file, which asks");
	if (stats.isDirectory()) return { kind: "folder", absolute };
	if (isSecretPath(absolute) || isSecretPath(real)) {
		return refuse("may hold secrets: read it with read_file, which asks");
	}
	return stats.isFile() ? { kind: "file", absolute } : refuse("no regular file");
}

async function isInside(real: string, { cwd, host }: ExpansionDeps): Promise<boolean> {
	const roots = [cwd, ...host.workspace.roots()].map((root) => realpath(root).catch(() => root));
	return (await Promise.all(roots)).some((root) => isWithin(real, root));
}

export async function renderPath(target: PathTarget, deps: ExpansionDeps): Promise<string> {
	switch (target.kind) {
		case "refused": {
			const tag = target.path.endsWith("/") ? "folder_content" : "file_content";
			return taggedNote(tag, { path: target.path }, target.note);
		}
		case "file":
			return renderFile(target.absolute, deps);
		case "folder":
			return renderFolder(target.absolute, deps);
	}
}

async function renderFile(absolute: string, deps: ExpansionDeps): Promise<string> {
	const path = deps.displayPath(absolute);
	try {
		const { lines, isUnsaved } = await readLines(absolute, path, deps);
		if (lines.totalLines === 0) return taggedNote("file_content", { path }, "empty");
		const last = lines.blocks.reduce((sum, block) => sum + block.lines.length, 0);
		const note = [
			...(isUnsaved ? ["the editor's text, not saved yet"] : []),
			...(last < lines.totalLines
				? [`cut after line ${last} of ${lines.totalLines}: read_file shows more`]
				: []),
		].join("; ");
		return tagged("file_content", { path, note: note === "" ? undefined : note }, numbered(lines, last));
	} catch (error) {
		deps.signal.throwIfAborted();
		if (!(error instanceof KilnError)) throw error;
		const note = error.code === "file_binary" ? binaryNote(error) : error.message;
		return taggedNote("file_content", { path }, note);
	}
}

async function readLines(absolute: string, shown: string, { host, signal }: ExpansionDeps) {
	const ranges = [{ start: 1, end: maxFileLines }];
	const options = { shown, ranges, maxLineChars, maxChars: maxFileChars, charsPerLine: 8, signal };
	const document = host.documents.open(absolute);
	if (document?.isDirty) return { lines: linesOfText(document.text, options), isUnsaved: true };
	return { lines: await readTextLines(absolute, options), isUnsaved: false };
}

function numbered({ blocks }: TextLines, last: number): string {
	const width = String(last).length;
	const lines = blocks.flatMap((block) => block.lines);
	return lines.map((line, index) => `${String(index + 1).padStart(width)} | ${line}`).join("\n");
}

function binaryNote({ message }: KilnError): string {
	const isShown = /PDF|DOCX|XLSX|PNG|JPEG|GIF|WebP/.test(message);
	return isShown ? "not text: read it with read_file" : "binary: not shown";
}

async function renderFolder(absolute: string, deps: ExpansionDeps): Promise<string> {
	const shown = deps.displayPath(absolute);
	const path = `${shown.replace(/\/$/, "")}/`;
	const isHidden = (inner: string) => deps.project.isIgnored(join(absolute, inner));
	const options = { cap: maxEntries, isRecursive: true, isHidden, signal: deps.signal };
	const listing = await walkTree(absolute, { ...options, wanted: "everything" });
	return tagged("folder_content", { path }, renderTree(listing, shown));
}
