import { countOf } from "./splitLines";

/** Detail of a card while its text arrives. */
export function linesSoFar(streamed: string): string {
	const lines = countOf(streamed, "\n") + 1;
	return lines === 1 ? "1 line so far" : `${lines} lines so far`;
}
