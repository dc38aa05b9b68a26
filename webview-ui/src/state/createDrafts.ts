import type { ProposalDraft } from "../text/amendment";
import type { External } from "./createExternal";
import { createExternal } from "./createExternal";
import type { VsCodeApi } from "./VsCodeApi";

/** What the person has typed and not sent, kept over reloads of the webview, and what was sent, for recall. */
export interface Drafts {
	readonly text: External<string>;
	/** oldest first */
	readonly sent: External<readonly string[]>;
	/** notices that the person has put away, by what they said */
	readonly putAway: External<readonly string[]>;
	/** feedback typed at a card, by approval id; not kept over reloads */
	readonly feedback: External<ReadonlyMap<string, string>>;
	/** what was made of proposals, by approval id; not kept over reloads */
	readonly proposals: External<ReadonlyMap<string, ProposalDraft>>;
	readonly remember: (text: string) => void;
}

const maxSent = 30;
const maxPutAway = 20;

export function createDrafts(api: Pick<VsCodeApi, "getState" | "setState">): Drafts {
	const stored = readState(api.getState());
	const text = createExternal(stored.draft);
	const sent = createExternal<readonly string[]>(stored.sent);
	const putAway = createExternal<readonly string[]>(stored.putAway);
	const save = () =>
		api.setState({ draft: text.get(), sent: sent.get(), putAway: putAway.get().slice(-maxPutAway) });
	text.subscribe(save);
	sent.subscribe(save);
	putAway.subscribe(save);
	const remember = (value: string) => {
		const others = sent.get().filter((entry) => entry !== value);
		sent.set([...others, value].slice(-maxSent));
	};
	const feedback = createExternal<ReadonlyMap<string, string>>(new Map());
	const proposals = createExternal<ReadonlyMap<string, ProposalDraft>>(new Map());
	return { text, sent, putAway, feedback, proposals, remember };
}

/** The state is what an earlier version may have written: anything odd counts as nothing. */
function readState(state: unknown): { draft: string; sent: string[]; putAway: string[] } {
	if (typeof state !== "object" || state === null) return { draft: "", sent: [], putAway: [] };
	const draft = "draft" in state && typeof state.draft === "string" ? state.draft : "";
	const sent = "sent" in state ? texts(state.sent) : [];
	return { draft, sent, putAway: "putAway" in state ? texts(state.putAway) : [] };
}

function texts(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}
