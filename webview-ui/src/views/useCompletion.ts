import type { KeyboardEvent, RefObject } from "react";
import { useEffect, useMemo, useState } from "react";
import { moveIndex } from "../components/pickerKeys";
import { useKiln } from "../state/KilnContext";
import { useReplica } from "../state/useReplica";
import type { CompletionItem, Trigger } from "../text/completion";
import { commandItems, findTrigger, insertionOf, isWholeCommand, mentionItems } from "../text/completion";
import { newId } from "../text/newId";

export interface Completion {
	readonly items: readonly CompletionItem[];
	readonly active: number;
	readonly setActive: (index: number) => void;
	readonly accept: (item: CompletionItem) => void;
	/** for the input: whether the key was for the list */
	readonly onKeyDown: (event: KeyboardEvent) => boolean;
	/** for the input: the caret may have moved; null: it is not here any more */
	readonly onCaret: (caret: number | null) => void;
}

/** The list that `/` and `@` open while a message is typed. */
export function useCompletion(inputRef: RefObject<HTMLTextAreaElement | null>, text: string): Completion {
	const [caret, setCaret] = useState<number | null>(null);
	const [closedAt, setClosedAt] = useState<number>();
	const [picked, setPicked] = useState({ query: "", index: 0 });
	const trigger = useMemo(() => (caret === null ? undefined : findTrigger(text, caret)), [text, caret]);
	const isClosed = trigger === undefined || trigger.start === closedAt;
	const found = useItems(trigger);
	const items = isClosed ? noItems : found;
	const key = trigger === undefined ? "" : `${trigger.start} ${trigger.query}`;
	// Another query begins at the top again.
	const active = Math.min(picked.query === key ? picked.index : 0, Math.max(0, items.length - 1));
	// A list that Esc has closed stays closed for this word only.
	if (closedAt !== undefined && trigger?.start !== closedAt) setClosedAt(undefined);
	const setActive = (index: number) => setPicked({ query: key, index });
	const accept = (item: CompletionItem) => {
		if (trigger !== undefined && inputRef.current !== null)
			replaceText(inputRef.current, insertionOf(text, trigger, item));
	};
	const onKeyDown = (event: KeyboardEvent): boolean => {
		const item = items[active];
		if (item === undefined || event.nativeEvent.isComposing || hasModifier(event)) return false;
		if (event.key === "Enter" && isWholeCommand(text, item)) return false;
		const isAccepting = event.key === "Enter" || event.key === "Tab";
		const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
		if (isAccepting) accept(item);
		else if (event.key === "Escape") setClosedAt(trigger?.start);
		else if (isArrow) setActive(moveIndex(event.key, active, items.length) ?? active);
		else return false;
		event.preventDefault();
		event.stopPropagation();
		return true;
	};
	return { items, active, setActive, accept, onKeyDown, onCaret: setCaret };
}

const noItems: readonly CompletionItem[] = [];

function hasModifier(event: KeyboardEvent): boolean {
	return event.shiftKey || event.ctrlKey || event.metaKey || event.altKey;
}

function useItems(trigger: Trigger | undefined): readonly CompletionItem[] {
	const commands = useReplica((replica) => replica.chrome?.commands);
	const mention = trigger?.kind === "mention" ? trigger.query : undefined;
	const paths = usePaths(mention);
	return useMemo(() => {
		if (trigger === undefined) return noItems;
		if (trigger.kind === "command") return commandItems(commands ?? [], trigger.query);
		return mentionItems(paths, trigger.query);
	}, [trigger, commands, paths]);
}

/** Until the host has answered, what it said before stays: a list that empties at each key would flicker. */
function usePaths(query: string | undefined): readonly string[] {
	const { store } = useKiln();
	const [paths, setPaths] = useState<readonly string[]>([]);
	useEffect(() => {
		if (query === undefined) {
			setPaths([]);
			return;
		}
		let isWanted = true;
		const replyTo = newId("files");
		void store.request({ type: "find_files", replyTo, query }).then((reply) => {
			if (isWanted) setPaths(reply.paths ?? []);
		});
		return () => {
			isWanted = false;
		};
	}, [store, query]);
	return paths;
}

/** As if typed: undo takes it back. There is no other way to keep a text area's undo history. */
function replaceText(
	input: HTMLTextAreaElement,
	{ start, end, text }: { readonly start: number; readonly end: number; readonly text: string },
): void {
	input.focus();
	input.setSelectionRange(start, end);
	document.execCommand("insertText", false, text);
}
