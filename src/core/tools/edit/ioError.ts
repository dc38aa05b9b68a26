import { KilnError } from "@shared/errors";

/** A failed file operation as an error that people and models understand; a KilnError stays as it is. */
export function ioError(error: unknown, path: string): KilnError {
	if (error instanceof KilnError) return error;
	const code = errnoOf(error);
	const options = { cause: error };
	switch (code) {
		case "ENOENT":
			return new KilnError("path_not_found", `${path} does not exist.`, undefined, options);
		case "EISDIR":
			return new KilnError("path_is_directory", `${path} is a directory.`, undefined, options);
		case "ENOTDIR":
			return new KilnError("path_not_directory", `A parent of ${path} is a file.`, undefined, options);
		case "EACCES":
		case "EPERM":
		case "EROFS":
			return new KilnError("no_permission", `No permission for ${path} (${code}).`, undefined, options);
		case "ENOSPC":
		case "EDQUOT":
			return new KilnError("disk_full", `The disk is full: ${path} was not written.`, undefined, options);
		default:
			return new KilnError("io_error", `${path}: ${messageOf(error)}`, undefined, options);
	}
}

/** Node's error code ("ENOENT"), if the error has one. */
export function errnoOf(error: unknown): string | undefined {
	return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
