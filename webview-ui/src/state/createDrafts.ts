import type { ProposalDraft } from "../text/amendment";
import { type KeptProfileForm, readKeptForm } from "../text/keptProfileForm";
import type { External } from "./createExternal";
import { createExternal } from "./createExternal";
import type { VsCodeApi } from "./VsCodeApi";

/**
 * What the person has typed, chosen and not sent, kept over reloads of the webview (each time the view is hidden, the
 * page goes), and what was sent, for recall.
 */
export interface Drafts {
	readonly text: External<string>;
	/** oldest first */
	readonly sent: External<readonly string[]>;
	/** notices that the person has put away, by what they said */
	readonly putAway: External<readonly string[]>;
	/** feedback typed at a card, by the id of its approval or limit */
	readonly feedback: External<ReadonlyMap<string, string>>;
	/** what was made of proposals, by approval id */
	readonly proposals: External<ReadonlyMap<string, ProposalDraft>>;
	/** cards that the person opened or folded, by row id */
	readonly folds: External<ReadonlyMap<string, boolean>>;
	/** the profile form, while it is open */
	readonly form: External<KeptProfileForm | null>;
	readonly remember: (text: string) => void;
}

const maxSent = 30;
const maxPutAway = 20;
/** Of these the newest are kept over reloads. */
const maxFeedback = 20;
const maxProposals = 5;
const maxFolds = 500;
/** The state is handed over whole with each key: what is longer lives only as long as the page. */
const maxKeptChars = 100_000;

export function createDrafts(api: Pick<VsCodeApi, "getState" | "setState">): Drafts {
	const stored = asRecord(api.getState());
	const text = createExternal(typeof stored.draft === "string" ? stored.draft : "");
	const sent = createExternal<readonly string[]>(texts(stored.sent));
	const putAway = createExternal<readonly string[]>(texts(stored.putAway));
	const feedback = createExternal<ReadonlyMap<string, string>>(mapOf(stored.feedback, readText));
	const proposals = createExternal<ReadonlyMap<string, ProposalDraft>>(mapOf(stored.proposals, readProposal));
	const folds = createExternal<ReadonlyMap<string, boolean>>(mapOf(stored.folds, readFlag));
	const form = createExternal(readKeptForm(stored.form));
	const save = () =>
		api.setState({
			draft: text.get(),
			sent: sent.get().filter(isKept),
			putAway: putAway.get().slice(-maxPutAway),
			feedback: [...feedback.get()].filter(([, words]) => isKept(words)).slice(-maxFeedback),
			proposals: [...proposals.get()]
				.filter(([, draft]) => isKept(draft.text ?? ""))
				.slice(-maxProposals)
				.map(([id, draft]) => [id, writeProposal(draft)]),
			folds: [...folds.get()].slice(-maxFolds),
			form: form.get(),
		});
	for (const kept of [text, sent, putAway, feedback, proposals, folds, form]) kept.subscribe(save);
	const remember = (value: string) => {
		const others = sent.get().filter((entry) => entry !== value);
		sent.set([...others, value].slice(-maxSent));
	};
	return { text, sent, putAway, feedback, proposals, folds, form, remember };
}

const isKept = (words: string) => words.length <= maxKeptChars;

/** The state is what an earlier version may have written: anything odd counts as nothing. */
function asRecord(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null ? { ...value } : {};
}

function texts(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

function mapOf<T>(value: unknown, read: (entry: unknown) => T | undefined): Map<string, T> {
	const map = new Map<string, T>();
	for (const entry of Array.isArray(value) ? value : []) {
		const [id, content]: readonly unknown[] = Array.isArray(entry) ? entry : [];
		const known = read(content);
		if (typeof id === "string" && known !== undefined) map.set(id, known);
	}
	return map;
}

const readText = (value: unknown) => (typeof value === "string" ? value : undefined);
const readFlag = (value: unknown) => (typeof value === "boolean" ? value : undefined);

function readProposal(value: unknown): ProposalDraft {
	const { off, text } = asRecord(value);
	const numbers = Array.isArray(off) ? off.filter((entry) => typeof entry === "number") : [];
	return { off: new Set(numbers), ...(typeof text === "string" && { text }) };
}

function writeProposal({ off, text }: ProposalDraft) {
	return { off: [...off], text };
}
