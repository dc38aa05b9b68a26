import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { SseError } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
	OAuthError,
	ServerError,
	TemporarilyUnavailableError,
	TooManyRequestsError,
} from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { KilnError } from "@shared/errors";
import * as z from "zod";
import { OpenFailure } from "../connection/OpenFailure";
import { cutOffCode } from "../transport/cutOff";
import { oversizedCode } from "../transport/oversized";

/** What an authorization server says that may answer otherwise the next time. */
const temporaryFaults = [ServerError, TemporarilyUnavailableError, TooManyRequestsError];

/** What went wrong while a server was being reached, for people. */
export function toOpenFailure(error: unknown): OpenFailure {
	if (error instanceof OpenFailure) return error;
	if (error instanceof UnauthorizedError) {
		return new OpenFailure("It wants you to sign in.", { isFinal: true, needsSignIn: true });
	}
	const status = statusOf(error);
	if (status === 401 || status === 403) {
		const why = status === 401 ? "It wants you to sign in" : "It refused the access";
		return new OpenFailure(`${why} (HTTP ${status}).`, { isFinal: true, needsSignIn: true });
	}
	if (error instanceof McpError && error.code === ErrorCode.RequestTimeout) {
		return new OpenFailure("It did not answer in time while it was being started.", { isFinal: true });
	}
	if (error instanceof OAuthError && !temporaryFaults.some((fault) => error instanceof fault)) {
		const words = error.message === "" ? "" : `: ${textOf(error)}`;
		return new OpenFailure(`The authorization server refused it (${error.errorCode}${words}).`, {
			isFinal: true,
		});
	}
	const isFinal =
		status !== undefined
			? status >= 400 && status < 500
			: isForeign(error) || (error instanceof McpError && !isGone(error) && !isCutOff(error));
	return new OpenFailure(`${textOf(error)}.`, { isFinal });
}

/** It speaks another protocol, or another version of it. */
function isForeign(error: unknown): boolean {
	return (
		malformedPart(error) !== undefined ||
		(error instanceof Error && error.message.includes("protocol version is not supported"))
	);
}

/** The stream of one answer ended before the answer came; the connection may live. */
export function isCutOff(error: unknown): boolean {
	return error instanceof McpError && error.code === cutOffCode;
}

/** The HTTP status that an error of either remote transport carries. */
export function statusOf(error: unknown): number | undefined {
	if (error instanceof StreamableHTTPError || error instanceof SseError) {
		return error.code !== undefined && error.code > 0 ? error.code : undefined;
	}
	const found = error instanceof Error ? /\(HTTP (\d{3})\)/.exec(error.message)?.[1] : undefined;
	return found === undefined ? undefined : Number(found);
}

/** The connection is gone, and with it every open call. */
export function isGone(error: unknown): boolean {
	if (error instanceof McpError) return error.code === ErrorCode.ConnectionClosed;
	// a call came when the session had just been closed
	if (error instanceof Error && error.message === "Not connected") return true;
	return isForgotten(error) || isNetworkFailure(error);
}

/** A session that a server does not know any more: 404 says "begin anew", and many servers say 400 instead. */
function isForgotten(error: unknown): boolean {
	const status = statusOf(error);
	return status === 404 || (status === 400 && /\bsession\b/i.test(textOf(error)));
}

function isNetworkFailure(error: unknown): boolean {
	return error instanceof TypeError && error.message.includes("fetch failed");
}

/** What a failed call is for its caller. `what`: `tool "x"`. */
export function toCallError(server: string, what: string, error: unknown): KilnError {
	if (error instanceof KilnError) return error;
	if (error instanceof UnauthorizedError || statusOf(error) === 401 || statusOf(error) === 403) {
		return new KilnError(
			"mcp_failed",
			`MCP server "${server}" wants the user to sign in (or has refused the access) for ${what}.`,
			"The user can sign in under MCP servers. Go on without this server, or ask the user to do so.",
			{ cause: error },
		);
	}
	if (error instanceof McpError && error.code === oversizedCode) {
		return new KilnError(
			"mcp_failed",
			`MCP server "${server}": ${textOf(error)}, which is more than Kiln takes in (${what}).`,
			"Ask for less: fewer items, one page, a narrower question.",
		);
	}
	if (isCutOff(error)) {
		return new KilnError(
			"mcp_failed",
			`MCP server "${server}" broke off before it answered ${what}. Nobody knows how far it came.`,
			"Look at what has changed before you call it again.",
			{ cause: error },
		);
	}
	if (isGone(error)) {
		return new KilnError(
			"mcp_not_connected",
			`MCP server "${server}" ended while it worked on ${what}. Nobody knows how far it came.`,
			"It is being started again. Look at what has changed before you call it again.",
			{ cause: error },
		);
	}
	return new KilnError("mcp_failed", `MCP server "${server}" refused ${what}: ${textOf(error)}.`, undefined, {
		cause: error,
	});
}

const maxTextChars = 2000;

/** An error's message without the SDK's prefixes and without a last full stop; a network failure's real reason. */
export function textOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const malformed = malformedPart(error);
	if (malformed !== undefined) return `its answer is malformed (${malformed})`;
	const cause = error.cause instanceof Error ? `: ${error.cause.message || nameOf(error.cause)}` : "";
	const text = `${error.message}${cause}`.replace(
		/^(MCP error -?\d+: |Streamable HTTP error: |SSE error: )+/,
		"",
	);
	const short = text.length > maxTextChars ? `${text.slice(0, maxTextChars)}…` : text;
	return short.trim().replace(/\.$/, "") || error.name;
}

/** "messages[0].role: Invalid input", when an answer has not the form that the protocol asks for. */
function malformedPart(error: unknown): string | undefined {
	if (!(error instanceof z.core.$ZodError)) return undefined;
	const [issue] = error.issues;
	return issue && [z.core.toDotPath(issue.path), issue.message].filter(Boolean).join(": ");
}

/** Node hides a refused connection to several addresses in an error without a message. */
function nameOf(error: Error): string {
	return "code" in error ? String(error.code) : error.name;
}
