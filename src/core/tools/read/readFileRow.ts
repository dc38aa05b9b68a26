import { endOfFile, type LineRange } from "@services/files/LineCollector";
import type { ToolRow } from "@shared/tools";
import { type FileRequest, type ReadFileParams, readFileRequests } from "./readFileArgs";

/** The card of a read: one plain sentence and the files with their ranges. `details` replace the ranges. */
export function requestsRow(requests: readonly FileRequest[], details: readonly string[] = []): ToolRow {
	const [first] = requests;
	const isOne = requests.length === 1;
	const files = requests.map(({ path, ranges }, index) => ({
		path,
		...(ranges[0] && { line: ranges[0].start }),
		...describeFile(ranges, details[index]),
	}));
	return {
		icon: requests.length > 1 ? "files" : "file-code",
		title: !first ? "Read file" : isOne ? `Read ${first.path}` : `Read ${requests.length} files`,
		body: files.length > 0 ? { kind: "files", files } : { kind: "none" },
	};
}

/** The files named so far in parameters that may be incomplete or wrong. Never throws. */
export function previewRequests(params: Partial<ReadFileParams>): FileRequest[] {
	try {
		return readFileRequests(params);
	} catch {
		// still streaming, or wrong: the names that are complete are good enough for a card
		const paths = [...String(params.args ?? "").matchAll(/<path>([^<]+)<\/path>/g)].map(
			(match) => match[1] ?? "",
		);
		return paths.map((path) => ({ path: path.trim(), ranges: [] }));
	}
}

function describeFile(ranges: readonly LineRange[], result: string | undefined): { detail?: string } {
	const shown = ranges.map(({ start, end }) => (end < endOfFile ? `${start}-${end}` : `${start}-`));
	const parts = [...(shown.length > 0 ? [shown.join(", ")] : []), ...(result ? [result] : [])];
	return parts.length > 0 ? { detail: parts.join(" · ") } : {};
}
