/** A random id for commands and profiles. `crypto.randomUUID` is missing where the editor runs without TLS. */
export function newId(prefix: string): string {
	const bytes = crypto.getRandomValues(new Uint8Array(10));
	return `${prefix}-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
