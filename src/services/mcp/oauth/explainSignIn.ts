import { OAuthError, ServerError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { KilnError } from "@shared/errors";
import * as z from "zod";
import { strangersWords } from "./strangersWords";

export interface SignInPlaces {
	/** of the authorization server */
	readonly host: string;
	/** where the browser was to come back to */
	readonly callback: string;
	/** there is one: it has said so itself */
	readonly isFound: boolean;
}

/**
 * Why a sign-in failed, for people. What the authorization server answered is not quoted but for its own description of
 * an error: answers hold codes and tokens.
 */
export function explainSignIn(error: unknown, { host, callback, isFound }: SignInPlaces): KilnError {
	if (error instanceof KilnError) return error;
	const failed = (message: string, hint?: string) =>
		new KilnError("mcp_failed", `The sign-in failed: ${message}.`, hint, { cause: error });
	if (error instanceof ServerError && !isFound && /^HTTP 4/.test(error.message)) {
		return failed(
			`${host} offers no sign-in by browser`,
			'It may want a key instead. Write it into the server\'s entry: "headers": { "Authorization": "Bearer …" }.',
		);
	}
	if (error instanceof ServerError) return failed(`${host} ${serverFault(error)}`, "Try again later.");
	if (error instanceof OAuthError) {
		const words = error.message === "" ? "" : `: ${strangersWords(error.message)}`;
		return failed(`${host} refused it (${error.errorCode}${words})`);
	}
	if (error instanceof z.core.$ZodError || error instanceof SyntaxError) {
		return failed(`${host} does not answer as an authorization server does`);
	}
	if (!(error instanceof Error)) return failed(String(error));
	if (error.message.includes("dynamic client registration")) {
		return failed(
			`${host} lets no client register by itself`,
			`Register Kiln there by hand, with the address ${callback}, and write the id that you get into the server's entry: "oauth": { "clientId": "…"${portOf(callback)} }.`,
		);
	}
	const cause = error.cause instanceof Error ? error.cause.message : "";
	if (error instanceof TypeError) {
		return failed(
			`${host} could not be reached${cause === "" ? "" : `: ${strangersWords(cause)}`}`,
			"Try again.",
		);
	}
	return failed(strangersWords(error.message));
}

/** Without it the next sign-in comes back to another port than the registered one. */
function portOf(callback: string): string {
	return `, "redirectPort": ${new URL(callback).port}`;
}

/** The SDK puts the whole answer into the message. */
function serverFault({ message }: Error): string {
	const status = /^HTTP (\d{3})/.exec(message)?.[1];
	return status === undefined ? "reports a fault of its own" : `answered with an error (HTTP ${status})`;
}
