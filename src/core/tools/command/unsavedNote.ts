import type { TaskHandle } from "../BaseTool";

const maxNamed = 10;

/** What a command cannot see: buffers that are not on disk. Empty when there are none. */
export function unsavedNote({ host, displayPath }: Pick<TaskHandle, "host" | "displayPath">): string {
	const { documents } = host;
	const unsaved = documents.openPaths().filter((path) => documents.open(path)?.isDirty === true);
	if (unsaved.length === 0) return "";
	const named = unsaved.slice(0, maxNamed).map((path) => displayPath(path));
	const more = unsaved.length > named.length ? ` and ${unsaved.length - named.length} more files` : "";
	return `\n(The editor has unsaved changes in ${named.join(", ")}${more}: the command saw what is on disk.)`;
}
