import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/** Focus that goes away with its element (a server that was removed) goes to the layer's heading: keys keep working. */
export function useKeptFocus(layer: RefObject<HTMLElement | null>, selector: string): void {
	const last = useRef<Element | null>(null);
	useEffect(() => {
		const element = layer.current;
		const note = ({ target }: FocusEvent) => {
			last.current = target instanceof Element ? target : null;
		};
		element?.addEventListener("focusin", note);
		return () => element?.removeEventListener("focusin", note);
	}, [layer]);
	useEffect(() => {
		if (last.current === null || last.current.isConnected || document.activeElement !== document.body) return;
		last.current = null;
		layer.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
	});
}
