export type SearchOutput = "content" | "files_with_matches" | "count";

export interface SearchQuery {
	/** Rust syntax */
	readonly regex: string;
	/** a glob; without a slash it is matched against file names */
	readonly filePattern?: string | undefined;
	readonly output: SearchOutput;
	readonly contextLines: number;
	/** relative to the directory that ripgrep runs in: "." or a file's name */
	readonly target: string;
}

/** Bytes of a line that ripgrep prints: 500 characters of any script. A longer line, of any length, is cut by it. */
const maxColumns = 2000;

/** Name of the file type that stands for the query's pattern. */
const patternType = "kilnpattern";

/**
 * Arguments of one search. Whatever the user's configuration says is left out, since it can name programs to run.
 * Hidden files are searched, ignore files are honoured, also outside of git repositories.
 */
export function ripgrepArguments(query: SearchQuery): string[] {
	return [
		"--no-config",
		"--no-messages",
		"--color=never",
		"--hidden",
		"--no-require-git",
		"--crlf",
		"--null",
		"--with-filename",
		...outputArguments(query),
		...patternArguments(query.filePattern),
		// the last glob that matches decides
		"--glob=!.git",
		"--glob=!node_modules",
		`--regexp=${query.regex}`,
		"--",
		query.target,
	];
}

/**
 * Whether results must be checked against the ignore files: a glob with a slash can only be given in a form that
 * overrides them.
 */
export function overridesIgnoreFiles(filePattern: string | undefined): boolean {
	return patternArguments(filePattern).some((argument) => /^--glob=[^!]/.test(argument));
}

function outputArguments({ output, contextLines }: SearchQuery): string[] {
	switch (output) {
		case "content":
			return [
				"--no-heading",
				"--no-context-separator",
				"--line-number",
				"--column",
				`--context=${contextLines}`,
				`--max-columns=${maxColumns}`,
				"--max-columns-preview",
			];
		case "files_with_matches":
			return ["--files-with-matches"];
		case "count":
			return ["--count"];
	}
}

/** A pattern for names becomes a file type: types, unlike globs, do not override ignore files. */
function patternArguments(filePattern: string | undefined): string[] {
	const pattern = filePattern?.replace(/^(\.\/)?(\*\*\/)*/, "") ?? "";
	if (pattern === "" || /^\*+$/.test(pattern)) return [];
	if (pattern.startsWith("!") || /[/:]/.test(pattern)) return [`--glob=${filePattern?.replace(/^\.\//, "")}`];
	return [`--type-add=${patternType}:${pattern}`, `--type=${patternType}`];
}
