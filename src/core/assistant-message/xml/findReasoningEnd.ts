import type { IgnoredCall } from "../ToolCallFormat";
import type { MessageTags } from "./CallSyntax";
import { isCommitted } from "./ProseScanner";
import { maybeTag } from "./TagSet";

export interface ReasoningText {
	readonly text: string;
	readonly from: number;
	/** nothing is held back */
	readonly isEnd: boolean;
	readonly closeTag: string;
}

/**
 * Up to where text within `<thinking>` is reasoning for certain, and whether the close tag stands there. A call in it
 * never counts; it is named, for the reminder.
 */
export function findReasoningEnd(
	{ text, from, isEnd, closeTag }: ReasoningText,
	tags: MessageTags,
	onIgnored: (call: IgnoredCall) => void,
): { readonly at: number; readonly isClosed: boolean } {
	for (let at = text.indexOf("<", from); at >= 0; at = text.indexOf("<", at + 1)) {
		const tag = tags.all.match(text, at);
		if (tag === closeTag) return { at, isClosed: true };
		if (tag === maybeTag && !isEnd) return { at, isClosed: false };
		const syntax = tags.calls.get(tag);
		const committed = syntax ? isCommitted(text, at + tag.length, syntax) : "no";
		if (committed === "undecided" && !isEnd) return { at, isClosed: false };
		if (syntax && committed === "yes") {
			onIgnored({ name: syntax.name, reason: "in_thinking" });
		}
	}
	return { at: text.length, isClosed: false };
}
