import type { IgnoredCall } from "../ToolCallFormat";
import { MarkdownTracker } from "../xml/MarkdownTracker";
import { spanCloses } from "../xml/spanCloses";
import { maybeTag, TagSet } from "../xml/TagSet";
import { type Heading, matchHeading } from "./matchHeading";

const capitalA = 65;
const lessThan = 60;
const reasoningTags = new TagSet(["<thinking>", "<think>", "</thinking>", "</think>"]);

/** What prose leads to; `at` is where it ends, `body` where what it leads to goes on. */
export type ReActStep =
	/** what follows is held back until more has come */
	| { readonly kind: "more"; readonly at: number }
	| { readonly kind: "heading"; readonly at: number; readonly body: number; readonly heading: Heading }
	| { readonly kind: "reasoning"; readonly at: number; readonly body: number; readonly closeTag: string };

interface Place {
	readonly text: string;
	readonly at: number;
	readonly isEnd: boolean;
}

/**
 * Finds where prose ends and an action, the final answer or reasoning begins. A heading counts at the start of a line
 * only, outside of code; reasoning opens anywhere outside of code, as what a model only thinks must never run.
 */
export class ReActScanner {
	private readonly markdown = new MarkdownTracker();

	constructor(
		private readonly isKnown: (name: string) => boolean,
		private readonly onIgnored: (call: IgnoredCall) => void,
	) {}

	/** A block of reasoning has ended. */
	resume(): void {
		this.markdown.startLine();
	}

	/** Reads prose from `from` on; with `isEnd` nothing is held back. Text before the step's `at` is never seen again. */
	scan(text: string, from: number, isEnd: boolean): ReActStep {
		let at = from;
		for (;;) {
			at = this.markdown.advanceToLine(text, at, capitalA);
			if (at >= text.length) return { kind: "more", at };
			const place = { text, at, isEnd };
			const step = text.charCodeAt(at) === lessThan ? this.readTag(place) : this.readHeading(place);
			if (typeof step === "object") return step;
			at = step;
		}
	}

	private readTag({ text, at, isEnd }: Place): ReActStep | number {
		const { markdown } = this;
		const tag = reasoningTags.match(text, at);
		if (tag === maybeTag && !isEnd) return { kind: "more", at };
		const isCode = markdown.isInFence || (markdown.spanLength > 0 && !markdown.isLineStart);
		if (tag === "" || tag === maybeTag || isCode) return this.pass(text, at);
		const body = at + tag.length;
		if (!tag.startsWith("</")) return { kind: "reasoning", at, body, closeTag: `</${tag.slice(1)}` };
		// its opening tag came elsewhere, as some servers do it: what follows may be an action
		markdown.startLine();
		return body;
	}

	private readHeading({ text, at, isEnd }: Place): ReActStep | number {
		const heading = matchHeading(text, at, isEnd, this.isKnown);
		if (heading === "maybe") return { kind: "more", at };
		if (heading === "no") return this.pass(text, at);
		const body = at + heading.body;
		const where = this.placeOf({ text, at, isEnd }, body);
		if (where === "here") return { kind: "heading", at, body, heading };
		if (where === "undecided") return { kind: "more", at };
		if (heading.kind === "action" && this.isKnown(heading.name))
			this.onIgnored({ name: heading.name, reason: where });
		return this.pass(text, at);
	}

	private placeOf({ text, isEnd }: Place, from: number): "here" | "undecided" | IgnoredCall["reason"] {
		const { markdown } = this;
		if (markdown.isInFence) return "in_fence";
		if (!markdown.isLineStart) return markdown.spanLength > 0 ? "in_inline_code" : "mid_line";
		if (markdown.spanLength === 0) return "here";
		const closes = spanCloses({ text, from, length: markdown.spanLength, isEnd });
		if (closes === "undecided") return closes;
		return closes === "yes" ? "in_inline_code" : "here";
	}

	private pass(text: string, at: number): number {
		this.markdown.pass(text.charCodeAt(at));
		return at + 1;
	}
}
