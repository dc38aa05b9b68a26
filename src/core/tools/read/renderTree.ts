import { listedPath } from "@services/files/listedPath";
import type { LeftOut, TreeEntry, TreeListing } from "@services/files/walkTree";

/** Directories that are named in the remark on what was left out. */
const maxNamed = 10;

const marks = { file: "", directory: "/", link: "@", special: " (special file)" } as const;

/** A directory listing for the model: one path a line, relative to the listed directory, then what is missing. */
export function renderTree(listing: TreeListing, shown: string): string {
	const remarks = [...leftOutRemarks(listing), ...unreadableRemarks(listing.unreadable)];
	if (listing.entries.length === 0 && remarks.length === 0) return `${shown} is empty.`;
	const lines = listing.entries.map(renderEntry);
	return [...lines, ...(remarks.length > 0 ? ["", ...remarks] : [])].join("\n");
}

function renderEntry({ path, kind, isIgnored }: TreeEntry): string {
	return `${listedPath(path)}${marks[kind]}${isIgnored ? " (ignored)" : ""}`;
}

function leftOutRemarks({ entries, leftOut, unopened }: TreeListing): string[] {
	if (leftOut.length === 0 && unopened.length === 0) return [];
	const parts = [
		...leftOut.slice(0, maxNamed).map(leftOutPart),
		...(leftOut.length > maxNamed ? [`entries of ${leftOut.length - maxNamed} more directories`] : []),
		...(unopened.length > 0 ? [`what is in ${nameDirectories(unopened)}`] : []),
	];
	const first = `(Only ${entries.length} entries are shown. Left out: ${parts.join("; ")}.`;
	return [`${first} List a subdirectory to see more of it.)`];
}

function leftOutPart({ path, count, isExact }: LeftOut): string {
	const amount = isExact ? `${count}` : `more than ${count}`;
	return `${amount} ${path === "" ? "right in this directory" : `in ${listedPath(`${path}/`)}`}`;
}

function unreadableRemarks(unreadable: readonly string[]): string[] {
	return unreadable.length === 0 ? [] : [`(Not readable: ${nameDirectories(unreadable)}.)`];
}

function nameDirectories(paths: readonly string[]): string {
	const named = paths.slice(0, maxNamed).map((path) => listedPath(`${path}/`));
	const more = paths.length - named.length;
	return more > 0 ? `${named.join(", ")} and ${more} more directories` : named.join(", ");
}
