import { KilnError } from "@shared/errors";
import { keepLineEnds } from "../keepLineEnds";
import { splitLines } from "../splitLines";

/** A file of so few lines may be sent whole in any length. */
const minLines = 10;
const minShare = 0.8;

/**
 * A sketch without placeholders is the whole file, in the file's line ends. Refused where it is much shorter than the
 * file: then placeholders were forgotten.
 */
export function wholeText(before: string, sketch: string, path: string): string {
	const [old, now] = [splitLines(before).texts.length, splitLines(sketch).texts.length];
	if (old > minLines && now < old * minShare) {
		throw new KilnError(
			"edit_malformed",
			`${path} was not changed: code_edit has no placeholder and ${now} lines, the file ${old}.`,
			"Put // ... existing code ... where lines are left out; for a whole rewrite use write_to_file.",
		);
	}
	if (before === "" || sketch === "") return sketch;
	const isEndMissing = before.endsWith("\n") && !sketch.endsWith("\n");
	return keepLineEnds(isEndMissing ? `${sketch}\n` : sketch, before);
}
