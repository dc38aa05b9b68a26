/** How many bytes of a file tell its type. */
export const sniffBytes = 8192;

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be";

/** Binary formats whose content can be shown. */
export type ShownFormat = "png" | "jpeg" | "gif" | "webp" | "pdf" | "docx" | "xlsx";

export type FileType =
	| { readonly kind: "text"; readonly encoding: TextEncoding; readonly bomBytes: number }
	| BinaryType;

export interface BinaryType {
	readonly kind: "binary";
	readonly name: string;
	readonly format?: ShownFormat;
}

interface Signature {
	readonly name: string;
	readonly bytes: string;
	readonly offset?: number;
	readonly format?: ShownFormat;
}

/** By the first bytes (latin1). Only beginnings that no text file has: these prove that a file is binary. */
const signatures: readonly Signature[] = [
	{ name: "PNG image", bytes: "\x89PNG\r\n\x1a\n", format: "png" },
	{ name: "JPEG image", bytes: "\xff\xd8\xff", format: "jpeg" },
	{ name: "GIF image", bytes: "GIF87a", format: "gif" },
	{ name: "GIF image", bytes: "GIF89a", format: "gif" },
	{ name: "WebP image", bytes: "WEBP", offset: 8, format: "webp" },
	{ name: "PDF document", bytes: "%PDF-", format: "pdf" },
	{ name: "TIFF image", bytes: "II*\0" },
	{ name: "TIFF image", bytes: "MM\0*" },
	{ name: "AVIF image", bytes: "ftypavif", offset: 4 },
	{ name: "HEIC image", bytes: "ftyphei", offset: 4 },
	{
		name: "Office document of the old kind, or one with a password",
		bytes: "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
	},
	{ name: "gzip archive", bytes: "\x1f\x8b" },
	{ name: "xz archive", bytes: "\xfd7zXZ\0" },
	{ name: "Zstandard archive", bytes: "\x28\xb5\x2f\xfd" },
	{ name: "7-Zip archive", bytes: "7z\xbc\xaf\x27\x1c" },
	{ name: "RAR archive", bytes: "Rar!\x1a\x07" },
	{ name: "ELF program or library", bytes: "\x7fELF" },
	{ name: "Mach-O program or library", bytes: "\xcf\xfa\xed\xfe" },
	{ name: "Java class or Mach-O program", bytes: "\xca\xfe\xba\xbe" },
	{ name: "WebAssembly module", bytes: "\0asm" },
	{ name: "SQLite database", bytes: "SQLite format 3\0" },
];

/** These begin like text: they only name a file that a NUL byte has shown to be binary. */
const weakSignatures: readonly Signature[] = [
	{ name: "Windows program or library", bytes: "MZ" },
	{ name: "BMP image", bytes: "BM" },
	{ name: "bzip2 archive", bytes: "BZh" },
	{ name: "WOFF font", bytes: "wOF" },
	{ name: "icon", bytes: "\0\0\x01\0" },
	{ name: "MP4 or similar media file", bytes: "ftyp", offset: 4 },
	{ name: "Ogg media file", bytes: "OggS" },
	{ name: "MP3 audio", bytes: "ID3" },
	{ name: "tar archive", bytes: "ustar", offset: 257 },
];

/**
 * What a file is, from its first `sniffBytes` bytes: text with its encoding, or binary with a name for people.
 * UTF-16 is known by its byte order mark only.
 */
export function detectFileType(head: Buffer): FileType {
	if (head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) {
		return { kind: "text", encoding: "utf-8", bomBytes: 3 };
	}
	if (startsWith(head, "\xff\xfe")) return { kind: "text", encoding: "utf-16le", bomBytes: 2 };
	if (startsWith(head, "\xfe\xff")) return { kind: "text", encoding: "utf-16be", bomBytes: 2 };
	const known = findSignature(head, signatures) ?? zipType(head);
	if (known) return known;
	if (!head.includes(0)) return { kind: "text", encoding: "utf-8", bomBytes: 0 };
	return findSignature(head, weakSignatures) ?? { kind: "binary", name: unknownBinary };
}

/** The name of a file that only its NUL bytes show to be binary. */
export const unknownBinary = "binary file";

function findSignature(head: Buffer, candidates: readonly Signature[]): BinaryType | undefined {
	const found = candidates.find(({ bytes, offset }) => startsWith(head, bytes, offset));
	return found && { kind: "binary", name: found.name, ...(found.format && { format: found.format }) };
}

function startsWith(head: Buffer, bytes: string, offset = 0): boolean {
	return head.toString("latin1", offset, offset + bytes.length) === bytes;
}

/** Office documents are ZIP archives whose first entries tell the kind. */
function zipType(head: Buffer): BinaryType | undefined {
	if (!startsWith(head, "PK\x03\x04") && !startsWith(head, "PK\x05\x06")) return undefined;
	const names = head.toString("latin1");
	if (names.includes("word/")) return { kind: "binary", name: "Word document (DOCX)", format: "docx" };
	if (names.includes("xl/")) return { kind: "binary", name: "Excel workbook (XLSX)", format: "xlsx" };
	if (names.includes("ppt/")) return { kind: "binary", name: "PowerPoint presentation (PPTX)" };
	return { kind: "binary", name: "ZIP archive" };
}
