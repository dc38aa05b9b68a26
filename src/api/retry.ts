import { isAbortError, KilnError } from "@shared/errors";
import { ProviderError } from "./ProviderError";

export { classifyProviderError } from "./classifyProviderError";

const baseDelayMs = 1000;
const maxDelayMs = 60_000;
/** A daily quota asks for hours: that is an answer for the user, not a wait. */
const maxRetryAfterMs = 15 * 60_000;

/** Whether the same request may succeed later without anyone's doing. */
export function isRetryable(error: unknown): boolean {
	if (isAbortError(error)) return false;
	if (error instanceof ProviderError) {
		return error.isRetryable && (error.retryAfterMs ?? 0) <= maxRetryAfterMs;
	}
	return error instanceof KilnError && new ProviderError(error.code, "").isRetryable;
}

/** How long the server asked to wait, where it did. */
export function retryAfterOf(error: unknown): number | undefined {
	return error instanceof ProviderError ? error.retryAfterMs : undefined;
}

/**
 * Wait before the next attempt. `attempt` counts the retries already made, from 0: 1 s · 2^attempt, at most 60 s, of
 * which up to a half is taken off at random, so that many clients do not return at once. What the server asked for
 * goes before all that.
 */
export function retryDelayMs(
	attempt: number,
	retryAfterMs: number | undefined,
	random: () => number = Math.random,
): number {
	if (retryAfterMs !== undefined) return Math.round(retryAfterMs + random() * 250);
	const backOffMs = Math.min(maxDelayMs, baseDelayMs * 2 ** attempt);
	return Math.round(backOffMs * (0.5 + random() / 2));
}
