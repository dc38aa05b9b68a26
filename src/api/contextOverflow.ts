import type { FailureFacts } from "./failureFacts";

const overflowCodes = new Set([
	// OpenAI, DeepSeek, Groq
	"context_length_exceeded",
	// llama.cpp's server
	"exceed_context_size_error",
	// Anthropic: the request is over 32 MB
	"request_too_large",
]);

const overflowPatterns: readonly RegExp[] = [
	// OpenAI, vLLM: "This model's maximum context length is 128000 tokens. However, your messages resulted in 130011 tokens."
	// OpenRouter: "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens"
	/maximum context length/i,
	// OpenAI: "Your input exceeds the context window of this model. Please adjust your input and try again."
	/exceeds? the (model's )?context window/i,
	// Anthropic: "prompt is too long: 208310 tokens > 200000 maximum"
	/prompt is too long/i,
	// Anthropic: "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length"
	/exceeds? (the )?(model's )?context (limit|length|size)/i,
	// llama.cpp, Ollama: "the request exceeds the available context size, try increasing it"
	// llama.cpp: "request (5021 tokens) exceeds the available context size (4096 tokens), try increasing it"
	/exceeds the available context size/i,
	// Ollama: "input length exceeds maximum context length"
	/input length exceeds/i,
	// LM Studio: "Trying to keep the first 6012 tokens when context the overflows. However, the model is loaded with
	// context length of only 4096 tokens"
	/context the overflows|greater than the context length/i,
	// vLLM: "The decoder prompt (length 5000) is longer than the maximum model length of 4096."
	/longer than the maximum model length/i,
	// Gemini: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."
	/input token count.*exceeds the maximum/i,
	// Mistral: "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length"
	/too large for model with \d+ maximum/i,
	// Bedrock: "Input is too long for requested model."
	/input is too long for/i,
	// Groq, xAI: "Please reduce the length of the messages or completion."
	/reduce the length of the (messages|prompt|input)/i,
];

/** Whether the conversation is too long for the model: shorter history mends it, repeating does not. */
export function isContextOverflow(facts: FailureFacts): boolean {
	if (facts.status !== undefined && (facts.status === 429 || facts.status >= 500)) {
		// llama.cpp answered 500 to this before it had its own error type
		return facts.status === 500 && overflowPatterns.some((pattern) => pattern.test(facts.text));
	}
	if (facts.status === 413 || facts.codes.some((code) => overflowCodes.has(code))) return true;
	return overflowPatterns.some((pattern) => pattern.test(facts.text));
}
