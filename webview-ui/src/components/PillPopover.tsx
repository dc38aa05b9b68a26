import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { Icon } from "./Icon";
import classes from "./PillPopover.module.css";
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
			<button
				ref={popover.triggerRef}
				type="button"
				className={classes.pill}
				aria-haspopup="dialog"
				aria-expanded={popover.isOpen}
				title={title}
				onClick={popover.toggle}
				data-testid={testId}
			>
				<Icon name={icon} />
				<span className={classes.words}>{words}</span>
			</button>
			{popover.isOpen && (
				// biome-ignore lint/a11y/noStaticElementInteractions: Esc closes whatever the layer holds
				<div
					ref={popover.layerRef}
					className={classes.layer}
					onKeyDown={popover.onKeyDown}
					role="presentation"
				>
					<div ref={focusRef} tabIndex={-1} role="dialog" aria-label={label} className={classes.dialog}>
						{children}
					</div>
				</div>
			)}
		</>
	);
}
