import type { RefObject } from "react";
import { useEffect, useRef } from "react";
import { useKiln } from "../state/KilnContext";

/** Tells the pinned panel whether the card's own one can be seen; a row scrolled far away is not even mounted. */
export function useOnScreen(approvalId: string): RefObject<HTMLElement | null> {
	const { onScreen } = useKiln();
	const ref = useRef<HTMLElement>(null);
	useEffect(() => {
		const element = ref.current;
		if (element === null) return;
		const mark = (isSeen: boolean) => {
			const next = new Set(onScreen.get());
			if (isSeen) next.add(approvalId);
			else next.delete(approvalId);
			onScreen.set(next);
		};
		const observer = new IntersectionObserver((entries) => mark(entries.at(-1)?.isIntersecting ?? false));
		observer.observe(element);
		return () => {
			observer.disconnect();
			mark(false);
		};
	}, [onScreen, approvalId]);
	return ref;
}
