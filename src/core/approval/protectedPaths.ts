/**
 * Paths that always ask before a write, move or delete, whatever is approved in advance: files that run code when a
 * folder is opened, configuration of agents, secrets and shell start-up. Each was the way in of a released attack.
 */
const protectedSegments: readonly string[] = [
	".vscode",
	".git",
	".husky",
	".devcontainer",
	".idea",
	".cursor",
	".claude",
	".codex",
	".gemini",
	".windsurf",
	".kiln",
];

const protectedNames: readonly RegExp[] = [
	/^\.gitattributes$/,
	/^\.gitmodules$/,
	/^\.kilocode.*$/,
	/^\.roo.*$/,
	/^\.cline.*$/,
	/^\.mcp\.json$/,
	/^agents\.md$/,
	/^agent\.md$/,
	/^claude\.md$/,
	/^gemini\.md$/,
	/^\.env.*$/,
	/^\.npmrc$/,
	/^\.envrc$/,
	/^\.(bash|zsh|k?sh)(rc|env|_profile|_login|_logout|_aliases)$/,
	/^\.profile$/,
	/^\.z(profile|login|logout)$/,
	/^.*\.code-workspace$/,
];

/** Names that hold secrets: reading them asks, too, also inside the workspace. */
const secretNames: readonly RegExp[] = [
	/^\.env(\..*)?$/,
	/^.*\.(pem|key|p12|pfx|jks|ppk|gpg|asc)$/,
	/^id_(rsa|dsa|ecdsa|ed25519)$/,
	/^\.npmrc$/,
	/^\.netrc$/,
	/^\.git-credentials$/,
];

/**
 * The protected pattern that a path matches, in words for people; undefined when none does. Compares without regard to
 * case, Unicode form, trailing dots and spaces and NTFS streams, since file systems do so too.
 */
export function protectedPattern(path: string): string | undefined {
	const segments = canonicalSegments(path);
	for (const [index, segment] of segments.entries()) {
		if (protectedSegments.includes(segment)) return `${segment}/**`;
		if (protectedNames.some((pattern) => pattern.test(segment))) return segment;
		if (segment === ".github" && segments[index + 1] === "workflows") return ".github/workflows/**";
	}
	return undefined;
}

export function isSecretPath(path: string): boolean {
	const name = canonicalSegments(path).at(-1) ?? "";
	return secretNames.some((pattern) => pattern.test(name));
}

function canonicalSegments(path: string): string[] {
	return path
		.normalize("NFC")
		.toLowerCase()
		.split(/[\\/]+/)
		.map((segment) => segment.replace(/:.*$/, "").replace(/[. ]+$/, "") || segment)
		.filter((segment) => segment !== "");
}
