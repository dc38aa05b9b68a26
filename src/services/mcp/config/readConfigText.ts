import { KilnError } from "@shared/errors";
import { openRegularFile } from "../../files/openRegularFile";

/** A configuration is written by hand. */
const maxBytes = 4_000_000;

/**
 * A configuration file's text; "" when there is none. A workspace may hold a link to anything: only a regular file of a
 * bounded size is read, and only UTF-8, so that what is written back is what was there. Throws `KilnError`.
 */
export async function readConfigText(file: string): Promise<string> {
	const found = await openRegularFile(file, file).catch((error: unknown) => {
		if (error instanceof KilnError && error.code === "path_not_found") return undefined;
		throw error;
	});
	if (found === undefined) return "";
	const { handle, size } = found;
	try {
		if (size > maxBytes) {
			throw new KilnError("invalid_settings", `${file} is larger than ${maxBytes / 1_000_000} MB.`);
		}
		return decoded(await handle.readFile(), file);
	} finally {
		handle.close();
	}
}

function decoded(bytes: Buffer, file: string): string {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		throw new KilnError("invalid_settings", `${file} is not encoded in UTF-8.`, "Save it as UTF-8.");
	}
}
