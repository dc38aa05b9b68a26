import type { ClockPort, Disposable } from "@shared/host";

/** Calls `action` once, `ms` after the last `trigger`. */
export function debounced(
	clock: ClockPort,
	ms: number,
	action: () => void,
): Disposable & { readonly trigger: () => void } {
	let pending: AbortController | undefined;
	return {
		trigger: () => {
			pending?.abort();
			const current = new AbortController();
			pending = current;
			clock.sleep(ms, current.signal).then(action, () => undefined);
		},
		dispose: () => pending?.abort(),
	};
}
