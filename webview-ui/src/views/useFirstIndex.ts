import { useState } from "react";

/** The list needs to know how many rows came or went before the first one, so that what is read stays in its place. */
export function useFirstIndex(ids: readonly string[]): number {
	const [state, setState] = useState({ ids, first: startIndex });
	if (state.ids === ids) return state.first;
	const next = { ids, first: state.first + shiftOfFirst(state.ids, ids) };
	setState(next);
	return next.first;
}

/** Far from zero: the list wants positive indexes however much is paged in. */
const startIndex = 1_000_000;

/** Negative: so many rows were put before the first; positive: so many were let go there. */
export function shiftOfFirst(before: readonly string[], after: readonly string[]): number {
	const [oldFirst] = before;
	const [newFirst] = after;
	if (oldFirst === newFirst || oldFirst === undefined || newFirst === undefined) return 0;
	const prepended = after.indexOf(oldFirst);
	return prepended > 0 ? -prepended : Math.max(0, before.indexOf(newFirst));
}
