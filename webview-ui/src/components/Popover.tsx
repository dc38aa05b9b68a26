import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./Icon";
import classes from "./Popover.module.css";
import type { PopoverControl } from "./usePopover";

interface PopoverTriggerProps extends Omit<ComponentProps<"button">, "popover"> {
	readonly popover: PopoverControl;
	readonly icon: string | undefined;
	readonly words: string;
	readonly testId: string;
}

/** A quiet button that opens a layer; `children` stand behind its words. */
export function PopoverTrigger({ popover, icon, words, testId, children, ...props }: PopoverTriggerProps) {
	return (
		<button
			{...props}
			ref={popover.triggerRef}
			type="button"
			className={classes.trigger}
			aria-expanded={popover.isOpen}
			onClick={popover.toggle}
			data-testid={testId}
		>
			{icon !== undefined && <Icon name={icon} />}
			<span className={classes.words}>{words}</span>
			{children}
		</button>
	);
}

interface PopoverLayerProps {
	readonly popover: PopoverControl;
	/** its width */
	readonly className: string | undefined;
	/** made while it is open only */
	readonly children: ReactNode;
}

/** Stands above its button, over the chat. */
export function PopoverLayer({ popover, className, children }: PopoverLayerProps) {
	if (!popover.isOpen) return null;
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: Esc closes whatever the layer holds
		<div
			ref={popover.layerRef}
			className={`${classes.layer} ${className ?? ""}`}
			onKeyDown={popover.onKeyDown}
			role="presentation"
		>
			{children}
		</div>
	);
}
