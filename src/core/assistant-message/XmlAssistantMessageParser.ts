import type { StreamChunk } from "@shared/provider";
import type { ToolSyntax } from "@shared/tools";
import type {
	AssistantMessageParser,
	IdSource,
	IgnoredCall,
	ParserEvent,
	ParserLimits,
} from "./ToolCallFormat";
import { CallDraft } from "./xml/CallDraft";
import { CallReader } from "./xml/CallReader";
import { type CallSyntax, type MessageTags, messageTags } from "./xml/CallSyntax";
import { EventWriter } from "./xml/EventWriter";
import { findReasoningEnd } from "./xml/findReasoningEnd";
import { ProseScanner } from "./xml/ProseScanner";

type ReasoningChunk = Extract<StreamChunk, { type: "reasoning" | "reasoning_signature" }>;

/**
 * Reads tool calls that a model writes as XML into its text (`<tool><parameter>value</parameter></tool>`).
 *
 * Prose streams through; only what may be a tag is held back. A call without free text is complete at its close tag.
 * A call with free text (a file's content, a diff) owns the whole rest of the message until it is over: its value is
 * previewed while it streams, but any text or call behind its seeming end may still belong to it, so it comes out only
 * at `finish`, where xml/readFreeText.ts reads that rest once. No event is ever revoked, and memory is bounded by the
 * message. Past the message's limit text still passes, calls are refused.
 */
export class XmlAssistantMessageParser implements AssistantMessageParser {
	readonly ignored: IgnoredCall[] = [];
	private readonly tags: MessageTags;
	private readonly prose: ProseScanner;
	private readonly writer: EventWriter;
	/** the close tag of the reasoning that is open */
	private thinking: string | undefined;
	private call: CallReader | undefined;
	/** text that may be the beginning of a tag */
	private held = "";
	/** characters of text so far */
	private received = 0;
	/** reasoning that came while a call was open: blocks never interleave */
	private readonly waiting: ReasoningChunk[] = [];

	constructor(
		tools: readonly ToolSyntax[],
		private readonly limits: ParserLimits,
		private readonly newId: IdSource,
	) {
		this.tags = messageTags(tools);
		this.prose = new ProseScanner(this.tags, this.ignore);
		this.writer = new EventWriter(newId);
	}

	private readonly ignore = (call: IgnoredCall): void => {
		this.ignored.push(call);
	};

	push(chunk: StreamChunk): ParserEvent[] {
		if (chunk.type === "text") this.pushText(chunk.text);
		else if (chunk.type === "reasoning" || chunk.type === "reasoning_signature") this.pushReasoning(chunk);
		return this.writer.take();
	}

	finish(isCut = false): ParserEvent[] {
		let rest = this.held;
		this.held = "";
		do {
			rest = this.read(rest, true);
			if (this.call) rest = this.finishCall(this.call, rest, isCut);
		} while (rest !== "");
		if (this.thinking) this.closeThinking("");
		this.writer.end();
		return this.writer.take();
	}

	private pushText(text: string): void {
		if (text === "") return;
		this.received += text.length;
		const tail = this.call?.tail;
		if (tail) tail.push(text);
		else this.held = this.read(this.held === "" ? text : this.held + text, false);
	}

	private pushReasoning(chunk: ReasoningChunk): void {
		if (chunk.type === "reasoning" && chunk.text === "") return;
		if (!this.call && !this.thinking) this.held = this.read(this.held, true);
		if (this.call || this.thinking) this.waiting.push(chunk);
		else this.writeReasoning(chunk);
	}

	private writeReasoning(chunk: ReasoningChunk): void {
		if (chunk.type === "reasoning") this.writer.streamed(chunk.text);
		else this.writer.signature(chunk.signature);
		this.prose.resume();
	}

	/** Reads text that ends where the message so far ends. Gives back what must wait for more. */
	private read(text: string, isEnd: boolean): string {
		let at = 0;
		while (at < text.length) {
			if (this.call) {
				at = this.call.read(text, at);
				if (!this.call.isDone) break;
				this.endCall();
				continue;
			}
			const next = this.thinking ? this.readThinking(text, at, isEnd) : this.readProse(text, at, isEnd);
			at = next.at;
			if (next.isWaiting) break;
		}
		return at === 0 ? text : text.slice(at);
	}

	private readProse(text: string, from: number, isEnd: boolean): Progress {
		const step = this.prose.scan(text, from, isEnd);
		this.writer.prose(text.slice(from, step.at));
		if (step.kind === "more") return { at: step.at, isWaiting: true };
		if (step.kind === "call") this.openCall(step.syntax, this.received - (text.length - step.at));
		else this.openThinking(text.slice(step.at, step.body), step.closeTag);
		return { at: step.body };
	}

	private readThinking(text: string, from: number, isEnd: boolean): Progress {
		if (!this.thinking) return { at: from };
		const closeTag = this.thinking;
		const { at, isClosed } = findReasoningEnd({ text, from, isEnd, closeTag }, this.tags, this.ignore);
		this.writer.reasoning(text.slice(from, at));
		if (!isClosed) return { at, isWaiting: true };
		this.closeThinking(closeTag);
		return { at: at + closeTag.length };
	}

	private openThinking(openTag: string, closeTag: string): void {
		this.writer.openReasoning(openTag);
		this.thinking = closeTag;
	}

	private closeThinking(closeTag: string): void {
		this.writer.closeReasoning(closeTag);
		this.thinking = undefined;
		this.goOn();
	}

	private openCall(syntax: CallSyntax, offset: number): void {
		this.writer.end();
		const emit = (event: ParserEvent) => this.writer.emit(event);
		const draft = new CallDraft(syntax, offset, { limits: this.limits, newId: this.newId, emit });
		this.call = new CallReader(draft, this.tags);
	}

	private finishCall(call: CallReader, rest: string, isCut: boolean): string {
		const behind = call.finish(rest, isCut);
		this.endCall();
		return behind;
	}

	private endCall(): void {
		this.call = undefined;
		this.goOn();
	}

	/** Prose goes on behind a close tag. */
	private goOn(): void {
		this.prose.resume();
		for (const chunk of this.waiting.splice(0)) this.writeReasoning(chunk);
	}
}

interface Progress {
	readonly at: number;
	readonly isWaiting?: boolean;
}
