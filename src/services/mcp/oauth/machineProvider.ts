import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { KilnError } from "@shared/errors";
import type { OAuthEntry } from "../config/entrySchema";

/** A machine's own account (`client_credentials`): no browser, nothing kept. Throws `invalid_settings`. */
export async function machineProvider(entry: OAuthEntry): Promise<OAuthClientProvider> {
	const { clientId, clientSecret, privateKey, algorithm, scope } = entry;
	if (clientId === undefined || (clientSecret ?? privateKey) === undefined) {
		throw new KilnError(
			"invalid_settings",
			'client_credentials need "oauth.clientId" and "oauth.clientSecret" or "oauth.privateKey".',
		);
	}
	const providers = await import("@modelcontextprotocol/sdk/client/auth-extensions.js");
	const common = { clientId, clientName: "Kiln", ...(scope !== undefined && { scope }) };
	if (privateKey !== undefined)
		return new providers.PrivateKeyJwtProvider({ ...common, privateKey, algorithm });
	return new providers.ClientCredentialsProvider({ ...common, clientSecret: clientSecret ?? "" });
}
