import type { StreamChunk } from "@shared/provider";
import type { WireToolCallDelta } from "./wireChunk";

/**
 * Numbers the calls of one answer. Servers are expected to number them, but Ollama gives every call the index 0 and
 * some give none: there a new id begins a new call.
 */
export class ToolCallIndexer {
	private readonly slots = new Map<number, { readonly index: number; readonly id: string | undefined }>();
	private next = 0;

	chunkOf(delta: WireToolCallDelta): StreamChunk {
		const id = delta.id || undefined;
		const name = delta.function?.name || undefined;
		return {
			type: "tool_call",
			index: this.indexOf(delta.index ?? 0, id),
			id,
			name,
			arguments: delta.function?.arguments ?? "",
		};
	}

	private indexOf(wireIndex: number, id: string | undefined): number {
		const slot = this.slots.get(wireIndex);
		if (slot !== undefined && (id === undefined || id === slot.id)) return slot.index;
		const index = this.next++;
		this.slots.set(wireIndex, { index, id });
		return index;
	}
}
