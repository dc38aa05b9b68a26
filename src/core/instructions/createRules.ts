import { withinTime } from "@services/limits/withinTime";
import ignore from "ignore";

/** Ways to lay the `**` of a line over the folders of a path, all of which may be tried: so many take milliseconds. */
const maxWays = 1e6;
const timeLimitMs = 1000;

/**
 * Gitignore rules over relative paths, as the file system of the platform compares names. Patterns that take too long
 * are told once by `onSlow`; from then on they keep everything.
 */
export function createRules(
	patterns: string,
	platform: NodeJS.Platform,
	onSlow: () => void = () => {},
): (path: string) => boolean {
	const fold = (text: string) => (platform === "darwin" ? text.normalize("NFC") : text);
	const rules = ignore({ ignorecase: platform !== "linux", allowRelativePaths: true }).add(fold(patterns));
	const stars = patterns.split("\n").reduce((most, line) => Math.max(most, line.split("**").length - 1), 0);
	let isSlow = false;
	const ignores = (path: string): boolean => {
		if (!isSlow && path.split("/").length ** stars <= maxWays) return rules.ignores(path);
		const answer = isSlow ? undefined : withinTime(timeLimitMs, () => rules.ignores(path));
		if (answer === undefined && !isSlow) onSlow();
		isSlow ||= answer === undefined;
		return answer?.value ?? true;
	};
	return (path) => {
		const comparable = platform === "win32" ? windowsPath(path) : fold(path);
		return comparable !== "" && comparable !== "/" && ignores(comparable);
	};
}

/** Windows opens `secret.txt` by the names `secret.txt.`, `secret.txt ` and `secret.txt::$DATA`, too. */
function windowsPath(path: string): string {
	const clean = (segment: string) => segment.replace(/:.*$/, "").replace(/[. ]+$/, "") || segment;
	return path.replaceAll("\\", "/").split("/").map(clean).join("/");
}
