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
		["MZ\x90\0", "Windows program or library"],
		["some text\0more", "binary file"],
	])("knows %j", (head, name) => {
		expect(detectFileType(latin(head))).toEqual({ kind: "binary", name });
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
