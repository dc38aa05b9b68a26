import type { IgnoredCall } from "../ToolCallFormat";
import type { EventWriter } from "../xml/EventWriter";

/** An action at a line's start; bounded, so that it takes linear time. */
const actionWithin = /^[ \t]{0,40}(?:\*\*)?Action(?:\*\*)?:(?:\*\*)?[ \t]{0,8}([A-Za-z_][\w.-]{0,47})/gm;

/** Reasoning within tags while it streams. An action in it never counts; it is named, for the reminder. */
export class TaggedThought {
	isClosed = false;
	private text = "";

	constructor(
		openTag: string,
		private readonly closeTag: string,
		private readonly writer: EventWriter,
	) {
		writer.openReasoning(openTag);
	}

	/** Reads on from `from`; stops behind the close tag, or before what may be the beginning of it. */
	read(text: string, from: number, isEnd: boolean): number {
		const close = text.indexOf(this.closeTag, from);
		const at = close >= 0 ? close : text.length - (isEnd ? 0 : begunAtEnd(text, from, this.closeTag));
		this.text += text.slice(from, at);
		this.writer.reasoning(text.slice(from, at));
		if (close < 0) return at;
		this.close(this.closeTag);
		return at + this.closeTag.length;
	}

	/** `closeTag` is empty when the message ends within the reasoning. */
	close(closeTag = ""): void {
		this.isClosed = true;
		this.writer.closeReasoning(closeTag);
	}

	ignored(isKnown: (name: string) => boolean): IgnoredCall[] {
		const names = [...this.text.matchAll(actionWithin)].map(([, name = ""]) => name);
		return names.filter(isKnown).map((name) => ({ name, reason: "in_thinking" }));
	}
}

/** How many characters at the text's end may be the beginning of the tag. */
function begunAtEnd(text: string, from: number, tag: string): number {
	for (let length = Math.min(tag.length - 1, text.length - from); length > 0; length--) {
		if (text.endsWith(tag.slice(0, length))) return length;
	}
	return 0;
}
