import { ProviderError } from "@api/ProviderError";
import { isRetryable, retryAfterOf, retryDelayMs } from "@api/retry";
import { retryAfterMs } from "@api/retryAfter";
import { KilnError } from "@shared/errors";
import { describe, expect, it } from "vitest";

const now = Date.parse("2026-01-01T00:00:00Z");
const waitOf = (headers: Record<string, string>, text = "") => retryAfterMs(new Headers(headers), text, now);

describe("how long the server asks to wait", () => {
	it.each([
		[{ "retry-after": "12" }, 12_000],
		[{ "retry-after": "0.5" }, 500],
		[{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
		[{ "retry-after": "Wed, 31 Dec 2025 23:00:00 GMT" }, 0],
		[{ "retry-after-ms": "1500", "retry-after": "9" }, 1500],
		[{ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "6m0s" }, 360_000],
		[{ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "120ms" }, 120],
		[{ "x-ratelimit-remaining-tokens": "5", "x-ratelimit-reset-tokens": "6m0s" }, undefined],
		[{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now + 4000) }, 4000],
		[
			{
				"anthropic-ratelimit-tokens-remaining": "0",
				"anthropic-ratelimit-tokens-reset": "2026-01-01T00:01:00Z",
			},
			60_000,
		],
		[{ "retry-after": "soon" }, undefined],
		[{ "retry-after": "-5" }, undefined],
		[{}, undefined],
	])("%o → %s", (headers, ms) => {
		expect(waitOf(headers as Record<string, string>)).toBe(ms);
	});

	it("reads it from the error's words where no header says it", () => {
		expect(waitOf({}, "Rate limit reached. Please try again in 1.2s.")).toBe(1200);
		expect(waitOf({}, '{"retryDelay": "34s"}')).toBe(34_000);
	});
});

describe("the wait before a retry", () => {
	it("doubles from one second to a minute", () => {
		const most = [0, 1, 2, 3, 4, 5, 6, 20, 2000].map((attempt) => retryDelayMs(attempt, undefined, () => 1));
		expect(most).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
	});

	it("takes off up to a half at random", () => {
		expect(retryDelayMs(3, undefined, () => 0)).toBe(4000);
	});

	it("is never shorter than what the server asked for, and little longer", () => {
		expect(retryDelayMs(0, 30_000, () => 0)).toBe(30_000);
		expect(retryDelayMs(5, 2000, () => 1)).toBe(2250);
	});
});

describe("what is worth a retry", () => {
	it.each(["provider_rate_limit", "provider_overloaded", "provider_network", "provider_timeout"] as const)(
		"%s is",
		(code) => {
			expect(isRetryable(new ProviderError(code, "x"))).toBe(true);
			expect(isRetryable(new KilnError(code, "x"))).toBe(true);
		},
	);

	it.each([
		"provider_auth",
		"provider_payment",
		"provider_bad_request",
		"provider_context_overflow",
		"unknown_model",
	] as const)("%s is not", (code) => {
		expect(isRetryable(new ProviderError(code, "x"))).toBe(false);
	});

	it("not what asks to wait for hours, not an abort, not a bug", () => {
		expect(isRetryable(new ProviderError("provider_rate_limit", "x", { retryAfterMs: 3600_000 }))).toBe(
			false,
		);
		expect(isRetryable(new DOMException("x", "AbortError"))).toBe(false);
		expect(isRetryable(new TypeError("x"))).toBe(false);
	});

	it("tells the wait of an error", () => {
		expect(retryAfterOf(new ProviderError("provider_rate_limit", "x", { retryAfterMs: 7 }))).toBe(7);
		expect(retryAfterOf(new Error("x"))).toBeUndefined();
	});
});
