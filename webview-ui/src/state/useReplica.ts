import type { Row } from "@shared/task-view";
import { useCallback, useSyncExternalStore } from "react";
import type { External } from "./createExternal";
import { useKiln } from "./KilnContext";
import type { Replica } from "./replica";

/** `select` must return the same object while nothing changed. */
export function useReplica<T>(select: (replica: Replica) => T): T {
	const { store } = useKiln();
	return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

export function useRow(id: string): Row | undefined {
	const { store } = useKiln();
	const subscribe = useCallback((listener: () => void) => store.subscribeRow(id, listener), [store, id]);
	return useSyncExternalStore(subscribe, () => store.row(id));
}

export function useExternal<T>(external: External<T>): T {
	return useSyncExternalStore(external.subscribe, external.get);
}

/** Milliseconds since the epoch, once a second while `isActive`. */
export function useNow(isActive: boolean): number {
	const { ticker } = useKiln();
	const subscribe = useCallback(
		(listener: () => void) => (isActive ? ticker.subscribe(listener) : () => {}),
		[ticker, isActive],
	);
	return useSyncExternalStore(subscribe, ticker.get);
}
