import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { detectEncoding, encodingTitles, type TextEncodingName } from "@services/files/encoding";
import { KilnError } from "@shared/errors";
import type { OpenDocument } from "@shared/host";
import type { TaskHandle } from "../BaseTool";
import { decodeText, splitBom } from "./decodeText";
import { ioError } from "./ioError";
import { type FileLocation, locateFile } from "./locateFile";

/**
 * The reading half of the edit pipeline: a file is read once, as the editor's buffer when it has one, and stamped so
 * that the write can tell whether it is still the file that was read.
 */
export type FileVersion =
	| { readonly kind: "buffer"; readonly version: number; readonly sha256: string }
	/** of the raw bytes */
	| { readonly kind: "disk"; readonly sha256: string }
	| { readonly kind: "missing" };

/** What a write needs to know of the file that was read. Plain JSON: it is part of the approved operation. */
export interface FileStamp {
	/** absolute; may be a link */
	readonly path: string;
	/** where the bytes are, see `locateFile` */
	readonly realPath: string;
	readonly hasBom: boolean;
	readonly encoding: TextEncodingName;
	readonly version: FileVersion;
}

export interface TextFile extends FileStamp {
	readonly exists: boolean;
	/** as it is, with its own line ends, without BOM */
	readonly text: string;
	/** the editor's buffer has changes that are not on disk */
	readonly isDirty: boolean;
	/** the path itself, not only a folder on the way, is a link */
	readonly isLink: boolean;
}

export const maxEditBytes = 50 * 1024 * 1024;

/** Reads a text file, open or not, for an edit. Throws for directories, devices, binary and unwritable files. */
export async function readTextFile(path: string, task: TaskHandle): Promise<TextFile> {
	const absolute = task.resolvePath(path);
	if (/[\\/]$/.test(path)) throw new KilnError("path_is_directory", `${path} names a directory.`);
	const location = await locateFile(absolute);
	refuseReadOnly(path, location);
	const document = findDocument(absolute, location.realPath, task);
	if (document) return fromBuffer(absolute, location, document, task.displayPath(absolute));
	if (!location.stats) return missingFile(absolute, location);
	const bytes = await readWhole(path, location);
	const version = { kind: "disk", sha256: sha256Of(bytes) } as const;
	const { realPath, isLink } = location;
	return {
		path: absolute,
		realPath,
		exists: true,
		isDirty: false,
		isLink,
		version,
		...decodeText(bytes, path),
	};
}

async function readWhole(path: string, location: FileLocation): Promise<Buffer> {
	refuseHugeFile(path, location.stats?.size ?? 0);
	return readBytes(location.realPath, path);
}

/** The part of a file that goes into the operation's data. */
export function stampOf(file: TextFile): FileStamp {
	const { path, realPath, hasBom, encoding, version } = file;
	return { path, realPath, hasBom, encoding, version };
}

/** The editor may know a linked file by either of its names. */
export function findDocument(path: string, realPath: string, task: TaskHandle): OpenDocument | undefined {
	return task.host.documents.open(path) ?? task.host.documents.open(realPath);
}

/** The whole file, opened without following a link that was put there since it was located. */
export async function readBytes(realPath: string, shownPath: string): Promise<Buffer> {
	let handle: FileHandle | undefined;
	try {
		// Windows knows neither flag
		const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
		handle = await open(realPath, flags);
		return await handle.readFile();
	} catch (error) {
		throw ioError(error, shownPath);
	} finally {
		await handle?.close();
	}
}

export function sha256Of(content: Buffer | string): string {
	return createHash("sha256").update(content).digest("hex");
}

/** Asks the mode bits and not `access`: root may write everything, but the file says that nobody should. */
export function refuseReadOnly(path: string, location: FileLocation): void {
	if (!location.stats || (location.stats.mode & 0o222) !== 0) return;
	throw new KilnError(
		"no_permission",
		`${path} is read-only.`,
		"Ask the user, or make it writable with a command.",
	);
}

function refuseHugeFile(path: string, size: number): void {
	if (size <= maxEditBytes) return;
	const megabytes = (bytes: number) => Math.round(bytes / (1024 * 1024));
	throw new KilnError(
		"file_too_large",
		`${path} has ${megabytes(size)} MB; edits work up to ${megabytes(maxEditBytes)} MB.`,
		"Use a command (sed, a script) instead.",
	);
}

async function fromBuffer(
	path: string,
	location: FileLocation,
	document: OpenDocument,
	shown: string,
): Promise<TextFile> {
	const { text, hasBom } = splitBom(document.text);
	const version = { kind: "buffer", version: document.version, sha256: sha256Of(text) } as const;
	const { realPath, isLink } = location;
	const encoding = location.stats
		? await encodingBehind(document, await readWhole(shown, location), shown)
		: "utf8";
	return { path, realPath, exists: true, text, hasBom, encoding, version, isDirty: document.isDirty, isLink };
}

/**
 * The editor saves a buffer in the encoding that it read it in. Where it read it in a wrong one, or the file has bytes
 * that are no characters, something is lost by the next save, whoever makes it.
 */
async function encodingBehind(
	document: OpenDocument,
	bytes: Buffer,
	shown: string,
): Promise<TextEncodingName> {
	const encoding = detectEncoding(bytes, false) ?? "utf8";
	if (!document.text.includes("\uFFFD")) return encoding;
	if (decodeText(bytes, shown).text.includes("\uFFFD")) return encoding;
	throw new KilnError(
		"file_binary",
		`${shown} is ${encodingTitles[encoding]} text, which the editor has opened in another encoding.`,
		"Ask the user to close the file, or to reopen it with its encoding.",
	);
}

function missingFile(path: string, { realPath, isLink }: FileLocation): TextFile {
	const version = { kind: "missing" } as const;
	const base = { path, realPath, exists: false, text: "", isDirty: false, isLink };
	return { ...base, hasBom: false, encoding: "utf8", version };
}
