import * as z from "zod";

const source = z.union([z.string(), z.array(z.string())]);

const output = z.looseObject({
	output_type: z.string(),
	/** of streams */
	text: source.optional(),
	/** of results, by media type */
	data: z.record(z.string(), z.unknown()).optional(),
	ename: z.string().optional(),
	evalue: z.string().optional(),
});
type Output = z.infer<typeof output>;

const notebook = z.looseObject({
	cells: z.array(
		z.looseObject({
			cell_type: z.string(),
			source: source.default(""),
			outputs: z.array(output).optional(),
		}),
	),
});

/** Lines of one output that are shown. */
const maxOutputLines = 20;
const maxOutputLineChars = 500;

/**
 * The cells of a Jupyter notebook (format 4) with the beginnings of their outputs; pictures are only named. Undefined
 * when the text is no such notebook.
 */
export function notebookText(json: string): string | undefined {
	const parsed = notebook.safeParse(parseJson(json));
	if (!parsed.success) return undefined;
	const cells = parsed.data.cells.map((cell, index) => {
		const heading = `[cell ${index + 1}: ${cell.cell_type}]`;
		const outputs = (cell.outputs ?? []).map(renderOutput).filter((text) => text !== "");
		return [heading, joined(cell.source), ...outputs.map((text) => `[output]\n${text}`)].join("\n").trimEnd();
	});
	return cells.length === 0 ? "" : `${cells.join("\n\n")}\n`;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// the schema refuses it
		return undefined;
	}
}

function joined(text: z.infer<typeof source>): string {
	return (typeof text === "string" ? text : text.join("")).trimEnd();
}

function renderOutput({ text, data, ename, evalue }: Output): string {
	if (ename !== undefined) return `${ename}: ${evalue ?? ""}`;
	if (text !== undefined) return cutLines(joined(text));
	const plain = source.safeParse(data?.["text/plain"]);
	const picture = Object.keys(data ?? {}).find((type) => type.startsWith("image/"));
	return [picture ? `(picture: ${picture})` : "", plain.success ? cutLines(joined(plain.data)) : ""]
		.filter((part) => part !== "")
		.join("\n");
}

function cutLines(text: string): string {
	const lines = text.split("\n");
	const shown = lines.slice(0, maxOutputLines).map((line) => line.slice(0, maxOutputLineChars));
	const left = lines.length - shown.length;
	return [...shown, ...(left > 0 ? [`(${left} more lines of output)`] : [])].join("\n");
}
