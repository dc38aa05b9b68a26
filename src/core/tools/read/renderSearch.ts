import { listedPath } from "@services/files/listedPath";
import type { SearchOutput } from "@services/ripgrep/ripgrepArguments";
import { type FoundFile, type FoundLine, maxResults } from "./FoundFiles";
import type { SearchRequest, SearchResult } from "./searchFiles";

const narrow =
	"Narrow the search: a more specific regex, file_pattern, or a subdirectory as path; output_mode files_with_matches or count shows how matches spread.";

/** The result of search_files for the model: what was found, what was left out and how to get at it. */
export function renderSearch(result: SearchResult, request: SearchRequest, shown: string): string {
	if (result.files.length === 0) return [nothingFound(request, shown), ...remarks(result)].join("\n");
	const separator = request.output === "content" ? "\n\n" : "\n";
	const files = result.files.map((file) => renderFile(file, request.output));
	return [[summary(result, request.output), ...remarks(result)].join("\n"), files.join(separator)].join(
		"\n\n",
	);
}

/** "12 matches in 3 files", "300+ matches in 20 files" */
export function summary(result: SearchResult, output: SearchOutput): string {
	const more = result.cut ? "+" : "";
	const files = `${result.files.length}${more} ${result.files.length === 1 && !more ? "file" : "files"}`;
	if (output === "files_with_matches") return `${files} with matches`;
	const total = result.files.reduce((sum, file) => sum + file.matches, 0);
	const noun = output === "count" ? "matching line" : "match";
	const plural = output === "count" ? "matching lines" : "matches";
	return `${total}${more} ${total === 1 && !more ? noun : plural} in ${files}`;
}

function remarks({ cut, hasUnreadable }: SearchResult): string[] {
	const said: string[] = [];
	if (cut === "results")
		said.push(`(The limit of ${maxResults} results is reached; there are more. ${narrow})`);
	if (cut === "size") said.push(`(The results are too large to show all of them; there are more. ${narrow})`);
	if (cut === "time") said.push(`(The search took too long and was ended; there may be more. ${narrow})`);
	if (hasUnreadable) said.push("(Some files could not be read and were not searched.)");
	return said;
}

function nothingFound({ regex, filePattern }: SearchRequest, shown: string): string {
	const where = filePattern ? `${shown}, in files matching ${filePattern}` : shown;
	return `No matches for ${regex} in ${where}. The search minds case ((?i) ignores it) and leaves out binary files, .git, node_modules, what ignore files name and files that may hold secrets.`;
}

function renderFile(file: FoundFile, output: SearchOutput): string {
	switch (output) {
		case "content":
			return renderLines(file);
		case "files_with_matches":
			return listedPath(file.path);
		case "count":
			return `${listedPath(file.path)}: ${file.matches}`;
	}
}

function renderLines({ path, lines }: FoundFile): string {
	const width = String(lines.at(-1)?.line ?? 0).length;
	const text = lines.map((found, index) => {
		const isGap = index > 0 && lines[index - 1]?.line !== found.line - 1;
		return `${isGap ? "----\n" : ""}${renderLine(found, width)}`;
	});
	return [`# ${listedPath(path)}`, ...text].join("\n");
}

function renderLine({ line, isMatch, text }: FoundLine, width: number): string {
	return `${isMatch ? ">" : " "} ${String(line).padStart(width)} | ${text}`;
}
