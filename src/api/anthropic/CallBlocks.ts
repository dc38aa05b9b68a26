import type { StreamChunk } from "@shared/provider";

type CallChunk = Extract<StreamChunk, { type: "tool_call" }>;

interface CallBlock {
	/** of the call in the answer: some gateways give each block the index 0 */
	readonly call: number;
	/** the whole input, where it came with the block's start and not in pieces */
	whole: string;
}

/** The calls of an answer, by the blocks that are open. */
export class CallBlocks {
	private readonly open = new Map<number, CallBlock>();
	private calls = 0;

	*begin(
		index: number,
		block: {
			readonly id?: string | null | undefined;
			readonly name?: string | null | undefined;
			readonly input?: unknown;
		},
	): Generator<CallChunk> {
		yield* this.end(index);
		const { id, name, input } = block;
		const hasInput = typeof input === "object" && input !== null && Object.keys(input).length > 0;
		const call = this.calls++;
		this.open.set(index, { call, whole: hasInput ? JSON.stringify(input) : "" });
		yield { type: "tool_call", index: call, id: id ?? undefined, name: name ?? undefined, arguments: "" };
	}

	*delta(index: number, json: string): Generator<CallChunk> {
		const block = this.open.get(index);
		if (block === undefined) return;
		block.whole = "";
		yield { type: "tool_call", index: block.call, arguments: json };
	}

	/** The block is over: what was not told in pieces is told now. */
	*end(index: number): Generator<CallChunk> {
		const block = this.open.get(index);
		this.open.delete(index);
		if (block !== undefined && block.whole !== "")
			yield { type: "tool_call", index: block.call, arguments: block.whole };
	}

	*endAll(): Generator<CallChunk> {
		for (const index of [...this.open.keys()]) yield* this.end(index);
	}
}
