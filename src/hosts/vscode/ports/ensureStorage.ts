import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { KilnError } from "@shared/errors";

/** Makes Kiln's storage folder if need be. A folder that cannot be written is a named problem, before any task. */
export async function ensureStorage(root: string): Promise<void> {
	try {
		await mkdir(root, { recursive: true });
		await access(root, constants.W_OK);
	} catch (cause) {
		throw new KilnError(
			"storage_unwritable",
			`Kiln cannot write to its storage folder ${root}.`,
			"Make the folder writable or free disk space, then try again.",
			{ cause },
		);
	}
}
