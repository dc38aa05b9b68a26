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
		/^((?:[\w@.+-]+[\\/]|[A-Za-z]:[\\/]|[\\/])*[\w@.+-]*\w\.[A-Za-z]\w{0,9})(?::(\d{1,7}))?(?:[:-]\d{1,7})?$/.exec(
			code,
		);
	const path = match?.[1];
	if (path === undefined) return undefined;
	const line = match?.[2] === undefined ? undefined : Number(match[2]);
	if (line === undefined && !/[\\/]/.test(path)) return undefined;
	return line === undefined || line === 0 ? { path } : { path, line };
}
