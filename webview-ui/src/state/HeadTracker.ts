/**
 * Which part of the task's events has arrived. `contiguous` is the seq up to which nothing is missing; `islands` are
 * ranges beyond it that came early. Ranges are half open as on the wire: (from, head].
 */
export interface HeadTracker {
	readonly contiguous: number;
	readonly islands: readonly Island[];
}

interface Island {
	readonly from: number;
	readonly head: number;
}

export const emptyHeadTracker: HeadTracker = { contiguous: -1, islands: [] };

export function addRange(tracker: HeadTracker, from: number, head: number): HeadTracker {
	if (head <= tracker.contiguous) return tracker;
	return absorb(tracker.contiguous, [...tracker.islands, { from, head }]);
}

/** Everything up to `head` is known at once (a snapshot). */
export function jumpTo(tracker: HeadTracker, head: number): HeadTracker {
	return absorb(Math.max(head, tracker.contiguous), tracker.islands);
}

function absorb(start: number, islands: readonly Island[]): HeadTracker {
	let contiguous = start;
	const left: Island[] = [];
	for (const island of [...islands].sort((a, b) => a.from - b.from)) {
		if (island.from <= contiguous) contiguous = Math.max(contiguous, island.head);
		else left.push(island);
	}
	return { contiguous, islands: left.filter((island) => island.head > contiguous) };
}
