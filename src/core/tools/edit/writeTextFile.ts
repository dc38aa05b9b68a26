import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { KilnError } from "@shared/errors";
import type { OpenDocument } from "@shared/host";
import type { TaskHandle } from "../BaseTool";
import { decodeText } from "./decodeText";
import { ioError } from "./ioError";
import { type FileLocation, locateFile } from "./locateFile";
import { type FileStamp, findDocument, readBytes, refuseReadOnly, sha256Of } from "./TextFile";
import { createAtomically, replaceAtomically } from "./writeAtomically";

/**
 * The writing half of the edit pipeline: writes only if the file is still the one that was read and approved, else
 * throws `file_changed` and leaves every byte as it is.
 */
export interface WrittenFile {
	/** the editor changed the text while saving it (format on save) */
	readonly isReformatted: boolean;
}

/** `text` has no BOM; the file's own is put back. */
export async function writeTextFile(file: FileStamp, text: string, task: TaskHandle): Promise<WrittenFile> {
	task.signal.throwIfAborted();
	const shown = task.displayPath(file.path);
	const location = await locateFile(file.path);
	refuseReadOnly(shown, location);
	if (location.realPath !== file.realPath) throw changed(shown, "its path leads elsewhere now");
	const document = findDocument(file.path, location.realPath, task);
	const written = document
		? await writeDocument(file, document, text, task)
		: await writeDisk(file, location, text, shown);
	task.noteEdit(file.path);
	return written;
}

async function writeDocument(
	file: FileStamp,
	document: OpenDocument,
	text: string,
	task: TaskHandle,
): Promise<WrittenFile> {
	const shown = task.displayPath(file.path);
	await refuseChangedDocument(file, document, shown);
	const bom = document.text.startsWith("\uFEFF") ? "\uFEFF" : "";
	const isApplied = await task.host.documents.applyAndSave(document.path, bom + text, document.version);
	if (!isApplied) throw changed(shown, "the editor refused the change");
	const saved = task.host.documents.open(document.path);
	return { isReformatted: saved !== undefined && saved.text !== bom + text };
}

/** A buffer counts by its text: a version that grew by a change and its undo is no reason to refuse. */
async function refuseChangedDocument(file: FileStamp, document: OpenDocument, shown: string): Promise<void> {
	switch (file.version.kind) {
		case "buffer":
			if (document.version === file.version.version) return;
			if (sha256Of(withoutBom(document.text)) === file.version.sha256) return;
			throw changed(shown, "it was changed in the editor");
		case "disk":
			if (document.isDirty) throw changed(shown, "it was opened and changed in the editor");
			await refuseChangedDisk(file, shown);
			return;
		case "missing":
			throw changed(shown, "it was created meanwhile");
	}
}

async function writeDisk(
	file: FileStamp,
	location: FileLocation,
	text: string,
	shown: string,
): Promise<WrittenFile> {
	try {
		if (file.version.kind === "missing") {
			if (location.stats) throw changed(shown, "it was created meanwhile");
			await createFile(file, text, shown);
		} else {
			if (!location.stats) throw changed(shown, "it was deleted");
			const hasBom = await refuseChangedDisk(file, shown);
			await replaceAtomically(file.realPath, encode(text, hasBom), location.stats);
		}
	} catch (error) {
		throw ioError(error, shown);
	}
	return { isReformatted: false };
}

/** Returns whether the bytes on disk begin with a BOM (a buffer does not show it). */
async function refuseChangedDisk(file: FileStamp, shown: string): Promise<boolean> {
	const bytes = await readBytes(file.realPath, shown);
	if (file.version.kind === "disk" && sha256Of(bytes) === file.version.sha256) return file.hasBom;
	if (file.version.kind === "buffer") {
		// the editor closed the document since: what it had must be what it saved
		const onDisk = decodeText(bytes, shown);
		if (sha256Of(onDisk.text) === file.version.sha256) return onDisk.hasBom;
	}
	throw changed(shown, "it was changed on disk");
}

async function createFile(file: FileStamp, text: string, shown: string): Promise<void> {
	await mkdir(dirname(file.realPath), { recursive: true });
	const location = await locateFile(file.path);
	if (location.realPath !== file.realPath) throw changed(shown, "its path leads elsewhere now");
	const isCreated = await createAtomically(file.realPath, encode(text, file.hasBom));
	if (!isCreated) throw changed(shown, "it was created meanwhile");
}

function encode(text: string, hasBom: boolean): Buffer {
	return Buffer.from(hasBom ? `\uFEFF${text}` : text, "utf8");
}

function withoutBom(text: string): string {
	return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function changed(shown: string, what: string): KilnError {
	return new KilnError(
		"file_changed",
		`${shown} was not written: ${what} since it was read.`,
		"Read the file again and repeat the edit on what it holds now.",
	);
}
