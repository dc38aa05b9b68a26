import { type ErrorCode, KilnError } from "@shared/errors";

export interface ProviderErrorOptions {
	readonly hint?: string | undefined;
	/** HTTP status, where there was one */
	readonly status?: number | undefined;
	/** how long the server asks to wait */
	readonly retryAfterMs?: number | undefined;
	/** overrides what the code alone says (a certificate error is a network error that no retry mends) */
	readonly isRetryable?: boolean | undefined;
}

const retryableCodes: ReadonlySet<ErrorCode> = new Set([
	"provider_rate_limit",
	"provider_overloaded",
	"provider_network",
	"provider_timeout",
]);

/**
 * What a model's API did wrong, as the user and the loop see it. Keeps no SDK error as its cause: those hold request
 * headers and response bodies, and with them the key.
 */
export class ProviderError extends KilnError {
	readonly status: number | undefined;
	readonly retryAfterMs: number | undefined;
	readonly isRetryable: boolean;

	constructor(code: ErrorCode, message: string, options: ProviderErrorOptions = {}) {
		super(code, message, options.hint);
		this.status = options.status;
		this.retryAfterMs = options.retryAfterMs;
		this.isRetryable = options.isRetryable ?? retryableCodes.has(code);
	}
}
