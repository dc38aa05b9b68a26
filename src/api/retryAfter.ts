/** The part of `Headers` that is needed here. */
export interface HeaderBag {
	get(name: string): string | null;
}

const maxPlausibleMs = 31 * 24 * 3600_000;

/** Milliseconds that a failed response asks to wait, from headers first, else from the error's text. */
export function retryAfterMs(
	headers: HeaderBag | undefined,
	text: string,
	now = Date.now(),
): number | undefined {
	const candidates = [
		parseMilliseconds(headers?.get("retry-after-ms")),
		parseRetryAfter(headers?.get("retry-after"), now),
		rateLimitResetMs(headers, now),
		parseTextHint(text),
	];
	return candidates.find((ms) => ms !== undefined && ms >= 0 && ms <= maxPlausibleMs);
}

function parseMilliseconds(value: string | null | undefined): number | undefined {
	const ms = Number.parseFloat(value ?? "");
	return Number.isFinite(ms) ? ms : undefined;
}

/** RFC 9110: whole seconds or an HTTP date. */
function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
	if (value === null || value === undefined || value.trim() === "") return undefined;
	const seconds = Number(value);
	if (Number.isFinite(seconds)) return seconds * 1000;
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const rateLimits = [
	// OpenAI, Groq: "1s", "6m0s", "120ms"
	["x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"],
	["x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"],
	// OpenRouter: milliseconds since the epoch
	["x-ratelimit-remaining", "x-ratelimit-reset"],
	// Anthropic: an RFC 3339 date
	["anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"],
	["anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"],
] as const;

/** The longest wait among the limits that are used up. */
function rateLimitResetMs(headers: HeaderBag | undefined, now: number): number | undefined {
	if (headers === undefined) return undefined;
	const waits = rateLimits
		.filter(([remaining]) => headers.get(remaining) === "0")
		.map(([, reset]) => parseReset(headers.get(reset), now))
		.filter((ms) => ms !== undefined);
	return waits.length === 0 ? undefined : Math.max(...waits);
}

function parseReset(value: string | null, now: number): number | undefined {
	if (value === null) return undefined;
	if (/^\d+(\.\d+)?$/.test(value)) return parseNumericReset(Number(value), now);
	const duration = parseDuration(value);
	if (duration !== undefined) return duration;
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** A bare number is epoch milliseconds, epoch seconds or seconds from now, told apart by its size. */
function parseNumericReset(value: number, now: number): number {
	if (value > 1e12) return Math.max(0, value - now);
	if (value > 1e9) return Math.max(0, value * 1000 - now);
	return value * 1000;
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** "6m0s", "1.5s", "120ms" */
function parseDuration(value: string): number | undefined {
	if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(value)) return undefined;
	let total = 0;
	for (const [, amount, , unit] of value.matchAll(/(\d+(\.\d+)?)(ms|s|m|h|d)/g)) {
		total += Number(amount) * (unitMs[unit ?? ""] ?? 0);
	}
	return total;
}

/** OpenAI: "Please try again in 1.2s."; Gemini: "Please retry in 34.07s.", `"retryDelay": "34s"`. */
export function parseTextHint(text: string): number | undefined {
	const match = /(?:try again in |retry in |retryDelay"?:\s*")((?:\d+(?:\.\d+)?(?:ms|s|m|h))+)/i.exec(text);
	return match?.[1] === undefined ? undefined : parseDuration(match[1]);
}
