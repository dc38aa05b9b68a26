import type { MessagePart, ModelMessage } from "@shared/provider";

type Thought = Extract<MessagePart, { type: "reasoning" }>;

/** Who thinks and signs: a provider and its model. Signatures of one mean nothing to another. */
export function makerOf(provider: {
	readonly name: string;
	readonly model: { readonly id: string };
}): string {
	return `${provider.name} ${provider.model.id}`;
}

/**
 * Remembers who signed a thought: a provider refuses the signatures of another. Messages that need no change stay the
 * identical objects, and each changed one is made once, so that codecs can go on caching by identity.
 */
export class SignedThoughts {
	private readonly makers = new WeakMap<MessagePart, string>();
	private fitted = new WeakMap<ModelMessage, ModelMessage>();
	private fittedFor = "";

	sign(thought: Thought, maker: string): Thought {
		this.makers.set(thought, maker);
		return thought;
	}

	/** The messages as they may go to `maker`. */
	fit(messages: readonly ModelMessage[], maker: string): readonly ModelMessage[] {
		if (this.fittedFor !== maker) {
			this.fitted = new WeakMap();
			this.fittedFor = maker;
		}
		return messages.map((message) => (message.role === "user" ? message : this.fitOne(message, maker)));
	}

	private fitOne(message: ModelMessage, maker: string): ModelMessage {
		const known = this.fitted.get(message);
		if (known !== undefined) return known;
		const isForeign = (part: MessagePart) => (this.makers.get(part) ?? maker) !== maker;
		const fitted = message.parts.some(isForeign)
			? { ...message, parts: message.parts.flatMap((part) => (isForeign(part) ? unsigned(part) : [part])) }
			: message;
		this.fitted.set(message, fitted);
		return fitted;
	}
}

function unsigned(part: MessagePart): MessagePart[] {
	return part.type === "reasoning" && part.text !== "" ? [{ type: "reasoning", text: part.text }] : [];
}
