import { diffArrays } from "diff";
import { joinLines, splitLines, uniformEol } from "./splitLines";

const maxEdits = 2000;

/**
 * A text as an editor or a model gives it back, which both know one kind of line ends only, with the line ends of the
 * text that was given to them. Where that had both, each line that is still there keeps its own; a new one ends as the
 * line before it.
 */
export function keepLineEnds(edited: string, given: string): string {
	const eol = uniformEol(given);
	if (eol !== undefined) return edited.replaceAll(/\r?\n/g, eol);
	const [now, old] = [splitLines(edited), splitLines(given)];
	const changes = diffArrays([...old.texts], [...now.texts], { maxEditLength: maxEdits });
	if (changes === undefined) return edited;
	const eols: string[] = [];
	let at = 0;
	for (const { added, removed, count } of changes) {
		for (let index = 0; index < count && !removed; index++) {
			const own = added ? undefined : old.eols[at + index];
			eols.push(own || eols.at(-1) || old.eols[at] || "\n");
		}
		if (!added) at += count;
	}
	const isEnded = now.eols.at(-1) !== "";
	return joinLines({ texts: now.texts, eols: isEnded ? eols : eols.with(-1, "") });
}
