import { join } from "node:path";
import { formatSize } from "@services/files/formatSize";
import type { ToolRow } from "@shared/tools";
import type { TaskHandle } from "../../BaseTool";
import type { DeletionTarget } from "./deletionTarget";
import type { Survey } from "./surveyTree";

/** What was approved: exactly this much, at exactly this place. */
export interface Deletion {
	readonly path: string;
	readonly realPath: string;
	readonly kind: "file" | "directory" | "link";
	readonly survey: Survey;
}

const maxShownFiles = 50;

export function kindOf({ stats }: DeletionTarget): Deletion["kind"] {
	if (stats.isSymbolicLink()) return "link";
	return stats.isDirectory() ? "directory" : "file";
}

/** The card of a deletion; `names`: files below the directory. */
export function deletionRow(data: Deletion, names: readonly string[], task: TaskHandle): ToolRow {
	const shown = task.displayPath(data.path);
	const { files } = data.survey;
	const title = { directory: `Delete ${shown}/`, link: `Delete the link ${shown}`, file: `Delete ${shown}` }[
		data.kind
	];
	const row = { icon: "trash", title, detail: describeSurvey(data.survey) };
	// A card's title may be cut: what would go stands in full below it.
	if (data.kind !== "directory") return { ...row, body: { kind: "files", files: [{ path: shown }] } };
	const listed = names
		.slice(0, maxShownFiles)
		.map((name) => ({ path: task.displayPath(join(data.path, name)) }));
	const more = files - listed.length;
	return { ...row, body: { kind: "files", files: listed, ...(more > 0 ? { more } : {}) } };
}

/** "2 files, 1 directory, 5 bytes" */
export function describeSurvey({ files, directories, bytes, isMore }: Survey): string {
	if (isMore) return `more than ${files + directories} entries, more than ${formatSize(bytes)}`;
	const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
	if (directories === 0) return formatSize(bytes);
	return [
		count(files, "file", "files"),
		count(directories, "directory", "directories"),
		formatSize(bytes),
	].join(", ");
}
