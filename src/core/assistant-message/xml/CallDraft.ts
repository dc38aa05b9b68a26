import type { ToolCall } from "@shared/tools";
import type { IdSource, ParserEvent, ParserLimits } from "../ToolCallFormat";
import type { CallSyntax } from "./CallSyntax";
import { type CallProblem, callProblems } from "./callProblems";
import { TextBuffer } from "./TextBuffer";

/** What a call needs of the message it stands in. */
export interface MessageContext {
	readonly limits: ParserLimits;
	readonly newId: IdSource;
	emit(event: ParserEvent): void;
}

/** A call while it is read: its source, values and first problem. Says what happens to it as events. */
export class CallDraft {
	readonly callId: string;
	readonly source = new TextBuffer();
	readonly values = new Map<string, string>();
	private problem: CallProblem | undefined;

	constructor(
		readonly syntax: CallSyntax,
		/** characters of the message before the call */
		private readonly offset: number,
		private readonly context: MessageContext,
	) {
		this.callId = context.newId.call();
		context.emit({ type: "call_started", callId: this.callId, name: syntax.name });
	}

	/** The first problem is the one that is told. */
	fail(problem: CallProblem): void {
		this.problem ??= problem;
	}

	preview(param: string, text: string): void {
		if (text === "" || this.values.has(param)) return;
		this.context.emit({ type: "param_delta", callId: this.callId, param, text });
	}

	/** Of a parameter that is given twice the first value stays; a value past the limit is refused, not cut. */
	keep(param: string, value: string): void {
		const limit = this.context.limits.maxParameterChars;
		if (this.values.has(param)) this.fail(callProblems.duplicate(this.syntax, param));
		else if (value.length > limit) {
			this.fail(callProblems.tooLarge(this.syntax, `<${param}>`, value.length, limit));
		} else {
			this.values.set(param, value);
			this.context.emit({ type: "param_end", callId: this.callId, param, value });
		}
	}

	complete(): void {
		const limit = this.context.limits.maxMessageChars;
		const end = this.offset + this.source.length;
		if (end > limit) this.fail(callProblems.tooLarge(this.syntax, "the message up to its end", end, limit));
		this.context.emit({ type: "call_completed", callId: this.callId, call: this.toCall() });
	}

	private toCall(): ToolCall {
		return {
			callId: this.callId,
			name: this.syntax.name,
			params: Object.fromEntries(this.values),
			source: this.source.toString(),
			...(this.problem === undefined ? {} : { problem: this.problem }),
		};
	}
}
