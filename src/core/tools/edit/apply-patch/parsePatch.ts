import type { FilePatch } from "./FilePatch";
import { isEnvelopeStart, parseEnvelope } from "./parseEnvelope";
import { parseUnified } from "./parseUnified";
import { malformed, patchLines } from "./patchLines";
import { isFileStart } from "./readUnifiedHunks";

/** Either form of a patch, by whichever begins first. Pure. Throws `edit_malformed` with the line that is wrong. */
export function parsePatch(patch: string): FilePatch[] {
	const lines = patchLines(patch);
	const isEnvelope =
		firstIndex(lines, isEnvelopeStart) < firstIndex(lines, (_, at) => isFileStart(lines, at));
	const patches = isEnvelope ? parseEnvelope(lines) : parseUnified(lines);
	if (patches.length === 0) throw malformed("The patch names no file.");
	return patches;
}

function firstIndex(lines: readonly string[], test: (line: string, index: number) => boolean): number {
	const index = lines.findIndex(test);
	return index === -1 ? Number.POSITIVE_INFINITY : index;
}
