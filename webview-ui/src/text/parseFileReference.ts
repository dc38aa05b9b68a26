export interface FileReference {
	readonly path: string;
	readonly line?: number | undefined;
}

/**
 * `src/app.ts:12` or `src/app.ts` in inline code. A bare word such as `app.ts` counts only with a line: without one
 * it is as often a name that is talked about.
 */
export function parseFileReference(code: string): FileReference | undefined {
	const match =
		/^((?:[\p{L}\p{N}_@.+-]+[\\/]|[A-Za-z]:[\\/]|[\\/])*[\p{L}\p{N}_@.+-]*[\p{L}\p{N}_]\.[A-Za-z]\w{0,9})(?::(\d{1,7}))?(?:[:-]\d{1,7})?$/u.exec(
			code,
		);
	const path = match?.[1];
	if (path === undefined) return undefined;
	if (match?.[2] === undefined && !/[\\/]/.test(path)) return undefined;
	return referenceOf(path, match?.[2]);
}

/**
 * The file that a Markdown link leads to: a path as models write them, with `#L12` or `:12`, percent-encoded or not,
 * `file:` or with a drive. Whatever has another scheme, or leads to a place in its own text, is none.
 */
export function parseFileLink(href: string): FileReference | undefined {
	const address = decoded(href.replace(/^file:\/\//i, "").replace(/#L?(\d+)(-L?\d+)?$/, ":$1"));
	// A drive is no scheme; after `file://` it stands behind a slash.
	const path = address.replace(/^\/(?=[A-Za-z]:[\\/])/, "");
	if (path === "" || /^[#?]/.test(path) || /^[A-Za-z][\w+.-]+:(?!\d)/.test(path)) return undefined;
	const match = /^(.+?)(?::(\d{1,7}))?(?:[:-]\d{1,7})?$/s.exec(path);
	return match?.[1] === undefined ? undefined : referenceOf(match[1], match[2]);
}

function referenceOf(path: string, digits: string | undefined): FileReference {
	const line = Number(digits ?? 0);
	return line === 0 ? { path } : { path, line };
}

function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		// a stray % in the path: taken as it is
		return path;
	}
}
