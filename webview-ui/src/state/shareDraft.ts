import type { UiCommand } from "@shared/messages";
import type { Drafts } from "./createDrafts";

const quietMs = 300;

/**
 * Keeps the draft with the host, too: the webview's own state does not outlive every reload of the window. The draft
 * that the host gives back counts only once, and never over what is being typed.
 */
export function shareDraft(
	{ text }: Pick<Drafts, "text">,
	post: (command: UiCommand) => void,
): { readonly restore: (saved: string) => void } {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isRestored = false;
	text.subscribe(() => {
		clearTimeout(timer);
		const save = () => post({ type: "save_draft", text: text.get() });
		// What was sent is gone at once: a reload must not bring it back.
		if (text.get() === "") save();
		else timer = setTimeout(save, quietMs);
	});
	return {
		restore: (saved) => {
			if (!isRestored && text.get() === "" && saved !== "") text.set(saved);
			isRestored = true;
		},
	};
}
