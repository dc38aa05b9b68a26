import { useEffect } from "react";
import { useKiln } from "../state/KilnContext";
import { openRows } from "../state/settle";
import { useSettle } from "../state/usePending";
import { approvalShortcut, approvalToSettle } from "./approvalShortcut";

/** Forms make the chat inert; layers belong to a button that says so. */
const coverSelector = "[inert], [aria-haspopup][aria-expanded=true]";

/**
 * The approval keys work anywhere in the panel. They are always taken, even when there is nothing to decide: VS Code
 * would forward them to a command that decides on whatever the host has open by then.
 */
export function useShortcuts(): void {
	const services = useKiln();
	const settle = useSettle();
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			const decision = approvalShortcut(event);
			if (decision === undefined) return;
			event.preventDefault();
			event.stopPropagation();
			const approvalId = approvalToSettle({
				open: openRows(services, "approval").map((row) => row.approval.approvalId),
				onScreen: services.onScreen.get(),
				pinned: services.pinned.get(),
				isRepeat: event.repeat,
				isCovered: document.querySelector(coverSelector) !== null,
			});
			if (approvalId !== undefined) settle(approvalId, decision);
		};
		document.addEventListener("keydown", onKeyDown, true);
		return () => document.removeEventListener("keydown", onKeyDown, true);
	}, [services, settle]);
}
