import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import classes from "./PillPopover.module.css";
import { PopoverLayer, PopoverTrigger } from "./Popover";
import { usePopover } from "./usePopover";

interface PillPopoverProps {
	readonly icon: string;
	/** on the pill */
	readonly words: string;
	readonly title: string;
	/** name of the dialog */
	readonly label: string;
	readonly testId: string;
	/** made while it is open only */
	readonly children: ReactNode;
}

/** A quiet button below the input, and a small dialog above it. */
export function PillPopover({ icon, words, title, label, testId, children }: PillPopoverProps) {
	const popover = usePopover();
	const focusRef = useRef<HTMLDivElement>(null);
	const { isOpen } = popover;
	useEffect(() => {
		if (isOpen) focusRef.current?.focus();
	}, [isOpen]);
	return (
		<>
			<PopoverTrigger
				popover={popover}
				icon={icon}
				words={words}
				title={title}
				aria-haspopup="dialog"
				testId={testId}
			/>
			<PopoverLayer popover={popover} className={classes.layer}>
				<div ref={focusRef} tabIndex={-1} role="dialog" aria-label={label} className={classes.dialog}>
					{children}
				</div>
			</PopoverLayer>
		</>
	);
}
