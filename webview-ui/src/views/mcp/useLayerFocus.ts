import type { RefObject } from "react";
import { useEffect } from "react";

/** Takes the focus into a layer when it opens, and gives it back to where it came from when it closes. */
export function useLayerFocus(layer: RefObject<HTMLElement | null>, selector: string): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: on open and on close only
	useEffect(() => {
		const opener = document.activeElement;
		layer.current?.querySelector<HTMLElement>(selector)?.focus();
		// What lies below is inert until the layer has gone.
		return () => {
			if (opener instanceof HTMLElement) requestAnimationFrame(() => opener.focus());
		};
	}, []);
}
