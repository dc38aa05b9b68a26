import type { IgnoredCall } from "../ToolCallFormat";
import type { CallSyntax, MessageTags } from "./CallSyntax";
import { MarkdownTracker } from "./MarkdownTracker";
import { spanCloses } from "./spanCloses";
import { maybeTag } from "./TagSet";
import { skipWhiteSpace } from "./whiteSpace";

/** White space between a tool's tag and its first parameter; with more the tag is prose. Bounds what is held back. */
const maxSpaceBeforeParameter = 64;

/** What prose leads to; `at` is where it ends. */
export type ProseStep =
	/** what follows is held back until more has come */
	| { readonly kind: "more"; readonly at: number }
	| { readonly kind: "call"; readonly at: number; readonly body: number; readonly syntax: CallSyntax }
	| { readonly kind: "reasoning"; readonly at: number; readonly body: number; readonly closeTag: string };

type Place = "here" | "undecided" | IgnoredCall["reason"];

interface ToolTag {
	readonly text: string;
	readonly at: number;
	readonly isEnd: boolean;
	readonly syntax: CallSyntax;
}

/**
 * Finds where prose ends and a call or reasoning begins. A call opens only where it may (line start or after a close
 * tag; no fence, no code span) and only if a parameter or its close tag follows. Reasoning opens anywhere outside of
 * code: what a model only thinks must never run, so the wider reading is the safe one.
 */
export class ProseScanner {
	private readonly markdown = new MarkdownTracker();

	constructor(
		private readonly tags: MessageTags,
		private readonly onIgnored: (call: IgnoredCall) => void = () => {},
	) {}

	/** A call or a block of reasoning has ended. */
	resume(): void {
		this.markdown.startLine();
	}

	/** Reads prose from `from` on; with `isEnd` nothing is held back. Text before the step's `at` is never seen again. */
	scan(text: string, from: number, isEnd: boolean): ProseStep {
		let at = from;
		for (;;) {
			at = this.markdown.advance(text, at);
			if (at >= text.length) return { kind: "more", at };
			const step = this.readTag(text, at, isEnd);
			if (typeof step === "object") return step;
			at = step;
		}
	}

	/** What the `<` at `at` begins, or where prose goes on behind it. */
	private readTag(text: string, at: number, isEnd: boolean): ProseStep | number {
		const tag = this.tags.all.match(text, at);
		if (tag === maybeTag && !isEnd) return { kind: "more", at };
		const syntax = this.tags.calls.get(tag);
		if (syntax) return this.readCall({ text, at, isEnd, syntax });
		return tag === "" || tag === maybeTag ? this.passTag(at) : this.readReasoning(at, tag);
	}

	private readReasoning(at: number, tag: string): ProseStep | number {
		const { markdown } = this;
		if (markdown.isInFence || (markdown.spanLength > 0 && !markdown.isLineStart)) return this.passTag(at);
		const body = at + tag.length;
		if (!tag.startsWith("</")) return { kind: "reasoning", at, body, closeTag: closeTagOf(tag) };
		// its opening tag came elsewhere, as some servers do it: what follows may be a call
		markdown.startLine();
		return body;
	}

	private readCall(tag: ToolTag): ProseStep | number {
		const { text, at, isEnd, syntax } = tag;
		const body = at + syntax.openTag.length;
		const committed = isCommitted(text, body, syntax);
		const place = committed === "yes" ? this.placeOf(tag) : committed;
		if (place === "here") return { kind: "call", at, body, syntax };
		if (place === "undecided" && !isEnd) return { kind: "more", at };
		if (place !== "undecided" && place !== "no") this.ignore(syntax, place);
		return this.passTag(at);
	}

	private placeOf({ text, at, isEnd }: ToolTag): Place {
		const { markdown } = this;
		if (markdown.isInFence) return "in_fence";
		if (!markdown.isLineStart) return markdown.spanLength > 0 ? "in_inline_code" : "mid_line";
		if (markdown.spanLength === 0) return "here";
		const closes = spanCloses({ text, from: at, length: markdown.spanLength, isEnd });
		if (closes === "undecided") return closes;
		return closes === "yes" ? "in_inline_code" : "here";
	}

	private ignore(syntax: CallSyntax, reason: IgnoredCall["reason"]): void {
		this.onIgnored({ name: syntax.name, reason });
	}

	private passTag(at: number): number {
		this.markdown.passTag();
		return at + 1;
	}
}

function closeTagOf(tag: string): string {
	return `</${tag.slice(1)}`;
}

/** Whether a parameter or the close tag follows a tool's opening tag. */
export function isCommitted(text: string, body: number, syntax: CallSyntax): "yes" | "no" | "undecided" {
	const next = skipWhiteSpace(text, body, Math.min(text.length, body + maxSpaceBeforeParameter));
	if (next === text.length) return "undecided";
	const tag = syntax.inner.match(text, next);
	if (tag === maybeTag) return "undecided";
	return tag === "" ? "no" : "yes";
}
