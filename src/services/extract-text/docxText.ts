import mammoth from "mammoth";
import { DocumentProblem } from "./DocumentProblem";
import { htmlToMarkdown } from "./htmlToMarkdown";
import { readOfficeZip, storedZip } from "./readOfficeZip";

/** A Word document as Markdown: headings, lists, tables, links and emphasis; pictures are only named. */
export async function docxText(bytes: Uint8Array): Promise<string> {
	const parts = readOfficeZip(bytes);
	if (!Object.keys(parts).some((name) => name.startsWith("word/"))) {
		throw new DocumentProblem("unreadable", "could not be read: it holds no Word text");
	}
	const { value } = await mammoth.convertToHtml(
		{ buffer: Buffer.from(storedZip(parts).buffer) },
		{ convertImage: mammoth.images.imgElement(async () => ({ src: "" })), externalFileAccess: false },
	);
	return htmlToMarkdown(value);
}
