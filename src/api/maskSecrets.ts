/** Shorter values are dummies ("x") that would only garble the text. */
const minSecretChars = 4;

/** Replaces every occurrence of a secret: servers echo keys in their errors. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
	let masked = text;
	for (const secret of secrets) {
		if (secret.length >= minSecretChars) masked = masked.replaceAll(secret, "***");
	}
	return masked;
}

/** "Authorization", "X-Api-Key", "Ocp-Apim-Subscription-Key", "cf-aig-authorization", "Helicone-Auth", "Cookie" */
const secretHeaders = /auth|cookie|[-_]key$|apikey|token|secret|password|credential/i;

/** The key and whatever the profile's own headers carry in its place; `Bearer xyz` also as bare `xyz`. */
export function secretsOf(key: string | undefined, headers: Readonly<Record<string, string>>): string[] {
	const values = Object.entries(headers)
		.filter(([name]) => secretHeaders.test(name))
		.flatMap(([, value]) => [value, value.replace(/^\w+\s+/, "")]);
	return [key ?? "", ...values].filter((value) => value !== "");
}

/** True when the profile's headers authenticate by themselves. */
export function hasSecretHeader(headers: Readonly<Record<string, string>>): boolean {
	return Object.keys(headers).some((name) => secretHeaders.test(name));
}
