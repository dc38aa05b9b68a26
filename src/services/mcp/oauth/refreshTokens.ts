import {
	discoverAuthorizationServerMetadata,
	refreshAuthorization,
} from "@modelcontextprotocol/sdk/client/auth.js";
import {
	InvalidClientError,
	InvalidGrantError,
	UnauthorizedClientError,
} from "@modelcontextprotocol/sdk/server/auth/errors.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { OpenFailure } from "../connection/OpenFailure";
import { type AuthFetchOptions, authFetch } from "./authFetch";

export interface Renewal {
	/** the authorization server that gave the refresh token out: it goes to no other */
	readonly issuer: string;
	readonly refreshToken: string;
	readonly client: OAuthClientInformationMixed;
	readonly resource: string | undefined;
	readonly server: AuthFetchOptions;
}

/**
 * "void": the refresh token, or the client that it belongs to, counts for nothing any more. "refused": for another
 * reason; the person can sign in anew.
 */
export type RenewalOutcome =
	| { readonly kind: "renewed"; readonly tokens: OAuthTokens }
	| { readonly kind: "void" | "refused" };

/** Rejects with an `OpenFailure` that is worth another try: not reached, or a fault of the authorization server. */
export async function refreshTokens(renewal: Renewal): Promise<RenewalOutcome> {
	const { issuer, client, refreshToken, resource } = renewal;
	let status: number | undefined;
	const send = authFetch(renewal.server);
	const fetchFn: typeof send = async (input, init) => {
		status = undefined;
		const response = await send(input, init);
		status = response.status;
		return response;
	};
	try {
		const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn });
		const tokens = await refreshAuthorization(issuer, {
			...(metadata && { metadata }),
			clientInformation: client,
			refreshToken,
			...(resource !== undefined && { resource }),
			fetchFn,
		});
		return { kind: "renewed", tokens: { ...tokens, issuer } };
	} catch (error) {
		const isVoid =
			error instanceof InvalidGrantError ||
			error instanceof InvalidClientError ||
			error instanceof UnauthorizedClientError;
		if (isVoid) return { kind: "void" };
		if (status !== undefined && status < 500 && status !== 408 && status !== 429) return { kind: "refused" };
		const why = status === undefined ? "could not be reached" : `answered with HTTP ${status}`;
		throw new OpenFailure(`Your sign-in could not be renewed: ${new URL(issuer).host} ${why}.`, {});
	}
}
