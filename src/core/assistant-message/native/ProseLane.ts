import type { StreamChunk } from "@shared/provider";
import type { IdSource, ParserEvent } from "../ToolCallFormat";
import { EventWriter } from "../xml/EventWriter";
import type { Lane } from "./Lane";

export type ProseChunk = Extract<StreamChunk, { type: "text" | "reasoning" | "reasoning_signature" }>;

/** Text and thoughts between calls. */
export class ProseLane implements Lane {
	isOver = false;
	private readonly writer: EventWriter;

	constructor(newId: IdSource) {
		this.writer = new EventWriter(newId);
	}

	push(chunk: ProseChunk): void {
		if (chunk.type === "text") this.writer.prose(chunk.text);
		else if (chunk.type === "reasoning") this.writer.streamed(chunk.text);
		else this.writer.signature(chunk.signature);
	}

	take(): ParserEvent[] {
		return this.writer.take();
	}

	leave(): void {
		this.end();
	}

	end(): void {
		this.writer.end();
		this.isOver = true;
	}
}
