/**
 * The one error type for expected failures. Anything else that is thrown is a bug and is reported as one.
 * `message` says what happened and where, `hint` how to mend it; both are fit for people and for the model.
 */
export const errorCodes = [
	// input from people, files and settings
	"invalid_settings",
	"invalid_workspace",
	"invalid_message",
	"missing_key",
	"invalid_url",
	"unknown_model",
	"storage_unwritable",
	"disk_full",
	"task_locked",
	"task_not_found",
	"log_corrupt",
	// tool calls
	"unknown_tool",
	"tool_not_available",
	"tool_not_allowed",
	"invalid_parameters",
	"malformed_call",
	"call_too_large",
	"repeated_call",
	"path_not_found",
	"path_is_directory",
	"path_not_directory",
	"path_refused",
	"path_ignored",
	"file_changed",
	"file_binary",
	"file_too_large",
	"no_permission",
	"io_error",
	"edit_no_match",
	"edit_ambiguous",
	"edit_malformed",
	"search_failed",
	"command_failed",
	"unknown_mode",
	"unknown_command",
	"subtask_failed",
	// MCP servers
	"mcp_server_unknown",
	"mcp_tool_unknown",
	"mcp_not_connected",
	"mcp_failed",
	// providers
	"provider_auth",
	"provider_payment",
	"provider_rate_limit",
	"provider_overloaded",
	"provider_bad_request",
	"provider_context_overflow",
	"provider_network",
	"provider_timeout",
	"provider_protocol",
	"provider_unknown",
	// limits
	"limit_reached",
	"aborted",
	"internal",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export class KilnError extends Error {
	override readonly name = "KilnError";
	constructor(
		readonly code: ErrorCode,
		message: string,
		readonly hint?: string,
		options?: { cause?: unknown },
	) {
		super(message, options);
	}
}

export interface ErrorInfo {
	readonly code: ErrorCode;
	readonly message: string;
	readonly hint?: string | undefined;
}

/** An error as data. An unexpected one becomes `internal`, with its own message kept. */
export function toErrorInfo(error: unknown): ErrorInfo {
	if (error instanceof KilnError) return { code: error.code, message: error.message, hint: error.hint };
	if (isAbortError(error)) return { code: "aborted", message: "Stopped." };
	const message = error instanceof Error ? error.message : String(error);
	return { code: "internal", message, hint: "This is a bug in Kiln. Please report it with the task's log." };
}

export function isAbortError(error: unknown): boolean {
	if (error instanceof KilnError) return error.code === "aborted";
	return error instanceof Error && (error.name === "AbortError" || error.name === "APIUserAbortError");
}

export function assertNever(value: never): never {
	throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
