export interface RipgrepLine {
	/** relative to the directory that ripgrep ran in */
	readonly path: string;
	readonly line: number;
	readonly isMatch: boolean;
	/** 1-based byte of the first match */
	readonly column?: number;
	readonly text: string;
}

/**
 * A line of ripgrep's output with `--null --line-number --column`: `path NUL 12:5:text` is a match, `path NUL 12-text`
 * is context. Anything else (separators, remarks on binary files) is undefined.
 */
export function parseRipgrepLine(record: string): RipgrepLine | undefined {
	const end = record.indexOf("\0");
	const match = /^(\d+)(?::(\d+):|-)(.*)$/s.exec(record.slice(end + 1));
	if (end === -1 || !match) return undefined;
	const text = (match[3] ?? "").replace(/\r$/, "");
	const found = { path: cleanPath(record.slice(0, end)), line: Number(match[1]), text };
	return match[2] ? { ...found, isMatch: true, column: Number(match[2]) } : { ...found, isMatch: false };
}

/** `path NUL 12` of `--count`. */
export function parseRipgrepCount(record: string): { path: string; count: number } | undefined {
	const [path, count] = record.split("\0");
	if (!path || !count || !/^\d+\r?$/.test(count)) return undefined;
	return { path: cleanPath(path), count: Number.parseInt(count, 10) };
}

/** Without "./", with forward slashes. */
export function cleanPath(path: string): string {
	const slashed = process.platform === "win32" ? path.replaceAll("\\", "/") : path;
	return slashed.replace(/^\.\//, "");
}

/** ripgrep's own remark on a file of which it has read a part; it begins with the file's path, as nothing else does. */
const binaryRemark = /: (?:WARNING: stopped searching )?binary file (?:matches|after match) \(found "/;

/**
 * Puts together what a line end within a path has torn apart: a record without NUL is the beginning of the next one's
 * path. Returns undefined until a record is whole. For output without context separators.
 */
export function createRecordJoiner(): (record: string) => string | undefined {
	let begin = "";
	return (record) => {
		if (record.includes("\0")) {
			const whole = begin + record;
			begin = "";
			return whole;
		}
		if (!binaryRemark.test(record)) begin += `${record}\n`;
		return undefined;
	};
}
