const isMac = typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

/** How the shortcuts are written on this machine. */
export const shortcutWords = isMac
	? { approve: "⌘↵", deny: "⇧⌘↵" }
	: { approve: "Ctrl+Enter", deny: "Ctrl+Shift+Enter" };

/** What matters of a keyboard event. */
export interface PressedKeys {
	readonly key: string;
	readonly ctrlKey: boolean;
	readonly metaKey: boolean;
	readonly shiftKey: boolean;
	readonly altKey: boolean;
	readonly isComposing: boolean;
}

/** Ctrl/Cmd+Enter approves, with Shift it denies. No key that edits text. */
export function approvalShortcut(keys: PressedKeys): "approve" | "deny" | undefined {
	if (keys.key !== "Enter" || keys.altKey || keys.isComposing || !(keys.ctrlKey || keys.metaKey))
		return undefined;
	return keys.shiftKey ? "deny" : "approve";
}

interface ShortcutState {
	/** open approvals, oldest first */
	readonly open: readonly string[];
	/** approvals whose card is on screen */
	readonly onScreen: ReadonlySet<string>;
	/** the one that the pinned panel shows */
	readonly pinned: string | null;
	readonly isRepeat: boolean;
	/** a form or a dropdown lies over the chat */
	readonly isCovered: boolean;
}

/** The oldest open approval that the person can see; a held key and a key meant for a form decide nothing. */
export function approvalToSettle(state: ShortcutState): string | undefined {
	if (state.isRepeat || state.isCovered) return undefined;
	return state.open.find((id) => state.onScreen.has(id) || id === state.pinned);
}
