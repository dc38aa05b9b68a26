import { KilnError } from "@shared/errors";
import { strangersWords } from "./strangersWords";

export interface ExpectedAnswer {
	/** of the authorization server, as it calls itself */
	readonly issuer: string | undefined;
	/** it has said that it names itself in each answer (RFC 9207) */
	readonly mustNameIssuer: boolean;
}

/** The person, or the authorization server, said no. */
export class SignInRefused extends KilnError {}

/**
 * The code that an authorization server sent the browser back with. Throws `SignInRefused`, or `mcp_failed` when another
 * server than the one that was asked has answered (RFC 9207: a server could else have another one's code sent to it).
 */
export function readAnswer(params: URLSearchParams, expected: ExpectedAnswer): string {
	const issuer = params.get("iss");
	const isAnother = issuer === null ? expected.mustNameIssuer : !isSame(issuer, expected.issuer);
	if (isAnother) {
		throw new KilnError(
			"mcp_failed",
			"The sign-in was answered by another authorization server than the one that was asked.",
			"Nothing was sent to it. Sign in again; if this comes again, do not use this server.",
		);
	}
	const error = params.get("error");
	if (error === "access_denied") {
		throw new SignInRefused("mcp_failed", `The sign-in was refused in the browser.${said(params)}`);
	}
	if (error !== null) {
		throw new SignInRefused(
			"mcp_failed",
			`The authorization server refused the sign-in (${strangersWords(error)}).${said(params)}`,
		);
	}
	const code = params.get("code");
	if (code) return code;
	throw new KilnError("mcp_failed", "The browser came back from the sign-in without a code.", "Try again.");
}

/** The query of the address that a browser was sent to, as a person pastes it. Throws `invalid_url`. */
export function readPastedAddress(text: string, state: string): URLSearchParams {
	const address = text.trim();
	const params = URL.canParse(address) ? new URL(address).searchParams : undefined;
	if (params === undefined || !params.has("state")) {
		throw new KilnError(
			"invalid_url",
			"This is not the address that the sign-in ended at.",
			"Copy the whole address that the browser shows after you have signed in: it has code= and state= in it.",
		);
	}
	if (params.get("state") === state) return params;
	throw new KilnError(
		"invalid_url",
		"This address belongs to another sign-in.",
		"Open the page again, sign in there, and copy the address that you come to.",
	);
}

function isSame(a: string, b: string | undefined): boolean {
	return b !== undefined && withoutSlash(a) === withoutSlash(b);
}

function withoutSlash(url: string): string {
	return url.replace(/\/$/, "");
}

function said(params: URLSearchParams): string {
	const description = strangersWords(params.get("error_description") ?? "");
	return description === "" ? "" : ` The server says: "${description}".`;
}
