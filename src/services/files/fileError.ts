import { KilnError } from "@shared/errors";

interface Explanation {
	readonly code: ConstructorParameters<typeof KilnError>[0];
	readonly says: string;
	readonly hint: string;
}

const explanations: Readonly<Record<string, Explanation>> = {
	ENOENT: {
		code: "path_not_found",
		says: "does not exist",
		hint: "Check the path with list_files or search_files.",
	},
	ENOTDIR: {
		code: "path_not_found",
		says: "does not exist: a part of the path before its last name is a file, not a directory",
		hint: "Check the path with list_files.",
	},
	EISDIR: { code: "path_is_directory", says: "is a directory", hint: "Use list_files to see what it holds." },
	EACCES: {
		code: "no_permission",
		says: "may not be read by this user",
		hint: "Ask the user to change its permissions.",
	},
	EPERM: {
		code: "no_permission",
		says: "may not be read by this user",
		hint: "Ask the user to change its permissions.",
	},
	ELOOP: {
		code: "path_refused",
		says: "cannot be reached: its symbolic links lead in a circle",
		hint: "Use the path of the real file.",
	},
	ENAMETOOLONG: {
		code: "invalid_parameters",
		says: "is longer than the system allows",
		hint: "Give a shorter path.",
	},
	ERR_INVALID_ARG_VALUE: {
		code: "invalid_parameters",
		says: "is no valid path: it holds a NUL character",
		hint: "Give the path as plain text.",
	},
};

/** Any failure of a file operation as a KilnError. `shown` is the path as people and models know it. */
export function fileError(error: unknown, shown: string): KilnError {
	if (error instanceof KilnError) return error;
	const code = errorCode(error);
	const known = code === undefined ? undefined : explanations[code];
	if (known) {
		return new KilnError(known.code, `${printable(shown)} ${known.says}.`, known.hint, { cause: error });
	}
	const reason = error instanceof Error ? error.message : String(error);
	return new KilnError("io_error", `${printable(shown)} could not be read: ${reason}`, undefined, {
		cause: error,
	});
}

/** The system's code of an error ("ENOENT"), if it has one. */
export function errorCode(error: unknown): string | undefined {
	if (!(error instanceof Error) || !("code" in error)) return undefined;
	return typeof error.code === "string" ? error.code : undefined;
}

/** Control characters in a name would break the message's lines. */
function printable(path: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
	return path.replace(/[\u0000-\u001f\u007f]/g, "�");
}
