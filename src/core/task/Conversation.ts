import type { EventOf, TaskEvent } from "@shared/events";
import type { MessagePart, ModelMessage } from "@shared/provider";
import type { ToolCallFormat } from "../assistant-message/ToolCallFormat";
import { formatResponse } from "../prompts/formatResponse";
import { messageParts, noteOf } from "./messageTexts";
import { OpenAnswer } from "./OpenAnswer";
import { SignedThoughts } from "./SignedThoughts";

/** Parts of the user's message that came with one event. */
interface UserBlock {
	/** of the event that they came with */
	readonly seq: number;
	/** of a message that may be expanded */
	readonly blockId?: string;
	readonly parts: readonly MessagePart[];
}

interface Sent {
	readonly message: ModelMessage;
	/** what a user's message consists of; absent for an answer */
	readonly blocks?: readonly UserBlock[];
	/** the last event that it stands for */
	readonly seq: number;
}

/**
 * The model's history as a fold over the log. What was sent stays as it was sent: finished messages are never touched
 * again and keep their identity from request to request, so the block list of request N is a prefix of that of N+1.
 * Only `condensed` replaces messages, and a change of model takes the signatures of thoughts away.
 *
 * It speaks one format, whatever the calls were made in; results stand right behind their calls, before all else that
 * the user says.
 */
export class Conversation {
	private done: Sent[] = [];
	private open: UserBlock[] = [];
	private task: UserBlock | undefined;
	private summary: UserBlock | undefined;
	private readonly thoughts = new SignedThoughts();
	private readonly answer: OpenAnswer;
	private cachedLast: ModelMessage | undefined;

	constructor(format: ToolCallFormat) {
		this.answer = new OpenAnswer(format, this.thoughts);
	}

	/** The messages of the next request; `maker` is whom they go to (`makerOf`), absent: all signatures stay. */
	messages(maker?: string): readonly ModelMessage[] {
		const messages = this.done.map(({ message }) => message);
		if (this.open.length > 0) {
			this.cachedLast ??= messageOf(this.open);
			messages.push(this.cachedLast);
		}
		return maker === undefined ? messages : this.thoughts.fit(messages, maker);
	}

	push(event: TaskEvent): void {
		if (event.type === "user_message") this.addMessage(event);
		else if (event.type === "message_expanded") this.expand(event);
		else if (event.type === "environment") this.addText(event.seq, event.text);
		else if (event.type === "condensed") this.condense(event);
		else if (event.type === "turn_ended") this.endTurn(event);
		else this.answer.push(event);
	}

	private addMessage(event: EventOf<"user_message">): void {
		const block = { seq: event.seq, blockId: event.blockId, parts: messageParts(event) };
		this.task ??= block;
		this.addUser(block);
	}

	private addText(seq: number, text: string): void {
		this.addUser({ seq, parts: [{ type: "text", text }] });
	}

	private addUser(block: UserBlock): void {
		if (block.parts.length === 0) return;
		this.open.push(block);
		this.cachedLast = undefined;
	}

	/** Right behind the message's own parts; behind all else when that was sent already. */
	private expand({ seq, blockId, parts }: EventOf<"message_expanded">): void {
		const at = this.open.findIndex((block) => block.blockId === blockId);
		const block = this.open[at];
		if (block === undefined) {
			this.addUser({ seq, parts });
			return;
		}
		const expanded = { ...block, parts: [...block.parts, ...parts] };
		this.open[at] = expanded;
		if (this.task === block) this.task = expanded;
		this.cachedLast = undefined;
	}

	/** The turn is whole: the answer becomes a message, its results open the next one of the user. */
	private endTurn(event: EventOf<"turn_ended">): void {
		const { seq } = event;
		const { parts, results } = this.answer.take();
		if (parts.length > 0) {
			this.closeUser();
			this.done.push({ seq, message: { role: "assistant", parts } });
		}
		this.addUser({ seq, parts: [...results, ...noteOf(event)] });
	}

	private closeUser(): void {
		const last = this.open.at(-1);
		if (last === undefined) return;
		const message = this.cachedLast ?? messageOf(this.open);
		this.done.push({ message, blocks: this.open, seq: last.seq });
		this.open = [];
		this.cachedLast = undefined;
	}

	/**
	 * What was said up to `upTo` becomes the task and the summary; what comes after stays. The answer of a turn and its
	 * results bear the seq of the turn's end, so that they go together.
	 */
	private condense({ seq, upTo, summary }: EventOf<"condensed">): void {
		const { task, summary: before } = this;
		const isLater = (block: UserBlock) => block.seq > upTo && block !== task && block !== before;
		this.summary = { seq, parts: [{ type: "text", text: formatResponse.condensed(summary) }] };
		const head = task === undefined ? [this.summary] : [task, this.summary];
		const kept = this.done.filter((sent) => sent.seq > upTo);
		const first = kept[0];
		if (first === undefined) {
			this.done = [];
			this.open = [...head, ...this.open.filter(isLater)];
			this.cachedLast = undefined;
		} else {
			const blocks = [...head, ...(first.blocks ?? []).filter(isLater)];
			const opening: Sent = { message: messageOf(blocks), blocks, seq: first.blocks ? first.seq : seq };
			this.done = [opening, ...(first.blocks ? kept.slice(1) : kept)];
		}
	}
}

function messageOf(blocks: readonly UserBlock[]): ModelMessage {
	return { role: "user", parts: blocks.flatMap(({ parts }) => parts) };
}
