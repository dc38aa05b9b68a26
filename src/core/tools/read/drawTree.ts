import { listedPath } from "@services/files/listedPath";
import type { TreeEntry, TreeListing } from "@services/files/walkTree";
import type { FileCounts } from "./countFiles";

const indent = "  ";
const marks = { file: "", directory: "/", link: "@", special: " (special file)" } as const;

/** A directory tree as indented text: folded directories with the number of files in them, what is left out counted. */
export function drawTree(listing: TreeListing, counts: FileCounts | undefined): string {
	const drawing: Drawing = {
		children: byParent(listing.entries),
		leftOut: new Map(listing.leftOut.map((left) => [left.path, left])),
		unreadable: new Set(listing.unreadable),
		counts,
	};
	return drawDirectory("", drawing, "").join("\n");
}

interface Drawing {
	readonly children: ReadonlyMap<string, readonly TreeEntry[]>;
	readonly leftOut: ReadonlyMap<string, TreeListing["leftOut"][number]>;
	readonly unreadable: ReadonlySet<string>;
	readonly counts: FileCounts | undefined;
}

function drawDirectory(path: string, drawing: Drawing, margin: string): string[] {
	const lines = (drawing.children.get(path) ?? []).flatMap((entry) => [
		`${margin}${nameOf(entry.path)}${marks[entry.kind]}${remarkOn(entry, drawing)}`,
		...(entry.kind === "directory" ? drawDirectory(entry.path, drawing, margin + indent) : []),
	]);
	const left = drawing.leftOut.get(path);
	if (!left) return lines;
	const amount = left.isExact ? `${left.count}` : `more than ${left.count}`;
	return [...lines, `${margin}… ${amount} more`];
}

function remarkOn({ path }: TreeEntry, { unreadable, counts }: Drawing): string {
	if (unreadable.has(path)) return " (not readable)";
	const count = counts?.files.get(path);
	if (count === undefined) return "";
	return ` (${count}${counts?.isExact ? "" : "+"} ${count === 1 ? "file" : "files"})`;
}

function byParent(entries: readonly TreeEntry[]): Map<string, TreeEntry[]> {
	const children = new Map<string, TreeEntry[]>();
	for (const entry of entries) {
		const parent = parentOf(entry.path);
		const siblings = children.get(parent);
		if (siblings) siblings.push(entry);
		else children.set(parent, [entry]);
	}
	return children;
}

function parentOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function nameOf(path: string): string {
	return listedPath(path.slice(path.lastIndexOf("/") + 1));
}
