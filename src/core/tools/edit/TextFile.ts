import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { KilnError } from "@shared/errors";
import type { OpenDocument } from "@shared/host";
import type { TaskHandle } from "../BaseTool";
import { decodeText } from "./decodeText";
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
	readonly version: FileVersion;
}

export interface TextFile extends FileStamp {
	readonly exists: boolean;
	/** as it is, with its own line ends, without BOM */
	readonly text: string;
	/** the editor's buffer has changes that are not on disk */
	readonly isDirty: boolean;
}

export const maxEditBytes = 50 * 1024 * 1024;

/** Reads a text file, open or not, for an edit. Throws for directories, devices, binary and unwritable files. */
export async function readTextFile(path: string, task: TaskHandle): Promise<TextFile> {
	const absolute = task.resolvePath(path);
	if (/[\\/]$/.test(path)) throw new KilnError("path_is_directory", `${path} names a directory.`);
	const location = await locateFile(absolute);
	refuseReadOnly(path, location);
	const document = findDocument(absolute, location.realPath, task);
	if (document) return fromBuffer(absolute, location, document);
	if (!location.stats) return missingFile(absolute, location);
	refuseHugeFile(path, location.stats.size);
	const bytes = await readBytes(location.realPath, path);
	const version = { kind: "disk", sha256: sha256Of(bytes) } as const;
	const base = { path: absolute, realPath: location.realPath, exists: true, isDirty: false };
	return { ...base, version, ...decodeText(bytes, path) };
}

/** The part of a file that goes into the operation's data. */
export function stampOf(file: TextFile): FileStamp {
	return { path: file.path, realPath: file.realPath, hasBom: file.hasBom, version: file.version };
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

function fromBuffer(path: string, location: FileLocation, document: OpenDocument): TextFile {
	const hasBom = document.text.startsWith("\uFEFF");
	const text = hasBom ? document.text.slice(1) : document.text;
	const version = { kind: "buffer", version: document.version, sha256: sha256Of(text) } as const;
	const { realPath } = location;
	return { path, realPath, exists: true, text, hasBom, version, isDirty: document.isDirty };
}

function missingFile(path: string, location: FileLocation): TextFile {
	const version = { kind: "missing" } as const;
	return {
		path,
		realPath: location.realPath,
		exists: false,
		text: "",
		hasBom: false,
		version,
		isDirty: false,
	};
}
