import type { ParameterSyntax } from "@shared/tools";
import type { CallDraft } from "./CallDraft";
import type { CallSyntax, MessageTags } from "./CallSyntax";
import { callProblems } from "./callProblems";
import { describeStray } from "./describeStray";
import { FreeTextTail } from "./FreeTextTail";
import { partialTagAt } from "./partialTagAt";
import { ShortValue } from "./ShortValue";
import { maybeTag } from "./TagSet";
import { skipWhiteSpace } from "./whiteSpace";

type State =
	/** parameter position */
	| { readonly kind: "between" }
	| { readonly kind: "short"; readonly parameter: ParameterSyntax; readonly value: ShortValue }
	/** free text: everything up to the message's end is kept, then read */
	| { readonly kind: "free"; readonly tail: FreeTextTail }
	/** malformed: up to the close tag; to the message's end if free text may come. `at`: what is wrong, in the source */
	| { readonly kind: "stray"; readonly at: number }
	| { readonly kind: "done" };

const between: State = { kind: "between" };

/**
 * Reads one committed call from behind its opening tag on. Without free text it is complete at its close tag. With free
 * text nothing is certain before the message ends: from the first such parameter on all text is the tail's.
 */
export class CallReader {
	private state: State = between;

	constructor(
		private readonly draft: CallDraft,
		private readonly allTags: MessageTags,
	) {
		draft.source.push(draft.syntax.openTag);
	}

	get isDone(): boolean {
		return this.state.kind === "done";
	}

	/** Set once all further text belongs to a free-text value, as far as can be told. */
	get tail(): FreeTextTail | undefined {
		return this.state.kind === "free" ? this.state.tail : undefined;
	}

	/** Reads on. Gives back where it stopped: behind the call, or at what must wait for more text. */
	read(text: string, from: number): number {
		let at = from;
		for (;;) {
			if (this.tail) {
				this.tail.push(text.slice(at));
				return text.length;
			}
			const next = this.readPart(text, at);
			if (next.at > at) this.draft.source.push(text.slice(at, next.at));
			at = next.at;
			if (this.isDone) this.draft.complete();
			if (this.isDone || next.isWaiting || at === text.length) return at;
		}
	}

	/** The message has ended with `rest`. Gives back what stands behind the call. */
	finish(rest: string, isCut: boolean): string {
		const { draft, state } = this;
		const behind = this.tail?.finish(draft, isCut) ?? "";
		draft.source.push(rest);
		if (state.kind === "between") draft.fail(callProblems.unclosedCall(draft.syntax, isCut));
		if (state.kind === "stray") this.failAt(state.at);
		if (state.kind === "short") {
			draft.fail(callProblems.unclosedParameter(draft.syntax, state.parameter.name, isCut));
		}
		this.state = { kind: "done" };
		draft.complete();
		return behind;
	}

	private readPart(text: string, at: number): Progress {
		switch (this.state.kind) {
			case "short":
				return this.readShort(text, at, this.state.parameter, this.state.value);
			case "stray":
				return this.skip(text, at, this.state.at);
			default:
				return this.readTag(text, at);
		}
	}

	private readTag(text: string, from: number): Progress {
		const { inner, closeTag, parameters } = this.draft.syntax;
		const at = skipWhiteSpace(text, from);
		if (at === text.length) return { at };
		const tag = inner.match(text, at);
		if (tag === maybeTag) return { at, isWaiting: true };
		const parameter = parameters.get(tag);
		if (tag === closeTag) this.state = { kind: "done" };
		else if (parameter) this.begin(parameter);
		else this.state = { kind: "stray", at: this.draft.source.length + at - from };
		return { at: at + tag.length };
	}

	private begin(parameter: ParameterSyntax): void {
		this.state = parameter.isFreeText
			? { kind: "free", tail: new FreeTextTail(this.draft, parameter, this.allTags) }
			: { kind: "short", parameter, value: new ShortValue() };
	}

	private readShort(text: string, from: number, { name }: ParameterSyntax, value: ShortValue): Progress {
		const closeTag = `</${name}>`;
		const close = text.indexOf(closeTag, from);
		if (close < 0) {
			const at = partialTagAt(text, from, closeTag);
			this.draft.preview(name, value.push(text.slice(from, at)));
			return { at, isWaiting: true };
		}
		this.draft.preview(name, value.push(text.slice(from, close)));
		if (value.mayEnd) this.endShort(name, value);
		else this.draft.preview(name, value.push(closeTag));
		return { at: close + closeTag.length };
	}

	private endShort(name: string, short: ShortValue): void {
		const { value, rest } = short.end();
		const { draft } = this;
		draft.preview(name, rest);
		if (isTornOpen(value, name, draft.syntax)) {
			draft.fail(callProblems.unclosedParameter(draft.syntax, name, false));
		} else draft.keep(name, value);
		this.state = between;
	}

	private skip(text: string, from: number, strayAt: number): Progress {
		const { closeTag, hasFreeText } = this.draft.syntax;
		// the rest may be a file's content, and nothing in it may be taken for a call
		if (hasFreeText) return { at: text.length };
		const close = text.indexOf(closeTag, from);
		if (close < 0) return { at: partialTagAt(text, from, closeTag), isWaiting: true };
		const at = close + closeTag.length;
		this.failAt(strayAt, text.slice(from, at));
		this.state = { kind: "done" };
		return { at };
	}

	/** `ahead`: text that is not in the source yet */
	private failAt(strayAt: number, ahead = ""): void {
		const { draft } = this;
		const found = describeStray(draft.source.toString() + ahead, strayAt);
		draft.fail(callProblems.stray(draft.syntax, found));
	}
}

interface Progress {
	readonly at: number;
	readonly isWaiting?: boolean;
}

/** A value that runs over the call's end into another call: its own close tag was forgotten. */
function isTornOpen(value: string, name: string, { closeTag }: CallSyntax): boolean {
	const end = value.indexOf(closeTag);
	return end >= 0 && value.includes(`<${name}>`, end);
}
