import { createExternal } from "./createExternal";

/**
 * One clock for everything that counts seconds. It ticks only while somebody listens, so that an idle panel costs
 * nothing.
 */
export function createTicker(now: () => number, setTick: (tick: () => void) => () => void) {
	const time = createExternal(now());
	let users = 0;
	let stop: (() => void) | undefined;
	return {
		get: time.get,
		subscribe: (listener: () => void) => {
			const unsubscribe = time.subscribe(listener);
			if (users++ === 0) {
				time.set(now());
				stop = setTick(() => time.set(now()));
			}
			return () => {
				unsubscribe();
				if (--users === 0) stop?.();
			};
		},
	};
}
export type Ticker = ReturnType<typeof createTicker>;
