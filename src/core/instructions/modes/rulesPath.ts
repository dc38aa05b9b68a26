/** A rule file of a mode as exports carry it: `rulesFiles: [{ relativePath, content }]`. */
export interface ModeRulesFile {
	/** inside `rules-<slug>`, with forward slashes */
	readonly relativePath: string;
	readonly content: string;
}

/**
 * The path of a rule file inside its mode's folder, or undefined when it could lead out of it or means something else
 * on another system. Older exports name the folder, too (`rules-<slug>/…`): the mode may have another slug now, so
 * that this part is dropped.
 */
export function cleanRulesPath(given: string): string | undefined {
	const path = given.replaceAll("\\", "/").replace(/^rules-[^/]+\//, "");
	const segments = path.split("/");
	return path.length <= 300 && segments.every(isPlainName) ? segments.join("/") : undefined;
}

const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

function isPlainName(name: string): boolean {
	const isOdd = /[\p{Cc}<>:"|?*]/u.test(name) || /^[\s~]|[. ]$/.test(name);
	return name !== "" && !isOdd && !deviceName.test(name);
}
