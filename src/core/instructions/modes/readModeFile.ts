import { isUtf8 } from "node:buffer";
import { stat } from "node:fs/promises";
import { fileError } from "@services/files/fileError";
import { formatSize } from "@services/files/formatSize";
import { openRegularFile } from "@services/files/openRegularFile";
import { KilnError } from "@shared/errors";

export const maxModeFileBytes = 1024 * 1024;

/** Equal stamps: the file has not been written in between. */
export type FileStamp = string;

/** undefined: there is no such file. Throws a KilnError where it cannot be told. */
export async function stampOf(path: string, shown: string): Promise<FileStamp | undefined> {
	try {
		const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
		return [dev, ino, size, mtimeNs, ctimeNs].join(":");
	} catch (error) {
		const known = fileError(error, shown);
		if (known.code === "path_not_found") return undefined;
		throw known;
	}
}

/** The text of a modes file; throws a KilnError for what is no text of a fair size. */
export async function readModeFile(path: string, shown: string): Promise<string> {
	const { handle, size } = await openRegularFile(path, shown);
	try {
		if (size > maxModeFileBytes) throw tooLarge(shown, size);
		// One byte more than is allowed tells a file that has grown meanwhile.
		const buffer = Buffer.alloc(maxModeFileBytes + 1);
		let length = 0;
		for (let read = -1; read !== 0 && length < buffer.length; length += read) {
			read = (await handle.read(buffer, length, buffer.length - length, length)).bytesRead;
		}
		if (length > maxModeFileBytes) throw tooLarge(shown, length);
		const bytes = buffer.subarray(0, length);
		if (!isUtf8(bytes)) throw new KilnError("file_binary", `${shown} is no UTF-8 text.`, "Save it as UTF-8.");
		return bytes.toString("utf8");
	} finally {
		handle.close();
	}
}

function tooLarge(shown: string, size: number): KilnError {
	return new KilnError(
		"file_too_large",
		`${shown} is ${formatSize(size)}; a modes file may be ${formatSize(maxModeFileBytes)}.`,
		"None of its modes is used.",
	);
}
