import { type ErrorCode, isAbortError, KilnError } from "@shared/errors";
import { isContextOverflow } from "./contextOverflow";
import { errorChain, type FailureFacts, failureFacts } from "./failureFacts";
import { maskSecrets } from "./maskSecrets";
import { networkFailure } from "./networkFailure";
import { ProviderError } from "./ProviderError";
import { parseTextHint, retryAfterMs } from "./retryAfter";

/** What a message names besides the server's words. Secrets are masked wherever they show up. */
export interface FailureContext {
	/** "openrouter.ai", "127.0.0.1:11434" */
	readonly host: string;
	readonly model: string;
	readonly secrets: readonly string[];
}

const unknownContext: FailureContext = { host: "The model's server", model: "", secrets: [] };
const maxServerWords = 600;

/** Any error of a model request as a named one. Abort errors pass unchanged. */
export function classifyProviderError(error: unknown, context: FailureContext = unknownContext): Error {
	if (error instanceof Error && isAbortError(error)) return error;
	const named = errorChain(error).find((link) => link instanceof KilnError);
	if (named !== undefined) return named;
	const facts = failureFacts(error);
	if (facts !== undefined) return ofFacts(facts, context);
	// before the network: V8 says "Unterminated string in JSON", undici "terminated"
	if (errorChain(error).some((link) => link instanceof SyntaxError)) return garbled(context);
	return ofNetwork(error, context) ?? ofUnknown(error, context);
}

function ofNetwork(error: unknown, { host }: FailureContext): ProviderError | undefined {
	const failure = networkFailure(error);
	if (failure === undefined) return undefined;
	const code = failure.isTimeout ? "provider_timeout" : "provider_network";
	const { hint, isRetryable } = failure;
	return new ProviderError(code, `Could not reach ${host}: ${failure.what}.`, { hint, isRetryable });
}

function garbled({ host }: FailureContext): ProviderError {
	const hint = "The server or a proxy in between garbles the stream.";
	const message = `${host} sent an event that is not valid JSON.`;
	return new ProviderError("provider_protocol", message, { hint, isRetryable: true });
}

function ofUnknown(error: unknown, context: FailureContext): ProviderError {
	const words = shortened(error instanceof Error ? error.message : String(error), context);
	return new ProviderError("provider_unknown", `The request to ${context.host} failed: ${words}`);
}

interface Verdict {
	readonly code: ErrorCode;
	readonly what: string;
	readonly hint: string;
}

function ofFacts(facts: FailureFacts, context: FailureContext): ProviderError {
	const verdict = verdictOf(facts, context);
	const status = facts.status === undefined ? "" : ` (${facts.status})`;
	const words = shortened(facts.text, context);
	const message = `${context.host} ${verdict.what}${status}${words === "" ? "." : `: ${words}`}`;
	return new ProviderError(verdict.code, message, {
		hint: verdict.hint,
		status: facts.status,
		retryAfterMs: mayCarryWait(facts) ? retryAfterMs(facts.headers, facts.text) : undefined,
	});
}

function mayCarryWait({ status }: FailureFacts): boolean {
	return status === 429 || (status !== undefined && status >= 500);
}

function verdictOf(facts: FailureFacts, context: FailureContext): Verdict {
	if (isContextOverflow(facts)) {
		return {
			code: "provider_context_overflow",
			what: "says the conversation is too long for the model",
			hint: "Condense the conversation, or choose a model with a larger context window.",
		};
	}
	if (isPayment(facts)) {
		return {
			code: "provider_payment",
			what: "wants payment",
			hint: "Add credit to the account, raise its spending limit, or choose another profile.",
		};
	}
	return byStatus(facts, context);
}

const paymentCodes = new Set(["insufficient_quota", "billing_error", "enforced_spend_limit_reached"]);

function isPayment({ status, codes, text }: FailureFacts): boolean {
	if (status === 402 || codes.some((code) => paymentCodes.has(code))) return true;
	// Anthropic, 400: "Your credit balance is too low to access the Anthropic API."
	// OpenAI, 429: "You exceeded your current quota, please check your plan and billing details."
	// Gemini says the same of a limit a minute, but adds "Please retry in 34.07s."
	if (parseTextHint(text) !== undefined) return false;
	return /credit balance is too low|check your plan and billing|insufficient (credits|balance|funds)/i.test(
		text,
	);
}

function byStatus(facts: FailureFacts, context: FailureContext): Verdict {
	switch (facts.status) {
		case 401:
		case 407:
			return refusedKey("refused the key");
		case 403:
			return refusedKey("does not allow this request");
		case 404:
			return notFound(facts, context);
		case 408:
		case 504:
		case 522:
		case 524:
			return { code: "provider_timeout", what: "did not answer in time", hint: "The server may be busy." };
		case 429:
			return {
				code: "provider_rate_limit",
				what: "limits the rate of requests",
				hint: "Wait a little, or choose a profile with a higher limit.",
			};
		default:
			return facts.status !== undefined && facts.status >= 500
				? overloaded(facts.status)
				: badRequest(facts, context);
	}
}

function refusedKey(what: string): Verdict {
	const hint =
		"Check the profile's key: is it complete, valid for this base URL, and allowed to use this model?";
	return { code: "provider_auth", what, hint };
}

function notFound({ text, codes }: FailureFacts, { model }: FailureContext): Verdict {
	// OpenAI: code "model_not_found"; Ollama: "model 'x' not found"; Anthropic: "model: claude-x";
	// OpenRouter: "No endpoints found for x."; a wrong path: "404 page not found", "Not Found"
	const namesModel = /\bmodels?\b|no endpoints found/i.test(text) || (model !== "" && text.includes(model));
	if (namesModel || codes.includes("model_not_found")) {
		const what = `does not know the model "${model}"`;
		return { code: "unknown_model", what, hint: "Choose one of the models that the server lists." };
	}
	const hint = "Check the base URL: OpenAI-compatible addresses usually end in /v1, Anthropic's in nothing.";
	return { code: "invalid_url", what: "has no such address", hint };
}

function overloaded(status: number): Verdict {
	const isBusy = status === 503 || status === 529;
	return {
		code: "provider_overloaded",
		what: isBusy ? "is overloaded" : "failed",
		hint: "This is usually over in a few minutes.",
	};
}

function badRequest({ text, status }: FailureFacts, { model }: FailureContext): Verdict {
	// Google, 400: "API key not valid. Please pass a valid API key."
	if (/api[ _-]?key (is )?(not valid|invalid|expired)/i.test(text)) return refusedKey("refused the key");
	// OpenRouter, 400: "x is not a valid model ID"; Anthropic behind proxies: "invalid model"
	if (/not a valid model|invalid model\b|model .{0,80}does not exist/i.test(text)) {
		const what = `does not know the model "${model}"`;
		return { code: "unknown_model", what, hint: "Choose one of the models that the server lists." };
	}
	if (/does not support tools|tool.{0,20}(not supported|unsupported)/i.test(text)) {
		const hint = 'Choose the tool format "xml" in the profile.';
		return { code: "provider_bad_request", what: "cannot use native tool calls with this model", hint };
	}
	// Anthropic: "messages.0.content.1.image.source.base64: image exceeds 5 MB maximum"
	if (/image.{0,60}(exceeds|too large|dimension)/i.test(text)) {
		const hint = "Go back to the message with the image and send it without, or smaller.";
		return { code: "provider_bad_request", what: "does not take an image of that size", hint };
	}
	if (/does not support image|image input|multimodal|image.{0,40}not supported/i.test(text)) {
		const hint = "Choose a model that sees images, or switch images off in the profile.";
		return { code: "provider_bad_request", what: "does not take images with this model", hint };
	}
	if (status === undefined)
		return { code: "provider_unknown", what: "reported an error", hint: "Try again." };
	return { code: "provider_bad_request", what: "refused the request", hint: "Check the profile's settings." };
}

function shortened(text: string, { secrets }: FailureContext): string {
	const oneLine = maskSecrets(text, secrets).replace(/\s+/g, " ").trim();
	return oneLine.length > maxServerWords ? `${oneLine.slice(0, maxServerWords)}…` : oneLine;
}
