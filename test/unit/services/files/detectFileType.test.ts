import { detectFileType } from "@services/files/detectFileType";
import { describe, expect, it } from "vitest";

const latin = (text: string) => Buffer.from(text, "latin1");

describe("detectFileType", () => {
	it.each([
		["\x89PNG\r\n\x1a\n…", "PNG image"],
		["\xff\xd8\xff\xe0", "JPEG image"],
		["GIF89a", "GIF image"],
		["RIFF\x10\x20\x30\x40WEBPVP8 ", "WebP image"],
		["%PDF-1.7\n%text", "PDF document"],
		["\x1f\x8b\x08", "gzip archive"],
		["PK\x03\x04…[Content_Types].xml…word/document.xml", "Word document (DOCX)"],
		["PK\x03\x04…xl/workbook.xml", "Excel workbook (XLSX)"],
		["PK\x03\x04…readme.txt", "ZIP archive"],
		["\x7fELF\x02", "ELF program or library"],
		["SQLite format 3\0", "SQLite database"],
		["\0asm\x01", "WebAssembly module"],
		["II*\0\x08", "TIFF image"],
		["BM\x36\0\0", "BMP image"],
		["\0\0\0\x1cftypavif", "AVIF image"],
		["\0\0\0\x18ftypheic", "HEIC image"],
		["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", "Office document of the old kind, or one with a password"],
		["MZ\x90\0", "Windows program or library"],
		["some text\0more", "binary file"],
	])("knows %j", (head, name) => {
		expect(detectFileType(latin(head))).toMatchObject({ kind: "binary", name });
	});

	it.each([
		["\x89PNG\r\n\x1a\n…", "png"],
		["\xff\xd8\xff\xe0", "jpeg"],
		["GIF87a", "gif"],
		["RIFF\x10\x20\x30\x40WEBPVP8 ", "webp"],
		["%PDF-1.7\n%text", "pdf"],
		["PK\x03\x04…word/document.xml", "docx"],
		["PK\x03\x04…xl/workbook.xml", "xlsx"],
		["PK\x03\x04…ppt/slides", undefined],
		["\x7fELF\x02", undefined],
	])("tells the format of %j where its content can be shown", (head, format) => {
		const type = detectFileType(latin(head));
		expect(type.kind === "binary" ? type.format : "text").toBe(format);
	});

	it.each([
		["", "utf-8", 0],
		["plain text", "utf-8", 0],
		["MZ starts this sentence, BM too", "utf-8", 0],
		["caf\xe9", "utf-8", 0],
		["\xef\xbb\xbftext", "utf-8", 3],
		["\xff\xfet\0", "utf-16le", 2],
		["\xfe\xff\0t", "utf-16be", 2],
	])("takes %j for text", (head, encoding, bomBytes) => {
		expect(detectFileType(latin(head))).toEqual({ kind: "text", encoding, bomBytes });
	});
});
