import { useCallback, useEffect, useRef, useState } from "react";

/** Nearer to the end than this counts as being there. */
const nearEndPx = 40;

interface Follow {
	readonly isFollowing: boolean;
	readonly scrollerRef: (element: HTMLElement | null | Window) => void;
	/** for growth that the observer cannot see, as while the list is being set up */
	readonly toEnd: () => void;
	readonly jump: () => void;
}

/**
 * Keeps the end in view while the person is there. Only scrolling up ends it, never growing content; reaching the end
 * again, or the button, resumes it.
 */
export function useFollow(): Follow {
	const [scroller, setScroller] = useState<HTMLElement | null>(null);
	const [isFollowing, setFollowing] = useState(true);
	const following = useRef(true);
	const toEnd = useCallback(() => {
		if (!following.current || scroller === null) return;
		const end = scroller.scrollHeight - scroller.clientHeight;
		if (end - scroller.scrollTop > 1) scroller.scrollTop = end;
	}, [scroller]);

	useEffect(() => {
		if (scroller === null) return;
		const input = watchInput(scroller);
		let lastTop = scroller.scrollTop;
		const onScroll = () => {
			const { scrollTop, scrollHeight, clientHeight } = scroller;
			const isNearEnd = scrollHeight - scrollTop - clientHeight < nearEndPx;
			// The list itself moves the view when rows above it come, go or turn out higher: that ends nothing.
			const isScrolledUp = scrollTop < lastTop && input.isRecent();
			lastTop = scrollTop;
			if (isNearEnd) following.current = true;
			else if (isScrolledUp) following.current = false;
			setFollowing(following.current);
		};
		scroller.addEventListener("scroll", onScroll, { passive: true });
		// The rows grow; a growing input or a pinned approval makes the list lower. Told before the next paint.
		const observer = new ResizeObserver(toEnd);
		observer.observe(scroller);
		// Rows that are not rendered are padding of the list.
		for (const part of scroller.firstElementChild?.children ?? [])
			observer.observe(part, { box: "border-box" });
		return () => {
			input.dispose();
			scroller.removeEventListener("scroll", onScroll);
			observer.disconnect();
		};
	}, [scroller, toEnd]);

	const scrollerRef = useCallback((element: HTMLElement | null | Window) => {
		setScroller(element instanceof HTMLElement ? element : null);
	}, []);
	const jump = useCallback(() => {
		following.current = true;
		setFollowing(true);
		toEnd();
		// The button goes, and must not take the focus with it.
		scroller?.focus({ preventScroll: true });
	}, [scroller, toEnd]);
	return { isFollowing, scrollerRef, toEnd, jump };
}

/** A turn of the wheel scrolls smoothly for about this long; a drag of the scroll bar may last longer. */
const recentMs = 600;
const dragMs = 10_000;

/** Tells whether the person has just done something that scrolls. */
function watchInput(scroller: HTMLElement) {
	let until = 0;
	const onInput = (event: Event) => {
		if (!mayScroll(event)) return;
		const isScrollBar = event.type === "pointerdown" && event.target === scroller;
		until = performance.now() + (isScrollBar ? dragMs : recentMs);
	};
	const types = ["wheel", "touchmove", "pointerdown"] as const;
	for (const type of types) scroller.addEventListener(type, onInput, { passive: true });
	// Also from outside: Shift+Tab moves from the input into a row and scrolls it into view.
	window.addEventListener("keydown", onInput, true);
	return {
		isRecent: () => performance.now() < until,
		dispose: () => {
			for (const type of types) scroller.removeEventListener(type, onInput);
			window.removeEventListener("keydown", onInput, true);
		},
	};
}

const scrollingKeys = new Set(["ArrowUp", "PageUp", "Home", " "]);
const controls = "button, a, input, textarea, select, summary, label, vscode-button, vscode-checkbox";

/** A control that is pressed does not scroll: the card that it settles gets lower, and the view moves by that. */
function mayScroll(event: Event): boolean {
	const isOnControl = event.target instanceof Element && event.target.closest(controls) !== null;
	if (!(event instanceof KeyboardEvent)) return event.type !== "pointerdown" || !isOnControl;
	return event.key === "Tab" || (scrollingKeys.has(event.key) && !isOnControl);
}
