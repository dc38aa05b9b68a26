/** Marks what goes, or goes dead, with a press in it; the value says whether it is an approval that is still open. */
export const decisionPanel = {
	openApproval: { "data-decision-panel": "approval" },
	other: { "data-decision-panel": "" },
} as const;

/** Marks the input below the chat. */
export const composerInput = { "data-composer-input": "" } as const;

/** The key that decides is still on its way: its default action must not type into what gets the focus. */
const afterKeyMs = 50;

/**
 * A decision takes its own buttons away, and so do Stop, Send and the like. Focus that was on them goes to the next open approval, else to the input;
 * to the panel and not to its button, so that a second press of the same key decides nothing.
 */
export function moveFocusOn(): void {
	const panel = document.activeElement?.closest("[data-decision-panel]");
	if (panel === null || panel === undefined) return;
	setTimeout(() => {
		const now = document.activeElement;
		// The person may have gone elsewhere meanwhile.
		if (now !== null && now !== document.body && !panel.contains(now)) return;
		const open = [...document.querySelectorAll<HTMLElement>("[data-decision-panel=approval]")];
		const next = open.find((other) => other !== panel);
		(next ?? document.querySelector<HTMLElement>("[data-composer-input]"))?.focus();
	}, afterKeyMs);
}
