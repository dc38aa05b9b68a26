import type { ParserEvent } from "@core/assistant-message/ToolCallFormat";

/** The first thing that is wrong with the order of events, if anything is: blocks end once and never interleave. */
export function disorder(events: readonly ParserEvent[]): string | undefined {
	let open: { id: string; text: string } | undefined;
	const ended = new Set<string>();
	for (const [index, event] of events.entries()) {
		const id = "callId" in event ? event.callId : event.blockId;
		if (ended.has(id)) return `event ${index}: ${id} goes on after its end`;
		if (open && open.id !== id) return `event ${index}: ${id} begins within ${open.id}`;
		open ??= { id, text: "" };
		if (event.type === "text_delta" || event.type === "reasoning_delta") open.text += event.text;
		if (event.type === "text_delta" && event.text === "") return `event ${index}: an empty delta`;
		if (event.type === "text_end" || event.type === "reasoning_end") {
			if (event.text !== open.text) return `event ${index}: the text is not the sum of its deltas`;
		}
		if (event.type.endsWith("_end") && event.type !== "param_end") ended.add(id);
		if (event.type === "call_completed") ended.add(id);
		if (ended.has(id)) open = undefined;
	}
	return open && `${open.id} does not end`;
}
