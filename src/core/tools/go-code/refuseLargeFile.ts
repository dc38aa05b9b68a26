import { stat } from "node:fs/promises";
import { formatSize } from "@services/files/formatSize";
import { KilnError } from "@shared/errors";
import type { TaskHandle } from "../BaseTool";

/** go-code's own limit of a file that is read or edited. */
export const maxFileBytes = 200 * 1024;

export async function refuseLargeFile(path: string, task: TaskHandle): Promise<void> {
	const size = await sizeOf(task.resolvePath(path), task);
	if (size <= maxFileBytes) return;
	throw new KilnError(
		"file_too_large",
		`${path} has ${formatSize(size)}; files over ${formatSize(maxFileBytes)} are refused.`,
		"Use Grep to find the place, or Bash (sed) to see or change a part of it.",
	);
}

/** In bytes; 0 for what is missing or no file: whoever reads it says that. */
async function sizeOf(absolute: string, { host }: TaskHandle): Promise<number> {
	const buffer = host.documents.open(absolute);
	if (buffer !== undefined) return Buffer.byteLength(buffer.text);
	const stats = await stat(absolute).catch(() => undefined);
	return stats?.isFile() ? stats.size : 0;
}
