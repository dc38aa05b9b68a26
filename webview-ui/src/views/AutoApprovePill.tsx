import { useEffect, useRef } from "react";
import { Icon } from "../components/Icon";
import { usePopover } from "../components/usePopover";
import { useReplica } from "../state/useReplica";
import { autoApproveWords } from "../text/autoApproveWords";
import { AutoApproveForm } from "./AutoApproveForm";
import classes from "./AutoApprovePill.module.css";

/** What may happen without asking, in words; a press changes it. */
export function AutoApprovePill() {
	const autoApprove = useReplica((replica) => replica.chrome?.autoApprove);
	const popover = usePopover();
	const focusRef = useRef<HTMLDivElement>(null);
	const { isOpen } = popover;
	useEffect(() => {
		if (isOpen) focusRef.current?.focus();
	}, [isOpen]);
	if (autoApprove === undefined) return null;
	const words = autoApproveWords(autoApprove);
	return (
		<div className={classes.place}>
			<button
				ref={popover.triggerRef}
				type="button"
				className={classes.pill}
				aria-haspopup="dialog"
				aria-expanded={popover.isOpen}
				title={`Without asking: ${words}. Change…`}
				onClick={popover.toggle}
				data-testid="auto-approve"
			>
				<Icon name="shield" />
				<span className={classes.words}>Without asking: {words}</span>
			</button>
			{popover.isOpen && (
				// biome-ignore lint/a11y/noStaticElementInteractions: Esc closes whatever the layer holds
				<div
					ref={popover.layerRef}
					className={classes.layer}
					onKeyDown={popover.onKeyDown}
					role="presentation"
				>
					<div
						ref={focusRef}
						tabIndex={-1}
						role="dialog"
						aria-label="What Kiln may do without asking"
						className={classes.dialog}
					>
						<AutoApproveForm autoApprove={autoApprove} />
					</div>
				</div>
			)}
		</div>
	);
}
