import { KilnError } from "@shared/errors";
import type { OpenDocument } from "@shared/host";
import type { TaskHandle } from "../BaseTool";
import { decodeText, splitBom } from "./decodeText";
import { type FileLocation, locateFile } from "./locateFile";
import { type FileStamp, findDocument, maxEditBytes, readBytes, refuseReadOnly, sha256Of } from "./TextFile";

/** A file as it is right before its write. */
export interface UnchangedFile extends Pick<FileStamp, "hasBom" | "encoding"> {
	readonly location: FileLocation;
	/** the write goes through the editor */
	readonly document: OpenDocument | undefined;
	/** on disk; null: nothing is there, or nobody looked since the editor has the file */
	readonly bytes: Buffer | null;
}

/** Throws `file_changed` unless the file is still the one that was read and approved. */
export async function checkUnchanged(file: FileStamp, task: TaskHandle): Promise<UnchangedFile> {
	const shown = task.displayPath(file.path);
	const location = await locateFile(file.path);
	refuseReadOnly(shown, location);
	if (location.realPath !== file.realPath) throw changed(shown, "its path leads elsewhere now");
	const document = findDocument(file.path, location.realPath, task);
	if (document) {
		await refuseChangedDocument(file, document, shown);
		return { location, document, bytes: null, hasBom: file.hasBom, encoding: file.encoding };
	}
	if (file.version.kind !== "missing") {
		if (!location.stats) throw changed(shown, "it was deleted");
		// nothing that was read is so large: there is no need to read that
		if (location.stats.size > maxEditBytes) throw changed(shown, "it grew");
		return { location, document, ...(await readUnchanged(file, shown)) };
	}
	if (location.stats) throw changed(shown, "it was created meanwhile");
	return { location, document, bytes: null, hasBom: file.hasBom, encoding: file.encoding };
}

export function changed(shown: string, what: string): KilnError {
	return new KilnError(
		"file_changed",
		`${shown} was not written: ${what} since it was read.`,
		"Read the file again and repeat the edit on what it holds now.",
	);
}

/** A buffer counts by its text: a version that grew by a change and its undo is no reason to refuse. */
async function refuseChangedDocument(file: FileStamp, document: OpenDocument, shown: string): Promise<void> {
	switch (file.version.kind) {
		case "buffer":
			if (document.version === file.version.version) return;
			if (sha256Of(splitBom(document.text).text) === file.version.sha256) return;
			throw changed(shown, "it was changed in the editor");
		case "disk":
			if (document.isDirty) throw changed(shown, "it was opened and changed in the editor");
			await readUnchanged(file, shown);
			return;
		case "missing":
			throw changed(shown, "it was created meanwhile");
	}
}

async function readUnchanged(
	file: FileStamp,
	shown: string,
): Promise<Pick<UnchangedFile, "hasBom" | "encoding"> & { readonly bytes: Buffer }> {
	const bytes = await readBytes(file.realPath, shown);
	const { hasBom, encoding } = file;
	if (file.version.kind === "disk" && sha256Of(bytes) === file.version.sha256)
		return { bytes, hasBom, encoding };
	if (file.version.kind === "buffer") {
		// the editor closed the document since: what it had must be what it saved; a buffer does not show a BOM
		const onDisk = decodeText(bytes, shown);
		if (sha256Of(onDisk.text) === file.version.sha256) return { bytes, ...onDisk };
	}
	throw changed(shown, "it was changed on disk");
}
