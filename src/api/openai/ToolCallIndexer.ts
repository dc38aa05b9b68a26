import type { StreamChunk } from "@shared/provider";
import type { WireToolCallDelta } from "./wireChunk";

interface Slot {
	readonly index: number;
	readonly id: string | undefined;
	name: string | undefined;
	/** the last character of the arguments so far */
	end: string;
}

/**
 * Numbers the calls of one answer. Servers are expected to number them, but Ollama gives every call the index 0 and
 * some give neither index nor id: there a call begins with a name that comes with a new id, that is another, or that stands behind a whole object.
 */
export class ToolCallIndexer {
	private readonly slots = new Map<number, Slot>();
	private next = 0;

	chunkOf(delta: WireToolCallDelta): Extract<StreamChunk, { type: "tool_call" }> {
		const id = delta.id || undefined;
		const name = delta.function?.name || undefined;
		const given = delta.function?.arguments ?? "";
		const piece = typeof given === "string" ? given : JSON.stringify(given);
		const wireIndex = delta.index ?? 0;
		const known = this.slots.get(wireIndex);
		const slot =
			known !== undefined && goesOn(known, { id, name, piece }) ? known : this.begin(wireIndex, id);
		slot.name ??= name;
		slot.end = piece.trimEnd().at(-1) ?? slot.end;
		return { type: "tool_call", index: slot.index, id, name, arguments: piece };
	}

	private begin(wireIndex: number, id: string | undefined): Slot {
		const slot = { index: this.next++, id, name: undefined, end: "" };
		this.slots.set(wireIndex, slot);
		return slot;
	}
}

interface Piece {
	readonly id: string | undefined;
	readonly name: string | undefined;
	readonly piece: string;
}

/** Some servers repeat the name with each piece of a call, some make a new id up for each. */
function goesOn(slot: Slot, { id, name, piece }: Piece): boolean {
	if (name === undefined) return true;
	if (id !== undefined && (slot.id !== undefined || slot.name !== undefined)) return id === slot.id;
	if (slot.name === undefined) return true;
	return name === slot.name && (slot.end !== "}" || !piece.trimStart().startsWith("{"));
}
