import { classifyProviderError } from "@api/classifyProviderError";
import { HttpFailure } from "@api/failureFacts";
import { isRetryable } from "@api/retry";
import { KilnError } from "@shared/errors";
import { describe, expect, it } from "vitest";

const key = "sk-secret-0123456789";
const context = { host: "api.example.com", model: "big-model", secrets: [key] };
const classify = (error: unknown) => classifyProviderError(error, context) as KilnError;
const http = (status: number, body: unknown, headers: Record<string, string> = {}) =>
	new HttpFailure(status, new Headers(headers), typeof body === "string" ? body : JSON.stringify(body));
const failed = (code: string, message = "") =>
	Object.assign(new TypeError("fetch failed"), {
		cause: Object.assign(new Error(message || code), { code }),
	});

describe("failures that a server names", () => {
	it.each([
		["wrong key", 401, { error: { message: "Incorrect API key provided" } }, "provider_auth"],
		[
			"wrong key, Google",
			400,
			[{ error: { message: "API key not valid. Pass a valid one." } }],
			"provider_auth",
		],
		["forbidden", 403, { error: { message: "Country not supported" } }, "provider_auth"],
		["no credits", 402, { error: { message: "Insufficient credits" } }, "provider_payment"],
		[
			"OpenAI's quota",
			429,
			{ error: { message: "You exceeded your current quota", code: "insufficient_quota" } },
			"provider_payment",
		],
		[
			"Anthropic's credit",
			400,
			{
				error: {
					type: "invalid_request_error",
					message: "Your credit balance is too low to access the Anthropic API.",
				},
			},
			"provider_payment",
		],
		[
			"Anthropic's spend limit",
			429,
			{
				type: "error",
				error: {
					type: "rate_limit_error",
					message: "Limit",
					details: { error_code: "enforced_spend_limit_reached" },
				},
			},
			"provider_payment",
		],
		[
			"rate limit",
			429,
			{ error: { message: "Rate limit reached", type: "rate_limit_error" } },
			"provider_rate_limit",
		],
		[
			"unknown model, OpenAI",
			404,
			{ error: { message: "The model `x` does not exist", code: "model_not_found" } },
			"unknown_model",
		],
		[
			"unknown model, Ollama",
			404,
			{ error: 'model "llama9" not found, try pulling it first' },
			"unknown_model",
		],
		[
			"unknown model, Anthropic",
			404,
			{ error: { type: "not_found_error", message: "model: claude-9" } },
			"unknown_model",
		],
		[
			"unknown model, OpenRouter",
			400,
			{ error: { message: "big is not a valid model ID", code: 400 } },
			"unknown_model",
		],
		["wrong path", 404, "404 page not found", "invalid_url"],
		["wrong path, FastAPI", 404, { detail: "Not Found" }, "invalid_url"],
		["server error", 500, { error: { message: "Internal error" } }, "provider_overloaded"],
		[
			"bad gateway page",
			502,
			"<html><head><title>502 Bad Gateway</title></head></html>",
			"provider_overloaded",
		],
		[
			"overload",
			529,
			{ type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
			"provider_overloaded",
		],
		["gateway timeout", 504, "upstream timeout", "provider_timeout"],
		[
			"Mistral's validation",
			422,
			{ object: "error", message: { detail: [{ loc: ["body", "n"] }] } },
			"provider_bad_request",
		],
		[
			"no tools",
			400,
			{ error: "registry.ollama.ai/library/gemma does not support tools" },
			"provider_bad_request",
		],
	])("%s", (_, status, body, code) => {
		const error = classify(http(status, body));
		expect(error).toBeInstanceOf(KilnError);
		expect(error.code).toBe(code);
		expect(error.message).toContain("api.example.com");
		expect(error.hint).toBeTruthy();
	});

	it.each([
		"This model's maximum context length is 128000 tokens. However, your messages resulted in 130011 tokens.",
		"This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens",
		"Your input exceeds the context window of this model. Please adjust your input and try again.",
		"prompt is too long: 208310 tokens > 200000 maximum",
		"input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length",
		"the request exceeds the available context size, try increasing it",
		"request (5021 tokens) exceeds the available context size (4096 tokens), try increasing it",
		"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
		"Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
		"Please reduce the length of the messages or completion.",
	])("context overflow: %s", (message) => {
		const error = classify(http(400, { error: { message } }));
		expect(error.code).toBe("provider_context_overflow");
		expect(isRetryable(error)).toBe(false);
	});

	it("shows the upstream's words that OpenRouter wraps", () => {
		const raw = JSON.stringify({ error: { message: "prompt is too long: 9 tokens > 8 maximum" } });
		const error = classify(
			http(400, { error: { code: 400, message: "Provider returned error", metadata: { raw } } }),
		);
		expect(error.code).toBe("provider_context_overflow");
		expect(error.message).toContain("9 tokens > 8");
	});

	it("does not take a rate limit on tokens for an overflow", () => {
		const message = "Request too large: please reduce the length of the messages (tokens per min)";
		expect(classify(http(429, { error: { message } })).code).toBe("provider_rate_limit");
	});

	it("reads Google's list of one error, and takes its limit a minute for no lack of money", () => {
		const message =
			"You exceeded your current quota, please check your plan and billing details.\nPlease retry in 34.07s.";
		const error = classify(http(429, [{ error: { code: 429, message, status: "RESOURCE_EXHAUSTED" } }]));
		expect(error).toMatchObject({ code: "provider_rate_limit", retryAfterMs: 34_070 });
		expect(error.message).not.toContain("RESOURCE_EXHAUSTED");
		const forGood = message.replace(/\n.*/, "");
		expect(classify(http(429, [{ error: { code: 429, message: forGood } }])).code).toBe("provider_payment");
	});

	it("carries the wait that the server asks for", () => {
		expect(classify(http(429, "", { "retry-after": "3" }))).toMatchObject({
			retryAfterMs: 3000,
			status: 429,
		});
		expect(classify(http(503, "", { "retry-after-ms": "250" }))).toMatchObject({ retryAfterMs: 250 });
	});

	it("masks the key and shortens long answers", () => {
		const error = classify(http(400, { error: { message: `key ${key} ${"x".repeat(5000)}` } }));
		expect(error.message).not.toContain(key);
		expect(error.message.length).toBeLessThan(800);
	});

	it("reads an SDK's error of a running stream by its type", () => {
		const sdk = Object.assign(new Error("x"), {
			status: undefined,
			headers: new Headers(),
			error: { error: { type: "overloaded_error", message: "Overloaded" } },
		});
		expect(classify(sdk)).toMatchObject({ code: "provider_overloaded", status: 529 });
	});
});

describe("failures of the network", () => {
	it.each([
		["ECONNREFUSED", "provider_network", true],
		["ENOTFOUND", "provider_network", true],
		["ECONNRESET", "provider_network", true],
		["UND_ERR_SOCKET", "provider_network", true],
		["ETIMEDOUT", "provider_timeout", true],
		["UND_ERR_CONNECT_TIMEOUT", "provider_timeout", true],
		["SELF_SIGNED_CERT_IN_CHAIN", "provider_network", false],
		["CERT_HAS_EXPIRED", "provider_network", false],
		["ERR_TLS_CERT_ALTNAME_INVALID", "provider_network", false],
		["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "provider_network", false],
	])("%s", (systemCode, code, retryable) => {
		const error = classify(failed(systemCode));
		expect(error.code).toBe(code);
		expect(isRetryable(error)).toBe(retryable);
		expect(error.message).toContain("api.example.com");
	});

	it("looks into the addresses that were tried", () => {
		const tried = new AggregateError([failed("ECONNREFUSED").cause], "");
		expect(classify(Object.assign(new TypeError("fetch failed"), { cause: tried })).message).toContain(
			"refused",
		);
	});

	it("understands Electron's words", () => {
		expect(classify(new Error("net::ERR_NAME_NOT_RESOLVED")).message).toContain("resolved");
		expect(isRetryable(classify(new Error("net::ERR_CERT_AUTHORITY_INVALID")))).toBe(false);
	});
});

describe("other errors", () => {
	it("passes aborts and named errors through", () => {
		const abort = new DOMException("x", "AbortError");
		expect(classify(abort)).toBe(abort);
		const named = new KilnError("invalid_url", "x");
		expect(classify(new Error("outer", { cause: named }))).toBe(named);
	});

	it("takes broken JSON for a protocol error, whatever V8 calls it", () => {
		expect(classify(new SyntaxError("Unterminated string in JSON at position 5")).code).toBe(
			"provider_protocol",
		);
	});

	it("names what it does not know", () => {
		expect(classify(new Error(`odd ${key}`))).toMatchObject({
			code: "provider_unknown",
			message: expect.stringContaining("odd ***"),
		});
		expect(classify("just a string").code).toBe("provider_unknown");
	});
});
