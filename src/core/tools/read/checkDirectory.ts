import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { fileError } from "@services/files/fileError";
import { KilnError } from "@shared/errors";
import type { TaskHandle } from "../BaseTool";

/** Throws unless the absolute path leads to a directory that may be read: no program can be started in another one. */
export async function checkDirectory(absolute: string, task: TaskHandle): Promise<void> {
	const shown = task.displayPath(absolute);
	try {
		if ((await stat(absolute)).isDirectory()) return await access(absolute, constants.R_OK | constants.X_OK);
	} catch (error) {
		throw fileError(error, shown);
	}
	throw new KilnError(
		"path_not_directory",
		`${shown} is not a directory.`,
		"Give the directory that holds it, or read it with read_file.",
	);
}
