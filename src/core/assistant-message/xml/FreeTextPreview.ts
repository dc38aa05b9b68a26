import type { ParameterSyntax } from "@shared/tools";
import type { CallDraft } from "./CallDraft";
import type { CallSyntax } from "./CallSyntax";
import { cdataBodyAt, cdataEnd } from "./cdata";
import { partialTagAt } from "./partialTagAt";
import { maybeTag } from "./TagSet";
import { afterNewline, beforeNewline, skipWhiteSpace } from "./whiteSpace";

/** A seeming end (close tag, white space, next tag) is looked at no further than this. */
const maxCloseChars = 512;

/** What stands behind a close tag. */
type Behind = "undecided" | "content" | "end" | ParameterSyntax;

type State =
	/** it is open whether the value stands in CDATA */
	| "start"
	| "value"
	/** in or behind a short parameter that follows a free-text one */
	| "short"
	| "behind"
	/** the call seems to have ended: nothing more is shown until the message is whole */
	| "over";

/**
 * Shows free text while it streams. It guesses at the value's end by looking at the next tag only; `readFreeText`
 * decides once the message is whole, and what the guess left out is shown then. Looks at each character a bounded
 * number of times; what it shows depends on the text alone, never on its pieces.
 */
export class FreeTextPreview {
	private readonly syntax: CallSyntax;
	private readonly given: Set<string>;
	private readonly shownChars = new Map<string, number>();
	private state: State = "start";
	private param = "";
	private openTag = "";
	private closeTag = "";
	private isCdata = false;
	/** the same parameter's tags opened within the value */
	private depth = 0;
	private count = 0;
	private held = "";

	constructor(
		private readonly draft: CallDraft,
		parameter: ParameterSyntax,
	) {
		this.syntax = draft.syntax;
		this.given = new Set(draft.values.keys());
		this.begin(parameter);
	}

	/** How many characters of the parameter's value were shown. */
	shown(param: string): number {
		return param === this.param ? this.count : (this.shownChars.get(param) ?? 0);
	}

	push(text: string): void {
		if (this.state === "value" && this.held === "" && this.isPlain(text)) this.show(text);
		else if (this.state !== "over") this.read(this.held + text);
	}

	/** Nothing in it can begin or belong to a close tag. */
	private isPlain(text: string): boolean {
		const last = text.charCodeAt(text.length - 1);
		return last !== 10 && last !== 13 && !text.includes(this.isCdata ? "]" : "<");
	}

	private read(text: string): void {
		let rest: string | undefined = text;
		while (rest !== undefined) {
			this.held = rest;
			rest = this.step(rest);
		}
	}

	/** Takes what it can of the text; gives back the rest when it can be looked at again, else keeps it in `held`. */
	private step(text: string): string | undefined {
		switch (this.state) {
			case "start":
				return this.stepStart(text);
			case "value":
				return this.stepValue(text);
			case "short":
				return this.stepShort(text);
			case "behind":
				return this.stepBehind(text.slice(skipWhiteSpace(text, 0)));
			case "over":
				this.held = "";
		}
	}

	private begin(parameter: ParameterSyntax): void {
		if (this.param !== "") this.shownChars.set(this.param, this.count);
		this.given.add(parameter.name);
		this.param = parameter.name;
		this.openTag = `<${parameter.name}>`;
		this.closeTag = `</${parameter.name}>`;
		this.count = 0;
		this.depth = 0;
		this.state = parameter.isFreeText ? "start" : "short";
	}

	private stepStart(text: string): string | undefined {
		const body = cdataBodyAt(text, 0);
		if (body === undefined) return undefined;
		this.isCdata = body >= 0;
		const from = this.isCdata ? body : 0;
		// `\n` or `\r\n` right behind the mark is dropped, which the next characters tell
		if (text.length < from + 2) return undefined;
		this.state = "value";
		return text.slice(afterNewline(text, from));
	}

	private stepValue(text: string): string | undefined {
		const mark = this.isCdata ? cdataEnd : this.closeTag;
		let open = this.isCdata ? -1 : text.indexOf(this.openTag);
		let at = 0;
		for (;;) {
			const close = text.indexOf(mark, at);
			while (open >= 0 && (close < 0 || open < close)) {
				this.depth++;
				at = open + this.openTag.length;
				open = text.indexOf(this.openTag, at);
			}
			if (close < 0) return this.showTo(this.heldFrom(text, at, mark), text);
			at = close + mark.length;
			if (this.depth > 0) this.depth--;
			else {
				const behind = this.behindClose(text, close, at);
				if (behind !== "content") return this.seemsClosed(behind, text, close, at);
			}
		}
	}

	private behindClose(text: string, close: number, at: number): Behind {
		const end = close + maxCloseChars;
		const window = text.length > end ? text.slice(0, end) : text;
		const behind = this.isCdata ? this.behindCdata(window, at) : this.behind(window, at);
		return behind === "undecided" && window.length === end ? "content" : behind;
	}

	private seemsClosed(behind: Behind, text: string, close: number, at: number): string | undefined {
		this.showTo(beforeNewline(text, close), text);
		if (behind === "undecided") return undefined;
		const next = this.isCdata ? skipWhiteSpace(text, at) + this.closeTag.length : at;
		return this.goOn(behind, text, next);
	}

	/** Shows the text up to `end` and holds the rest. */
	private showTo(end: number, text: string): undefined {
		if (end > 0) this.show(text.slice(0, end));
		this.held = text.slice(end);
	}

	private show(text: string): void {
		this.count += text.length;
		this.draft.preview(this.param, text);
	}

	/** Where that begins which the next characters may turn into a close tag, or into the newline before it. */
	private heldFrom(text: string, from: number, mark: string): number {
		const at = this.isCdata
			? partialMarkAt(text, from, mark)
			: Math.min(partialTagAt(text, from, mark), partialTagAt(text, from, this.openTag));
		if (at === text.length && text.endsWith("\r")) return at - 1;
		return Math.max(from, beforeNewline(text, at));
	}

	private stepShort(text: string): string | undefined {
		const close = text.indexOf(this.closeTag);
		if (close < 0) {
			this.held = text.slice(partialTagAt(text, 0, this.closeTag));
			return undefined;
		}
		this.state = "behind";
		return text.slice(close + this.closeTag.length);
	}

	private stepBehind(text: string): string | undefined {
		this.held = text;
		return this.goOn(this.behind(text, 0), text, 0);
	}

	private behindCdata(text: string, from: number): Behind {
		const at = skipWhiteSpace(text, from);
		if (text.startsWith(this.closeTag, at)) return this.behind(text, at + this.closeTag.length);
		return this.closeTag.startsWith(text.slice(at)) ? "undecided" : "content";
	}

	private behind(text: string, from: number): Behind {
		const at = skipWhiteSpace(text, from);
		if (at === text.length) return "undecided";
		const tag = this.syntax.inner.match(text, at);
		if (tag === maybeTag) return "undecided";
		if (tag === this.syntax.closeTag) return "end";
		const parameter = this.syntax.parameters.get(tag);
		return parameter && !this.given.has(parameter.name) ? parameter : "content";
	}

	private goOn(behind: Behind, text: string, from: number): string | undefined {
		if (behind === "undecided") return undefined;
		this.held = "";
		if (typeof behind === "string") {
			this.state = "over";
			return undefined;
		}
		this.begin(behind);
		return text.slice(skipWhiteSpace(text, from) + this.openTag.length);
	}
}

/** Where a mark without `<` begins that the end of the text cuts. */
function partialMarkAt(text: string, from: number, mark: string): number {
	for (let at = Math.max(from, text.length - mark.length + 1); at < text.length; at++) {
		if (mark.startsWith(text.slice(at))) return at;
	}
	return text.length;
}
