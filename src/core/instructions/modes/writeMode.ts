import { mkdir, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { KilnError } from "@shared/errors";
import type { ModeConfig } from "@shared/modes";
import { ioError } from "../../tools/edit/ioError";
import { createAtomically, replaceAtomically } from "../../tools/edit/writeAtomically";
import { insertMode } from "./insertMode";
import { readModeFile, stampOf } from "./readModeFile";

/** Puts the mode into the file, which is made if need be, in one step. Throws a KilnError and leaves the file as it is. */
export async function writeMode(file: string, mode: ModeConfig): Promise<void> {
	try {
		const stamp = await stampOf(file, file);
		if (stamp === undefined) return await create(file, mode);
		const bytes = Buffer.from(insertMode(await readModeFile(file, file), mode));
		// A link is written through: the file that it leads to is replaced.
		const real = await realpath(file);
		const old = await stat(real);
		if ((await stampOf(file, file)) !== stamp) throw changed(file);
		await replaceAtomically(real, bytes, old);
	} catch (error) {
		throw ioError(error, file);
	}
}

async function create(file: string, mode: ModeConfig): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	if (!(await createAtomically(file, Buffer.from(insertMode("", mode))))) throw changed(file);
}

function changed(file: string): KilnError {
	return new KilnError("file_changed", `${file} has changed meanwhile.`, "Try again.");
}
