import { constants, deflateRawSync, deflateSync } from "node:zlib";
import type { DocumentFormat } from "@services/extract-text/DocumentFormat";
import { extractText } from "@services/extract-text/extractText";
import { describe, expect, it } from "vitest";
import { docxOf, docxParts, paragraph, pdfOf, sheetRow, xlsxOf, zipOf } from "./documents";

const never = new AbortController().signal;

function extract(format: DocumentFormat, bytes: Uint8Array): Promise<string> {
	return extractText(format, bytes, `a.${format}`, never);
}

async function failure(format: DocumentFormat, bytes: Uint8Array): Promise<unknown> {
	return extract(format, bytes).catch((error: unknown) => error);
}

describe("PDF", () => {
	it("gives the pages in order, each under its number", async () => {
		expect(await extract("pdf", pdfOf("Hello\nworld", "Second page"))).toBe(
			"[page 1 of 2]\nHello\nworld\n\n[page 2 of 2]\nSecond page\n",
		);
	});

	it("says that a page holds no text", async () => {
		expect(await extract("pdf", pdfOf(""))).toBe("[page 1 of 1]\n(no text: an image, or empty)\n");
	});

	it("leaves the given bytes alone", async () => {
		const bytes = pdfOf("Hello");
		await extract("pdf", bytes);
		expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
	});

	it("stops between pages when it is aborted", async () => {
		const controller = new AbortController();
		const reading = extractText("pdf", pdfOf("a", "b"), "a.pdf", controller.signal);
		controller.abort();
		await expect(reading).rejects.toMatchObject({ name: "AbortError" });
	});

	it("says that a password is needed", async () => {
		const bytes = pdfOf("secret").toString("latin1");
		const encrypted = bytes.replace(
			"/Root 1 0 R",
			`/Root 1 0 R /ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${"11".repeat(32)}> /U <${"22".repeat(32)}> >>`,
		);
		expect(await failure("pdf", Buffer.from(encrypted, "latin1"))).toMatchObject({
			code: "file_binary",
			message: "a.pdf, a PDF document, is protected by a password.",
		});
	});
});

describe("DOCX", () => {
	const styles = (names: readonly string[]) =>
		`<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${names
			.map(
				(name) =>
					`<w:style w:type="paragraph" w:styleId="${name.replace(" ", "")}"><w:name w:val="${name}"/></w:style>`,
			)
			.join("")}</w:styles>`;
	const withStyles = {
		"word/styles.xml": styles(["heading 1", "heading 2"]),
		"word/_rels/document.xml.rels":
			'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
	};

	it("gives headings, paragraphs and emphasis as Markdown", async () => {
		const bold = "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>strong</w:t></w:r><w:r><w:t> word</w:t></w:r></w:p>";
		const body = paragraph("Title", "heading1") + paragraph("One &lt;b&gt; &amp; two") + bold;
		expect(await extract("docx", docxOf(body, withStyles))).toBe(
			"# Title\n\nOne <b> & two\n\n**strong** word\n",
		);
	});

	it("gives a table as rows", async () => {
		const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
		const row = (...texts: string[]) => `<w:tr>${texts.map(cell).join("")}</w:tr>`;
		const body = `<w:tbl>${row("Name", "Price")}${row("a|b", "3")}</w:tbl>`;
		expect(await extract("docx", docxOf(body))).toBe("| Name | Price |\n| --- | --- |\n| a\\|b | 3 |\n");
	});

	it("gives an empty document as nothing", async () => {
		expect((await extract("docx", docxOf(""))).trim()).toBe("");
	});

	it("reads a document with very many entities", async () => {
		const text = await extract("docx", docxOf(paragraph("&amp;".repeat(50_000))));
		expect(text.trim()).toBe("&".repeat(50_000));
	});

	it("does not expand entities of its own", async () => {
		const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${"x".repeat(1000)}"><!ENTITY b "${"&a;".repeat(1000)}"><!ENTITY c "${"&b;".repeat(1000)}">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph("&c;")}</w:body></w:document>`;
		const result = await extract("docx", zipOf({ ...docxParts(""), "word/document.xml": bomb })).catch(
			(error: unknown) => error,
		);
		expect(String(result).length).toBeLessThan(10_000);
	});
});

describe("XLSX", () => {
	it("gives each sheet under its name, a row a line", async () => {
		const bytes = xlsxOf({
			Prices: sheetRow(1, { A: "name", B: "price" }) + sheetRow(3, { A: "tea\tgreen", B: 2.5 }),
			Other: sheetRow(1, { B: "x" }),
		});
		expect(await extract("xlsx", bytes)).toBe(
			'# Sheet "Prices": 3 rows, 2 columns\nname\tprice\n\ntea green\t2.5\n\n# Sheet "Other": 1 rows, 2 columns\n\tx\n',
		);
	});

	it("ends the text where cells share their strings without end", { timeout: 30_000 }, async () => {
		const rows = Array.from({ length: 110 }, (_, row) =>
			sheetRow(row + 1, Object.fromEntries([..."ABCDEFGHIJ"].map((column) => [column, "x".repeat(20_000)]))),
		);
		const text = await extract("xlsx", xlsxOf({ Long: rows.join("") }));
		expect(text.length).toBeLessThan(21 * 1024 * 1024);
		expect(text).toMatch(/\[\d+ rows left out\]\s*$/);
	});

	it("gives an empty sheet as its heading", async () => {
		expect(await extract("xlsx", xlsxOf({ Empty: "" }))).toBe('# Sheet "Empty": 0 rows, 0 columns\n');
	});

	it("refuses a sheet whose table would be vast", async () => {
		const bytes = xlsxOf({ Far: sheetRow(1_048_576, { XFD: "far out" }) });
		expect(await failure("xlsx", bytes)).toMatchObject({
			code: "file_too_large",
			message: expect.stringContaining("1048576 rows and 16384 columns"),
		});
	});
});

describe("damaged and hostile documents", () => {
	const garbage = Buffer.from("PK\x03\x04 this is no archive", "latin1");
	it.each<[string, DocumentFormat, Uint8Array]>([
		["a cut PDF", "pdf", Buffer.from("%PDF-1.7\n1 0 obj")],
		["a PDF of nothing", "pdf", new Uint8Array()],
		["a broken archive", "docx", garbage],
		["a broken archive", "xlsx", garbage],
		["an archive without a document", "docx", zipOf({ "readme.txt": "x", "a.xml": "<a/>" })],
		["an archive without a workbook", "xlsx", zipOf({ "readme.txt": "x" })],
		["broken XML", "docx", zipOf({ ...docxParts(""), "word/document.xml": "<w:document><w:body>" })],
		["broken XML", "xlsx", zipOf({ "xl/workbook.xml": "<workbook" })],
	])("names %s (%s)", async (_name, format, bytes) => {
		expect(await failure(format, bytes)).toMatchObject({
			code: "file_binary",
			message: expect.stringMatching(new RegExp(`^a\\.${format}, a[n]? .*\\.$`)),
			hint: expect.stringContaining("execute_command"),
		});
	});

	/** The same archive, one part of which declares another size in the central directory. */
	function declaring(bytes: Buffer, part: string, size: number): Buffer {
		const sizeAt = bytes.lastIndexOf(part) - 46 + 24;
		const lying = Buffer.from(bytes);
		lying.writeUInt32LE(size, sizeAt);
		return lying;
	}

	it("refuses a bomb before it is unpacked", async () => {
		const bytes = docxOf("", { "word/big.xml": "small" });
		expect(await failure("docx", declaring(bytes, "word/big.xml", 101 * 1024 * 1024))).toMatchObject({
			code: "file_too_large",
			message: expect.stringContaining("unpacks to more than 100 MB"),
		});
	});

	it("does not unpack more than a part declares", { timeout: 30_000 }, async () => {
		const unpacked = 16 * 1024 * 1024;
		const bytes = docxOf("", { "word/liar.xml": new Uint8Array(unpacked) });
		expect(bytes.readUInt32LE(bytes.lastIndexOf("word/liar.xml") - 46 + 24)).toBe(unpacked);
		const before = process.memoryUsage().arrayBuffers;
		await failure("docx", declaring(bytes, "word/liar.xml", 10));
		expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(unpacked / 2);
	});

	function pdfWithStream(content: Buffer, filter: string): Buffer {
		const pdf = pdfOf("page");
		const object = Buffer.from(`9 0 obj\n<< /Length ${content.length} /Filter ${filter} >>\nstream\r\n`);
		return Buffer.concat([pdf, object, content, Buffer.from("\nendstream\nendobj\n")]);
	}

	/** RFC 1951: a block of deflate data that stands as it is. */
	function storedBlock(text: string): Buffer {
		const header = Buffer.alloc(5);
		header.writeUInt16LE(text.length, 1);
		header.writeUInt16LE(text.length ^ 0xffff, 3);
		return Buffer.concat([header, Buffer.from(text)]);
	}

	const zlibHeader = Buffer.from([0x78, 0x9c]);

	it("refuses a PDF with a stream that is a bomb", { timeout: 30_000 }, async () => {
		const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH });
		// what a reader that goes by marks would take for the stream's end
		const marked = Buffer.concat([zlibHeader, storedBlock("endstream stream"), ...Array(257).fill(megabyte)]);
		expect(await failure("pdf", pdfWithStream(marked, "/FlateDecode"))).toMatchObject({
			code: "file_too_large",
			message:
				"a.pdf, a PDF document, holds a part that unpacks to more than 256 MB, so it was not converted.",
		});
	});

	it("refuses a PDF with a stream that is packed twice", async () => {
		const bytes = pdfWithStream(deflateSync("x"), "[/FlateDecode /FlateDecode]");
		expect(await failure("pdf", bytes)).toMatchObject({ code: "file_too_large" });
	});

	it("reads a PDF with packed streams and damaged ones", async () => {
		const packed = pdfWithStream(deflateSync(Buffer.alloc(1000)), "/FlateDecode");
		const damaged = pdfWithStream(Buffer.from([0x78, 0x9c, 1, 2, 3]), "/FlateDecode");
		expect(await extract("pdf", packed)).toContain("page");
		expect(await extract("pdf", damaged)).toContain("page");
	});

	it("refuses too many parts", { timeout: 30_000 }, async () => {
		const parts = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`word/${index}.xml`, ""]));
		expect(await failure("docx", zipOf({ ...docxParts(""), ...parts }, 0))).toMatchObject({
			code: "file_too_large",
		});
	});

	it("does not unpack pictures", async () => {
		const bytes = docxOf(paragraph("text"), { "word/media/big.png": "small" });
		const declared = declaring(bytes, "word/media/big.png", 101 * 1024 * 1024);
		expect(await extract("docx", declared)).toBe("text\n");
	});
});
