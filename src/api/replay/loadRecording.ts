import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { KilnError } from "@shared/errors";

/** The text of a recording: "demo" is the built-in one, anything else the path of a file. */
export async function loadRecording(model: string, assetsDir: string): Promise<string> {
	const path = model === "demo" ? join(assetsDir, "demo", "demo.jsonl") : model;
	try {
		return await readFile(path, "utf8");
	} catch {
		const hint = 'Enter the path of a recording, or "demo" for the built-in one.';
		throw new KilnError("path_not_found", `The recording "${path}" cannot be read.`, hint);
	}
}
