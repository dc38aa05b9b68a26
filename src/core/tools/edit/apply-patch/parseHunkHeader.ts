import type { Hunk } from "./FilePatch";

/** `@@ -1,3 +1,4 @@ heading` of a unified diff, or `@@ a line of the file` of the envelope. */
export interface HunkHeader extends Pick<Hunk, "anchors" | "oldStart" | "isInsertion"> {
	readonly counts?: { readonly old: number; readonly new: number };
}

const numbered = /^@@+ *-(\d+)(?:,(\d+))? +\+(\d+)(?:,(\d+))? *@@+ ?(.*)$/;

export function parseHunkHeader(line: string): HunkHeader {
	const match = numbered.exec(line.trimEnd());
	if (!match) return { anchors: anchorsOf(line.slice(2)), isInsertion: false };
	const [, start, oldCount = "1", , newCount = "1", heading = ""] = match;
	const counts = { old: Number(oldCount), new: Number(newCount) };
	const oldStart = Number(start);
	return { anchors: anchorsOf(heading), oldStart, isInsertion: counts.old === 0, counts };
}

/** Models close the header with `@@` also when it holds no numbers, and leave "..." where they know no line. */
function anchorsOf(text: string): string[] {
	const ended = text.trimEnd();
	const open = ended.endsWith("@@") ? ended.slice(0, -2) : ended;
	const anchor = open.replace(/^ /, "").trimEnd();
	return /^[\s.…]*$/.test(anchor) ? [] : [anchor];
}
