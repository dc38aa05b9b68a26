import { decode } from "@services/files/encoding";
import { openSniffed, readWhole } from "@services/files/openSniffed";
import type { Definition } from "@services/tree-sitter/definitionsOf";
import type { Language } from "@services/tree-sitter/languages";
import { maxParsedSize } from "@services/tree-sitter/maxParsedSize";
import type { TaskHandle } from "../BaseTool";

/**
 * The definitions of a file, as the editor has it. Undefined when it is too large or takes too long to parse, or is
 * binary. Throws what opening a file throws.
 */
export async function definitionsOfFile(
	absolute: string,
	language: Language,
	task: TaskHandle,
): Promise<readonly Definition[] | undefined> {
	const document = task.host.documents.open(absolute);
	const text = document?.isDirty ? document.text : await readText(absolute, task.displayPath(absolute));
	if (text === undefined) return undefined;
	// the parser is loaded when the first file is parsed
	const { definitionsOf } = await import("@services/tree-sitter/definitionsOf");
	return definitionsOf(text, language, task.signal);
}

async function readText(absolute: string, shown: string): Promise<string | undefined> {
	const file = await openSniffed(absolute, shown);
	try {
		if (file.type.kind === "binary" || file.size > maxParsedSize) return undefined;
		const bytes = await readWhole(file, maxParsedSize);
		return decode(bytes.subarray(file.type.bomBytes), file.type.encoding);
	} finally {
		file.handle.close();
	}
}

const maxLineChars = 200;

/** `12--40 | source line`, as the classic tool writes them. */
export function renderDefinition({ start, end, line }: Definition): string {
	const text = line.length > maxLineChars ? `${line.slice(0, maxLineChars)}…` : line;
	return `${start}--${end} | ${text}`;
}
