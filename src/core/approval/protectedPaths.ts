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
	".ssh",
	".gnupg",
];

/** A folder that is protected below another one: most of `.config` and `.github` is harmless. */
const protectedPairs: readonly (readonly [parent: string, name: string])[] = [
	[".github", "workflows"],
	// start-up files of shells and sessions, and git's second user-level configuration
	[".config", "fish"],
	[".config", "nushell"],
	[".config", "powershell"],
	[".config", "autostart"],
	[".config", "systemd"],
	[".config", "git"],
];

const protectedNames: readonly RegExp[] = [
	/^\.gitattributes$/,
	/^\.gitmodules$/,
	/^\.gitconfig$/,
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
 * case, Unicode form, ignorable characters, trailing dots and spaces and NTFS streams, since file systems do so too.
 */
export function protectedPattern(path: string): string | undefined {
	const segments = canonicalSegments(path);
	for (const [index, segment] of segments.entries()) {
		if (protectedSegments.includes(segment)) return `${segment}/**`;
		if (protectedNames.some((pattern) => pattern.test(segment))) return segment;
		const pair = protectedPairs.find(([parent, name]) => segment === parent && segments[index + 1] === name);
		if (pair !== undefined) return `${pair.join("/")}/**`;
	}
	return undefined;
}

export function isSecretPath(path: string): boolean {
	const name = canonicalSegments(path).at(-1) ?? "";
	return secretNames.some((pattern) => pattern.test(name));
}

/** HFS+ drops these from names: `.g\u200cit` was `.git` (CVE-2014-9390). */
const ignorable = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** NFKC, since case folding equates look-alikes, too: U+017F is an "s", U+212A a "k". */
function canonicalSegments(path: string): string[] {
	return path
		.replace(ignorable, "")
		.normalize("NFKC")
		.toLowerCase()
		.split(/[\\/]+/)
		.map((segment) => segment.replace(/:.*$/, "").replace(/[. ]+$/, "") || segment)
		.filter((segment) => segment !== "");
}
