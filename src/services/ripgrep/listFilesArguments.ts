export interface FileQuery {
	/** globs of which a file's name must match one; none: every file. Only what `isNameGlob` accepts */
	readonly names?: readonly string[] | undefined;
	/** newest first; ripgrep then works with one thread */
	readonly isNewestFirst?: boolean | undefined;
	/** files of gitignore syntax whose patterns are relative to the directory that ripgrep runs in */
	readonly ignoreFiles?: readonly string[] | undefined;
}

const nameType = "kilnnames";

/**
 * Arguments that list the files below the working directory, each ended by NUL: hidden ones too, ignore files
 * honoured, links left out. Names are given as a file type, since a type, unlike a glob, does not override ignore files.
 */
export function listFilesArguments({ names = [], isNewestFirst, ignoreFiles = [] }: FileQuery): string[] {
	return [
		"--no-config",
		"--no-messages",
		"--files",
		"--hidden",
		"--no-require-git",
		"--null",
		"--glob=!.git",
		"--glob=!node_modules",
		...names.map((name) => `--type-add=${nameType}:${name}`),
		...(names.length > 0 ? [`--type=${nameType}`] : []),
		...(isNewestFirst ? ["--sortr=modified"] : []),
		...ignoreFiles.map((path) => `--ignore-file=${path}`),
	];
}

/** Whether ripgrep reads a glob for names as everybody does: nothing is escaped, grouped or reserved in it. */
export function isNameGlob(glob: string): boolean {
	return /^[\w.*?+@=, -]+$/.test(glob);
}
