/** A value that components outside each other's tree share (drafts, what is on screen). Listeners hear every change. */
export interface External<T> {
	readonly get: () => T;
	readonly set: (value: T) => void;
	readonly subscribe: (listener: () => void) => () => void;
}

export function createExternal<T>(initial: T): External<T> {
	let value = initial;
	const listeners = new Set<() => void>();
	return {
		get: () => value,
		set: (next) => {
			if (Object.is(next, value)) return;
			value = next;
			for (const listener of [...listeners]) listener();
		},
		subscribe: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
