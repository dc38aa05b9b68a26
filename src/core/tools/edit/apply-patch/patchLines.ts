import { KilnError } from "@shared/errors";
import type { HunkLine } from "./FilePatch";

/** The lines of a patch; one that is in CRLF throughout says nothing about line ends of files. */
export function patchLines(patch: string): string[] {
	const lines = patch.split("\n");
	if (lines.at(-1) === "") lines.pop();
	const isWindows = lines.length > 1 && lines.slice(0, -1).every((line) => line.endsWith("\r"));
	return isWindows ? lines.map((line) => line.replace(/\r$/, "")) : lines;
}

/** One line of a hunk; an empty one counts as an empty context line. Undefined: it is none. */
export function hunkLine(raw: string): HunkLine | undefined {
	const hasCr = raw.endsWith("\r");
	const line = hasCr ? raw.slice(0, -1) : raw;
	const mark = line === "" ? " " : line[0];
	if (mark !== " " && mark !== "+" && mark !== "-") return undefined;
	return { mark, text: line.slice(1), hasCr, isUnended: false };
}

/** The line before `\ No newline at end of file`: a CR in it is content. */
export function unended(line: HunkLine): HunkLine {
	return { ...line, text: line.hasCr ? `${line.text}\r` : line.text, hasCr: false, isUnended: true };
}

/** The lines of a hunk's body; `from` is 0-based. Throws for a line that is none. */
export function hunkLines(raw: readonly string[], from: number): HunkLine[] {
	const lines: HunkLine[] = [];
	for (const [index, text] of raw.entries()) {
		if (text.startsWith("\\")) {
			const last = lines.pop();
			if (last) lines.push(unended(last));
			continue;
		}
		const line = hunkLine(text);
		if (!line) throw malformedLine(from + index, text);
		lines.push(line);
	}
	return lines;
}

/** Empty lines at the end part what follows from the hunk; an empty context line would begin with a space. */
export function withoutEmptyEnd(raw: readonly string[]): readonly string[] {
	const end = raw.findLastIndex((line) => line.trimEnd() !== "" || line.startsWith(" "));
	return raw.slice(0, end + 1);
}

export function malformedLine(index: number, text: string): KilnError {
	return malformed(
		`Line ${index + 1} of the patch does not begin with a space, + or -: "${text.trim().slice(0, 120)}".`,
	);
}

export function malformed(message: string): KilnError {
	return new KilnError(
		"edit_malformed",
		`${message} No file was changed.`,
		[
			"A patch looks like this, or is a unified diff:",
			"*** Begin Patch",
			"*** Update File: src/a.ts",
			"@@ function greet() {",
			" a line that stays",
			"-a line that goes",
			"+a line that comes",
			"*** End Patch",
		].join("\n"),
	);
}
