import type { KeyboardEvent, RefObject } from "react";
import { useEffect, useRef, useState } from "react";

export interface PopoverControl {
	readonly isOpen: boolean;
	readonly toggle: () => void;
	readonly close: () => void;
	readonly triggerRef: RefObject<HTMLButtonElement | null>;
	readonly layerRef: RefObject<HTMLDivElement | null>;
	/** for the layer: Esc closes the top layer only */
	readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A small layer over the chat: closes on Esc, on a press elsewhere and when focus leaves; focus returns to its button. */
export function usePopover(): PopoverControl {
	const [isOpen, setOpen] = useState(false);
	const triggerRef = useRef<HTMLButtonElement>(null);
	const layerRef = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (!isOpen) return;
		const closeFromOutside = (event: Event) => {
			const target = event.target instanceof Node ? event.target : null;
			if (!layerRef.current?.contains(target) && !triggerRef.current?.contains(target)) setOpen(false);
		};
		const closeFromWindow = () => setOpen(false);
		document.addEventListener("pointerdown", closeFromOutside);
		document.addEventListener("focusin", closeFromOutside);
		window.addEventListener("blur", closeFromWindow);
		return () => {
			document.removeEventListener("pointerdown", closeFromOutside);
			document.removeEventListener("focusin", closeFromOutside);
			window.removeEventListener("blur", closeFromWindow);
		};
	}, [isOpen]);
	const close = () => {
		setOpen(false);
		triggerRef.current?.focus();
	};
	return {
		isOpen,
		toggle: () => setOpen((value) => !value),
		close,
		triggerRef,
		layerRef,
		onKeyDown: (event) => {
			if (event.key !== "Escape") return;
			event.stopPropagation();
			event.preventDefault();
			close();
		},
	};
}
