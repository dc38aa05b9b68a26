import { strFromU8, type Unzipped } from "fflate";
import readXlsxFile from "read-excel-file/universal";
import { DocumentProblem } from "./DocumentProblem";
import { maxCells, maxTextChars } from "./documentLimits";
import { readOfficeZip, storedZip } from "./readOfficeZip";

/** `DateConstructor` is what the library calls a date. */
type Cell = string | number | boolean | DateConstructor | Date | null;

/** What Excel itself lets a cell hold. */
const maxCellChars = 32_767;

/** A workbook as text: each sheet under a heading, a row a line, cells separated by tabs. Formulas give their values. */
export async function xlsxText(bytes: Uint8Array): Promise<string> {
	const parts = readOfficeZip(bytes);
	if (!("xl/workbook.xml" in parts)) {
		throw new DocumentProblem("unreadable", "could not be read: it holds no workbook");
	}
	refuseVastSheets(parts);
	const sheets = await readXlsxFile(storedZip(parts).buffer);
	return `${sheets.map(({ sheet, data }) => renderSheet(sheet, data)).join("\n\n")}\n`;
}

function renderSheet(name: string, rows: readonly (readonly Cell[])[]): string {
	const columns = Math.max(0, ...rows.slice(0, 1).map((row) => row.length));
	const heading = `# Sheet "${name}": ${rows.length} rows, ${columns} columns`;
	return [heading, ...renderRows(rows)].join("\n");
}

/** Rows share their strings: a small file may stand for an endless text. */
function renderRows(rows: readonly (readonly Cell[])[]): string[] {
	const lines: string[] = [];
	let chars = 0;
	for (const row of rows) {
		const line = row.map(renderCell).join("\t").trimEnd();
		chars += line.length;
		if (chars > maxTextChars) return [...lines, `[${rows.length - lines.length} rows left out]`];
		lines.push(line);
	}
	return lines;
}

function renderCell(cell: Cell): string {
	if (cell === null) return "";
	if (cell instanceof Date) return cell.toISOString().replace("T00:00:00.000Z", "").replace(".000Z", "Z");
	return String(cell).slice(0, maxCellChars).replaceAll("\t", " ").replace(/\r?\n/g, " / ");
}

/** One cell far out makes a table of billions of cells. */
function refuseVastSheets(parts: Unzipped): void {
	for (const [name, bytes] of Object.entries(parts)) {
		if (!/^xl\/worksheets\/[^/]+\.xml$/.test(name)) continue;
		const { rows, columns } = extentOf(strFromU8(bytes));
		if (rows * columns <= maxCells) continue;
		throw new DocumentProblem(
			"too_large",
			`has a sheet of ${rows} rows and ${columns} columns (limit: ${maxCells} cells), so it was not converted`,
		);
	}
}

function extentOf(xml: string): { readonly rows: number; readonly columns: number } {
	let rows = 0;
	let columns = 0;
	for (const [, letters = "", digits = ""] of xml.matchAll(/[":]([A-Z]{1,3})(\d{1,7})"/g)) {
		rows = Math.max(rows, Number(digits));
		columns = Math.max(columns, columnNumber(letters));
	}
	return { rows, columns };
}

function columnNumber(letters: string): number {
	return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
