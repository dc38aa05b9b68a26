import type { ToolCall, ToolSyntax } from "@shared/tools";
import type { MessageContext } from "../xml/CallDraft";
import type { CallProblem } from "../xml/callProblems";
import { TextBuffer } from "../xml/TextBuffer";
import { argumentProblems } from "./argumentProblems";

/** A tool as it was called. */
export interface CalledTool {
	readonly name: string;
	/** absent: nobody knows the name */
	readonly syntax?: ToolSyntax | undefined;
}

/** By name. */
export function calledTools(tools: readonly ToolSyntax[]): ReadonlyMap<string, CalledTool> {
	return new Map(tools.map((syntax) => [syntax.name, { name: syntax.name, syntax }]));
}

/** A call with JSON-like arguments while it is read. Says what happens to it as events. */
export class OpenCall {
	readonly callId: string;
	readonly source = new TextBuffer();
	private readonly params = new Map<string, unknown>();
	private problem: CallProblem | undefined;

	constructor(
		readonly tool: CalledTool,
		/** characters of the message before the call */
		private readonly offset: number,
		private readonly context: MessageContext,
	) {
		this.callId = context.newId.call();
		context.emit({ type: "call_started", callId: this.callId, name: tool.name });
	}

	/** The first problem is the one that is told. */
	fail(problem: CallProblem): void {
		this.problem ??= problem;
	}

	preview(param: string, text: string): void {
		if (text === "" || this.params.has(param)) return;
		this.context.emit({ type: "param_delta", callId: this.callId, param, text });
	}

	/** `text`: the value as text. Of a parameter that is given twice the first value stays; null is as good as left out. */
	keep(param: string, value: unknown, text: string): void {
		const limit = this.context.limits.maxParameterChars;
		if (this.params.has(param)) this.fail(argumentProblems.duplicate(this.tool.name, param));
		else if (text.length > limit)
			this.fail(argumentProblems.tooLarge(this.tool.name, `"${param}"`, text.length, limit));
		else {
			this.params.set(param, value);
			this.context.emit({ type: "param_end", callId: this.callId, param, value: text });
		}
	}

	complete(): void {
		const limit = this.context.limits.maxMessageChars;
		const end = this.offset + this.source.length;
		if (end > limit)
			this.fail(argumentProblems.tooLarge(this.tool.name, "the message up to its end", end, limit));
		this.context.emit({ type: "call_completed", callId: this.callId, call: this.toCall() });
	}

	private toCall(): ToolCall {
		return {
			callId: this.callId,
			name: this.tool.name,
			params: Object.fromEntries([...this.params].filter(([, value]) => value !== null)),
			source: this.source.toString(),
			...(this.problem === undefined ? {} : { problem: this.problem }),
		};
	}
}
