import { strToU8, zipSync } from "fflate";

/** Small documents of each kind, made here so that a test sees what they hold. */

/** A PDF of one page a text; a page's lines are separated by \n. */
export function pdfOf(...pages: readonly string[]): Buffer {
	const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		...pages.flatMap((text, index) => [
			`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
			streamOf(text),
		]),
	];
	let body = "%PDF-1.4\n";
	const offsets = objects.map((object, index) => {
		const offset = body.length;
		body += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
	const count = objects.length + 1;
	const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
	return Buffer.from(`${body}xref\n0 ${count}\n0000000000 65535 f \n${rows}${trailer}`, "latin1");
}

function streamOf(text: string): string {
	const lines = text.split("\n").map((line) => `(${line}) Tj 0 -20 Td`);
	const content = text === "" ? "" : `BT /F1 12 Tf 72 700 Td ${lines.join("\n")} ET`;
	return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelationships = "http://schemas.openxmlformats.org/package/2006/relationships";
const contentTypes = "http://schemas.openxmlformats.org/package/2006/content-types";
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export type Parts = Readonly<Record<string, string | Uint8Array>>;

export function zipOf(parts: Parts, level: 0 | 6 = 6): Buffer {
	const entries = Object.entries(parts).map(
		([name, data]) => [name, typeof data === "string" ? strToU8(data) : data] as const,
	);
	return Buffer.from(zipSync(Object.fromEntries(entries), { level }));
}

/** The inside of a Word document's body, and parts that stand beside it. */
export function docxParts(body: string, more: Parts = {}): Parts {
	const document = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
	return {
		"[Content_Types].xml": `${xml}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${document}"/></Types>`,
		"_rels/.rels": `${xml}<Relationships xmlns="${packageRelationships}"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/document.xml": `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${relationships}"><w:body>${body}</w:body></w:document>`,
		...more,
	};
}

export function paragraph(text: string, style?: string): string {
	const properties = style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : "";
	return `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

export function docxOf(body: string, more: Parts = {}): Buffer {
	return zipOf(docxParts(body, more));
}

/** Sheets by name; the value is the inside of `sheetData`. */
export function xlsxOf(sheets: Readonly<Record<string, string>>): Buffer {
	const names = Object.keys(sheets);
	const workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
	const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
	const list = names.map(
		(name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
	);
	const links = names.map(
		(_, index) =>
			`<Relationship Id="rId${index + 1}" Type="${relationships}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
	);
	return zipOf({
		"[Content_Types].xml": `${xml}<Types xmlns="${contentTypes}"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${workbook}"/></Types>`,
		"_rels/.rels": `${xml}<Relationships xmlns="${packageRelationships}"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml": `${xml}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${list.join("")}</sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `${xml}<Relationships xmlns="${packageRelationships}">${links.join("")}</Relationships>`,
		...Object.fromEntries(
			Object.values(sheets).map((data, index) => [
				`xl/worksheets/sheet${index + 1}.xml`,
				`${xml}<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
			]),
		),
	});
}

/** A row of cells: texts are inline strings, numbers are numbers. */
export function sheetRow(number: number, cells: Readonly<Record<string, string | number>>): string {
	const xmlCells = Object.entries(cells).map(([column, value]) =>
		typeof value === "number"
			? `<c r="${column}${number}"><v>${value}</v></c>`
			: `<c r="${column}${number}" t="inlineStr"><is><t>${value}</t></is></c>`,
	);
	return `<row r="${number}">${xmlCells.join("")}</row>`;
}
