import type { External } from "./createExternal";
import { createExternal } from "./createExternal";
import type { VsCodeApi } from "./VsCodeApi";

/** What the person has typed and not sent, kept over reloads of the webview, and what was sent, for recall. */
export interface Drafts {
	readonly text: External<string>;
	/** oldest first */
	readonly sent: External<readonly string[]>;
	/** feedback typed at a card, by approval id; not kept over reloads */
	readonly feedback: External<ReadonlyMap<string, string>>;
	readonly remember: (text: string) => void;
}

const maxSent = 30;

export function createDrafts(api: Pick<VsCodeApi, "getState" | "setState">): Drafts {
	const stored = readState(api.getState());
	const text = createExternal(stored.draft);
	const sent = createExternal<readonly string[]>(stored.sent);
	const save = () => api.setState({ draft: text.get(), sent: sent.get() });
	text.subscribe(save);
	sent.subscribe(save);
	const remember = (value: string) => {
		const others = sent.get().filter((entry) => entry !== value);
		sent.set([...others, value].slice(-maxSent));
	};
	return { text, sent, feedback: createExternal<ReadonlyMap<string, string>>(new Map()), remember };
}

/** The state is what an earlier version may have written: anything odd counts as nothing. */
function readState(state: unknown): { draft: string; sent: string[] } {
	if (typeof state !== "object" || state === null) return { draft: "", sent: [] };
	const draft = "draft" in state && typeof state.draft === "string" ? state.draft : "";
	const sent = "sent" in state && Array.isArray(state.sent) ? state.sent : [];
	return { draft, sent: sent.filter((entry) => typeof entry === "string") };
}
