import { type BinaryType, detectFileType, sniffBytes, unknownBinary } from "./detectFileType";
import { detectEncoding, type TextEncodingName } from "./encoding";
import { fileError } from "./fileError";
import { openRegularFile } from "./openRegularFile";
import type { ReadHandle } from "./ReadHandle";

export type ContentType =
	| { readonly kind: "text"; readonly encoding: TextEncodingName; readonly bomBytes: number }
	| BinaryType;

/** A file that is open, with its beginning. The caller closes it. */
export interface SniffedFile {
	readonly handle: ReadHandle;
	/** in bytes, when it was opened */
	readonly size: number;
	/** the first bytes, up to `chunkBytes` */
	readonly head: Buffer;
	/** there is no more than the head */
	readonly isWhole: boolean;
	readonly type: ContentType;
}

/** So much is read at a time: most files come with one read. */
export const chunkBytes = 512 * 1024;

/** Opens a regular file and tells what it holds. Throws what `openRegularFile` throws. */
export async function openSniffed(path: string, shown: string): Promise<SniffedFile> {
	const { handle, size } = await openRegularFile(path, shown);
	try {
		// one byte more than there should be: a read that leaves it empty has met the end
		const buffer = Buffer.allocUnsafe(Math.min(size + 1, chunkBytes));
		const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
		const head = buffer.subarray(0, bytesRead);
		const isWhole = bytesRead < buffer.length;
		return { handle, size, head, isWhole, type: contentType(head, isWhole) };
	} catch (error) {
		handle.close();
		throw fileError(error, shown);
	}
}

/** All bytes; the caller has looked at the size. Ends soon behind `maxBytes`: the file may be growing. */
export async function readWhole(
	{ handle, head, isWhole }: SniffedFile,
	maxBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
	if (isWhole) return head;
	const chunks = [head];
	let position = head.length;
	for (;;) {
		const buffer = Buffer.allocUnsafe(chunkBytes);
		const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
		if (bytesRead === 0 || position > maxBytes) return Buffer.concat(chunks);
		chunks.push(buffer.subarray(0, bytesRead));
		position += bytesRead;
	}
}

function contentType(head: Buffer, isWhole: boolean): ContentType {
	const type = detectFileType(head.subarray(0, sniffBytes));
	if (type.kind === "binary") return type.name === unknownBinary ? utf16Type(head, isWhole) : type;
	const { bomBytes } = type;
	const encoding = detectEncoding(head, !isWhole);
	if (encoding === undefined && head.includes(0)) return { kind: "binary", name: unknownBinary };
	// control characters make it no text for an editor; what there is to see may be shown all the same
	return { kind: "text", encoding: encoding ?? "utf8", bomBytes };
}

/** Of the texts, only those in UTF-16 hold NUL bytes. */
function utf16Type(head: Buffer, isWhole: boolean): ContentType {
	const encoding = detectEncoding(head, !isWhole);
	if (encoding === undefined) return { kind: "binary", name: unknownBinary };
	return { kind: "text", encoding, bomBytes: 0 };
}
