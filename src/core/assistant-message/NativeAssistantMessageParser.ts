import type { StreamChunk } from "@shared/provider";
import type { ToolSyntax } from "@shared/tools";
import { type CalledTool, calledTools } from "./json/OpenCall";
import type { Lane } from "./native/Lane";
import { NativeCall } from "./native/NativeCall";
import { type ProseChunk, ProseLane } from "./native/ProseLane";
import type {
	AssistantMessageParser,
	IdSource,
	IgnoredCall,
	ParserEvent,
	ParserLimits,
} from "./ToolCallFormat";

/**
 * Reads calls that a provider sends as such, several a message. Text is text, whatever it looks like.
 *
 * A call is complete when its arguments are a whole object and something else has begun, else at the end of the message.
 * Arguments that are no whole JSON object are refused, never mended. Time is linear: each piece is read once for the
 * preview, the whole once at the end.
 */
export class NativeAssistantMessageParser implements AssistantMessageParser {
	readonly ignored: readonly IgnoredCall[] = [];
	private readonly tools: ReadonlyMap<string, CalledTool>;
	private readonly calls = new Map<number, NativeCall>();
	/** those that are not over, and those behind them */
	private lanes: Lane[] = [];
	private last: Lane | undefined;
	/** characters of text and arguments so far */
	private received = 0;

	constructor(
		tools: readonly ToolSyntax[],
		private readonly limits: ParserLimits,
		private readonly newId: IdSource,
	) {
		this.tools = calledTools(tools);
	}

	push(chunk: StreamChunk): ParserEvent[] {
		if (chunk.type === "tool_call") this.pushCall(chunk);
		else if (chunk.type === "text" || chunk.type === "reasoning") {
			if (chunk.text !== "") this.pushProse(chunk);
		} else if (chunk.type === "reasoning_signature") this.pushProse(chunk);
		return this.take();
	}

	finish(isCut = false): ParserEvent[] {
		for (const lane of this.lanes) lane.end(isCut);
		return this.take();
	}

	private pushProse(chunk: ProseChunk): void {
		if (chunk.type === "text") this.received += chunk.text.length;
		const { last } = this;
		const lane = last instanceof ProseLane ? last : this.append(new ProseLane(this.newId));
		lane.push(chunk);
	}

	private pushCall({ index, name, arguments: piece }: Extract<StreamChunk, { type: "tool_call" }>): void {
		const call = this.calls.get(index) ?? this.beginCall(index);
		this.received += piece.length;
		call.push(name, piece);
		if (call !== this.last) call.leave();
	}

	private beginCall(index: number): NativeCall {
		const context = { limits: this.limits, newId: this.newId };
		const call = this.append(new NativeCall(this.tools, this.received, context));
		this.calls.set(index, call);
		return call;
	}

	private append<L extends Lane>(lane: L): L {
		this.last?.leave();
		this.last = lane;
		this.lanes.push(lane);
		return lane;
	}

	/** The events of the first lane that is not over, and of all before it. */
	private take(): ParserEvent[] {
		let events: ParserEvent[] = [];
		while (this.lanes[0] !== undefined) {
			const [lane] = this.lanes;
			const taken = lane.take();
			events = events.length === 0 ? taken : events.concat(taken);
			if (!lane.isOver) break;
			this.lanes = this.lanes.slice(1);
		}
		return events;
	}
}
