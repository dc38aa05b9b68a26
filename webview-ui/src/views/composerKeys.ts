import type { PressedKeys } from "./approvalShortcut";

/** Enter alone. While an input method composes, Enter ends the composition (keyCode 229 where the flag comes late). */
export function isSendKey(keys: PressedKeys & { readonly keyCode: number }): boolean {
	if (keys.key !== "Enter" || keys.isComposing || keys.keyCode === 229) return false;
	return !(keys.shiftKey || keys.ctrlKey || keys.metaKey || keys.altKey);
}

interface RecallState {
	readonly sent: readonly string[];
	readonly text: string;
	/** index of the message that the input shows; null: none */
	readonly recalled: number | null;
}

/** What ↑ or ↓ puts into the input; undefined: the key moves the caret as usual. */
export function recall(
	key: string,
	{ sent, text, recalled }: RecallState,
): { recalled: number | null; text: string } | undefined {
	const isShowing = recalled !== null && sent[recalled] === text;
	if (text !== "" && !isShowing) return undefined;
	const current = isShowing ? recalled : sent.length;
	if (key === "ArrowUp") {
		const message = sent[current - 1];
		return message === undefined ? undefined : { recalled: current - 1, text: message };
	}
	if (key !== "ArrowDown" || !isShowing) return undefined;
	const message = sent[current + 1];
	return message === undefined ? { recalled: null, text: "" } : { recalled: current + 1, text: message };
}
