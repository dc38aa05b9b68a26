import type { OAuthStore } from "./OAuthStore";

/** What a sign-in by browser needs of its host. */
export interface SignInPorts {
	readonly store: OAuthStore;
	/** Shows an http(s) address to the person; false when this host cannot, or the person did not want it. */
	openBrowser(url: string): Promise<boolean>;
	/** The address under which the person's browser reaches a loopback address of this machine; default: that one. */
	callbackAddress?(loopback: string): Promise<string>;
	readonly clientMetadataUrl?: string | undefined;
}
