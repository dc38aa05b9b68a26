import { redactedMark } from "@api/anthropic/toWireMessages";
import type { IdSource, ParserEvent } from "../ToolCallFormat";
import { TextBuffer } from "./TextBuffer";

/** `tagged`: reasoning that stands in the text, within tags; `streamed`: what a provider sends as such. */
type Block = "text" | "tagged" | "streamed";

/** Writes a parser's events: opens a block with its first text, closes it before anything else begins. */
export class EventWriter {
	private events: ParserEvent[] = [];
	private block: Block | undefined;
	private blockId = "";
	private text = new TextBuffer();
	/** of tagged reasoning */
	private openTag = "";

	constructor(private readonly newId: IdSource) {}

	/** The events since the last time. */
	take(): ParserEvent[] {
		const { events } = this;
		this.events = [];
		return events;
	}

	emit(event: ParserEvent): void {
		this.events.push(event);
	}

	prose(text: string): void {
		if (text === "") return;
		if (this.block !== "text") this.begin("text");
		this.text.push(text);
		this.events.push({ type: "text_delta", blockId: this.blockId, text });
	}

	openReasoning(openTag: string): void {
		this.begin("tagged");
		this.openTag = openTag;
	}

	/** Text within reasoning tags. */
	reasoning(text: string): void {
		if (text === "") return;
		this.text.push(text);
		this.events.push({ type: "reasoning_delta", blockId: this.blockId, text });
	}

	/** `closeTag` is empty when the message ends within the reasoning. */
	closeReasoning(closeTag: string): void {
		const text = this.text.toString();
		const { blockId, openTag } = this;
		this.events.push({ type: "reasoning_end", blockId, text, source: openTag + text + closeTag });
		this.block = undefined;
	}

	/** Reasoning that the provider sends as such. */
	streamed(text: string): void {
		if (text === "") return;
		if (this.block !== "streamed") this.begin("streamed");
		this.reasoning(text);
	}

	/** Ends the provider's reasoning; one without text is a block too, as it must be sent back. */
	signature(signature: string): void {
		// a payload of its own signs no thought before it
		if (this.block !== "streamed" || signature.startsWith(redactedMark)) this.begin("streamed");
		this.end(signature);
	}

	/** Ends the open block of text or streamed reasoning. */
	end(signature?: string): void {
		const { block, blockId } = this;
		this.block = undefined;
		if (block === "text") this.events.push({ type: "text_end", blockId, text: this.text.toString() });
		if (block === "streamed") {
			const text = this.text.toString();
			this.events.push({
				type: "reasoning_end",
				blockId,
				text,
				...(signature === undefined ? {} : { signature }),
			});
		}
	}

	private begin(block: Block): void {
		this.end();
		this.block = block;
		this.blockId = this.newId.block();
		this.text = new TextBuffer();
	}
}
