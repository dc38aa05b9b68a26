/** The next active option for a key of a listbox; undefined for keys that do not move. */
export function moveIndex(key: string, active: number, count: number): number | undefined {
	switch (key) {
		case "ArrowDown":
			return Math.min(count - 1, active + 1);
		case "ArrowUp":
			return Math.max(0, active - 1);
		case "Home":
			return 0;
		case "End":
			return count - 1;
		default:
			return undefined;
	}
}

/** Typing a letter goes to the next option that begins with it. */
export function findByPrefix(
	key: string,
	active: number,
	options: readonly { label: string }[],
): number | undefined {
	if (key.length !== 1) return undefined;
	const letter = key.toLowerCase();
	for (let step = 1; step <= options.length; step++) {
		const index = (active + step) % options.length;
		if (options[index]?.label.toLowerCase().startsWith(letter)) return index;
	}
	return undefined;
}
