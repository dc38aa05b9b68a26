import { KilnError } from "@shared/errors";

/** A failure of Kiln's own storage, named: full disk, no permission, or what the system said. */
export function toStorageError(error: unknown, path: string): KilnError {
	if (error instanceof KilnError) return error;
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	if (code === "ENOSPC" || code === "EDQUOT") {
		return new KilnError(
			"disk_full",
			`The disk is full: the task's log cannot be written (${path}).`,
			"Free some space, then continue the task. Nothing that was logged is lost.",
			{ cause: error },
		);
	}
	const said = error instanceof Error ? error.message : String(error);
	return new KilnError(
		"storage_unwritable",
		`Kiln's storage cannot be written: ${said}`,
		`Check that ${path} exists and that you may write there, or choose another storage folder.`,
		{ cause: error },
	);
}
