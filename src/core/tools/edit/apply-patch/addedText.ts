import type { HunkLine } from "./FilePatch";

/** The text of a new file: LF, ended, unless the patch shows that it means otherwise. */
export function addedText(lines: readonly HunkLine[]): string {
	const parts = lines.map((line) => line.text + (line.isUnended ? "" : line.hasCr ? "\r\n" : "\n"));
	return parts.join("");
}
