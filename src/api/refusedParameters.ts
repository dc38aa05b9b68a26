import { isContextOverflow } from "./contextOverflow";
import { type FailureFacts, failureFacts } from "./failureFacts";

/** What can be left out of a request without changing what it asks, by wire format. Anthropic needs its `max_tokens`. */
export const droppable = {
	openai: [
		"stream_options",
		"temperature",
		"max_completion_tokens",
		"max_tokens",
		"stop",
		"reasoning_effort",
		"cache_control",
	],
	anthropic: ["temperature", "stop_sequences", "output_config", "thinking"],
} as const;
export type WireFormat = keyof typeof droppable;
type Droppable = (typeof droppable)[WireFormat][number];

/** By base URL and model, for as long as the process lives: a refusal costs one request, not one a turn. */
const remembered = new Map<string, Set<Droppable>>();

export function refusalsOf(endpointUrl: string, model: string): Set<Droppable> {
	const key = `${endpointUrl} ${model}`;
	const known = remembered.get(key) ?? new Set();
	remembered.set(key, known);
	return known;
}

/** The body without what was refused. Of the two names of the output limit the other one is tried first. */
export function withoutRefused<T extends object>(body: T, refused: ReadonlySet<Droppable>): T {
	if (refused.size === 0) return body;
	const kept = { ...body } as Record<string, unknown>;
	for (const name of refused) {
		const other = otherName(name);
		if (other !== undefined && name in kept && !refused.has(other)) kept[other] = kept[name];
		delete kept[name];
	}
	return kept as T;
}

function otherName(name: Droppable): Droppable | undefined {
	if (name === "max_tokens") return "max_completion_tokens";
	return name === "max_completion_tokens" ? "max_tokens" : undefined;
}

/** The parameter of `body` that the server refuses, if that is what the error says. */
export function refusedParameter(error: unknown, body: object, format: WireFormat): Droppable | undefined {
	const facts = failureFacts(error);
	if (facts === undefined || (facts.status !== 400 && facts.status !== 422)) return undefined;
	const present = droppable[format].filter((name) => name in body);
	return present.find((name) => isRefusalOf(name, facts));
}

// OpenAI: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
// OpenAI: "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported."
// OpenAI: "max_tokens is too large: 32768. This model supports at most 16384 completion tokens"
// Azure: "Unrecognized request argument supplied: stream_options"
// Mistral: {"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}
// Anthropic: "`temperature` may only be set to 1 when thinking is enabled."
const refusal =
	/support|unrecogni[sz]ed|unknown|unexpected|extra|not (permitted|allowed)|invalid|deprecated|may only|cannot|must|too large|only the default/i;

function isRefusalOf(name: Droppable, facts: FailureFacts): boolean {
	// "input length and `max_tokens` exceed context limit" is about the conversation, not about the parameter
	if (!refusal.test(facts.text) || isContextOverflow(facts)) return false;
	// "messages.1.content.0: Invalid `signature` in `thinking` block", "messages.1: The final block in an assistant
	// message cannot be `thinking`": about the history, not about the parameter
	if (/\bmessages[.[]\d/.test(facts.text)) return false;
	// "Use 'max_completion_tokens' instead" recommends a parameter, it does not refuse it
	const text = facts.text.replace(/\buse ['"`]?\w+['"`]? instead/gi, "");
	if (name.includes("_")) return new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text);
	// "stop" and "thinking" are also plain words
	return new RegExp(
		`['"\`]${name}['"\`]|\\b(parameter|argument|field|property|input)s?:? ${name}\\b|(^|[.:] ?)${name}:|\\b${name} is (not|deprecated|un)`,
		"i",
	).test(text);
}
