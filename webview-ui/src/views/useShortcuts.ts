import { useEffect } from "react";
import { usePending, useSettle } from "../state/usePending";
import { approvalShortcut } from "./approvalShortcut";

/** The approval keys work anywhere in the panel and mean the oldest open approval. */
export function useShortcuts(): void {
	const first = usePending("approval")[0]?.approval.approvalId;
	const settle = useSettle();
	useEffect(() => {
		if (first === undefined) return;
		const onKeyDown = (event: KeyboardEvent) => {
			const decision = approvalShortcut(event);
			if (decision === undefined || event.repeat) return;
			event.preventDefault();
			event.stopPropagation();
			settle(first, decision);
		};
		document.addEventListener("keydown", onKeyDown, true);
		return () => document.removeEventListener("keydown", onKeyDown, true);
	}, [first, settle]);
}
