const hidden = "***";
/** What a name of a secret ends with; a bare `key` or `auth` only as a word of its own. */
const secretEnd =
	"(?:api[-_]?key|access[-_]?key|private[-_]?key|token|secret|passw(?:or)?d|passphrase|credentials?|authorization|signature|(?<![A-Za-z])(?:key|pwd|pat|auth|sig))";
const value = "(?:(?:bearer|basic|token)[ \\t]{1,3})?[^\\s\"'&,;#=>][^\\s\"'&,;#]*";

const secretFlag = new RegExp(`^--?[\\w-]*?${secretEnd}$`, "i");
const secretName = new RegExp(`${secretEnd}$`, "i");
/** `${env:NAME}` says where a secret comes from, and is none */
const placeholders = /^(?:(?:bearer|basic|token)\s+)?(?:\$\{env:[^}]+\})+$/i;

/** Each with what stays as its first group and the secret as its second; linear in the text's length. */
const patterns: readonly RegExp[] = [
	// https://user:password@host
	/(:\/\/)([^\s/?#@"']+)(?=@)/g,
	// --api-key value; it looks back at word ends only, or long words would take quadratic time
	new RegExp(`(${secretEnd}(?=[ \\t])(?<=(?:^|\\s)--?[\\w-]*)[ \\t]{1,3}(?!-))(${value})`, "gi"),
	// API_KEY=value, ?token=value, "token": "value"
	new RegExp(`(${secretEnd}["']?[ \\t]{0,2}=[ \\t]{0,2}["']?)(${value})`, "gi"),
	new RegExp(`(${secretEnd}["'][ \\t]{0,2}:[ \\t]{0,2}["']?)(${value})`, "gi"),
	// headers; a bare "token:" is an everyday word of error messages
	new RegExp(
		`((?:authorization|passw(?:or)?d|[-_](?:key|token|secret)|api_?key):[ \\t]{0,2})(${value})`,
		"gi",
	),
	/(\bbearer[ \t]{1,3})([\w.~+/-]{8,}=*)/gi,
	// keys that tell by their looks what they are
	/()(\b(?:sk-[\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}))/g,
];

/** Programs write their keys into their own output: what looks like one becomes `***`. */
export function maskText(text: string): string {
	let masked = text;
	for (const pattern of patterns) {
		masked = masked.replace(pattern, (whole, kept: string, secret: string) =>
			placeholders.test(secret) ? whole : `${kept}${hidden}`,
		);
	}
	return masked;
}

/** A command's words with their secrets masked, also those that are a word behind their flag. */
export function maskWords(words: readonly string[]): string[] {
	return words.map((word, index) => {
		const secret = secretIn(words, index);
		if (secret === undefined || placeholders.test(secret)) return maskText(word);
		return `${word.slice(0, word.length - secret.length)}${hidden}`;
	});
}

/** Values that are secrets by the flag or name that they stand behind. */
export function secretWords(words: readonly string[]): string[] {
	return words.flatMap((_word, index) => withBare(secretIn(words, index) ?? ""));
}

/** Values of variables or headers that are secrets by their names. */
export function secretValues(record: Readonly<Record<string, string>>): string[] {
	return Object.entries(record).flatMap(([name, text]) => (secretName.test(name) ? withBare(text) : []));
}

/** The end of a word that is a secret: all of it behind `--key`, or what is behind `--key=`, `KEY=` and `X-Api-Key: `. */
function secretIn(words: readonly string[], index: number): string | undefined {
	const word = words[index] ?? "";
	if (secretFlag.test(words[index - 1] ?? "") && !word.startsWith("--")) return word;
	const [, name = "", text] = /^([\w-]+)[=:]\s*(.+)$/s.exec(word) ?? [];
	return secretName.test(name) ? text : undefined;
}

/** `Bearer xyz` also as bare `xyz`. */
function withBare(text: string): string[] {
	return [text, text.replace(/^\w+\s+/, "")];
}
