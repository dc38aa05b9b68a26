import { join } from "node:path";
import { errorCode } from "./fileError";
import { IgnoreRules } from "./IgnoreRules";
import { type DirectoryEntry, type DirectoryListing, type EntryKind, readDirectory } from "./readDirectory";

export interface WalkOptions {
	/** entries to return at most */
	readonly cap: number;
	readonly isRecursive: boolean;
	/** levels to open at most; the root's own entries are the first. Default: all */
	readonly maxDepth?: number | undefined;
	/**
	 * `everything`: ignored entries are marked and not descended; `visible`: they are left out; `files`: they are left
	 * out, and directories too
	 */
	readonly wanted: "everything" | "visible" | "files";
	/** entries that are neither named nor counted nor entered; given relative to the root, directories with a slash */
	readonly isHidden?: ((path: string) => boolean) | undefined;
	readonly signal?: AbortSignal | undefined;
}

export interface TreeEntry {
	/** relative to the root, with forward slashes */
	readonly path: string;
	readonly kind: EntryKind;
	readonly isIgnored: boolean;
}

/** What of one directory is not in the result. */
export interface LeftOut {
	/** relative to the root; "" is the root itself */
	readonly path: string;
	/** entries; a minimum when not exact */
	readonly count: number;
	readonly isExact: boolean;
}

export interface TreeListing {
	/** sorted by path, so that a directory stands right before what it holds */
	readonly entries: readonly TreeEntry[];
	readonly leftOut: readonly LeftOut[];
	/** directories that were not opened since the cap was reached */
	readonly unopened: readonly string[];
	/** directories that could not be read */
	readonly unreadable: readonly string[];
}

/** A directory to be opened. */
interface Pending {
	readonly path: string;
	/** rules of the directory above; the root has none */
	readonly above?: IgnoreRules;
}

/** A directory that was read, with the entries that its share had no room for. */
interface OpenDirectory {
	readonly path: string;
	readonly rules: IgnoreRules;
	readonly isComplete: boolean;
	readonly rest: readonly DirectoryEntry[];
}

/** Directory entries read in all: enough to count and sort ordinary folders, few enough for a huge tree to be quick. */
const maxVisits = 20_000;
/** A tree of empty folders fills no cap; it must end as well. */
const maxDirectories = 2000;
/** While room is short, so many entries of one directory are more use than one entry of each. */
const minShare = 10;

/**
 * Lists a directory tree breadth first until `cap` is reached: all of one level comes before anything below it, and
 * the directories of a level share the room, so that one crowded folder does not crowd out the others. Links are not
 * followed. Opens no more directories than it needs to fill the cap. Throws only when the root cannot be read.
 */
export async function walkTree(root: string, options: WalkOptions): Promise<TreeListing> {
	return new TreeWalk(root, options).run();
}

class TreeWalk {
	private readonly entries: TreeEntry[] = [];
	private readonly leftOut: LeftOut[] = [];
	private readonly unopened: string[] = [];
	private readonly unreadable: string[] = [];
	private room: number;
	private visitsLeft = maxVisits;
	private directoriesLeft = maxDirectories;

	constructor(
		private readonly root: string,
		private readonly options: WalkOptions,
	) {
		this.room = options.cap;
	}

	async run(): Promise<TreeListing> {
		let level: readonly Pending[] = [{ path: "" }];
		const { maxDepth = Number.POSITIVE_INFINITY } = this.options;
		for (let depth = 0; level.length > 0 && depth < maxDepth; depth++) level = await this.walkLevel(level);
		const { entries, leftOut, unopened, unreadable } = this;
		return { entries: entries.sort(byPath), leftOut, unopened, unreadable };
	}

	/** Returns the directories of the next level. */
	private async walkLevel(level: readonly Pending[]): Promise<Pending[]> {
		const next: Pending[] = [];
		const opened: OpenDirectory[] = [];
		for (const [index, directory] of level.entries()) {
			if (this.room <= 0 || this.directoriesLeft-- <= 0) {
				this.unopened.push(...level.slice(index).map(({ path }) => path));
				break;
			}
			const share = Math.max(minShare, Math.ceil(this.room / (level.length - index)));
			const found = await this.walkDirectory(directory, Math.min(share, this.room), next);
			if (found) opened.push(found);
		}
		for (const directory of opened) this.fillUp(directory, next);
		return next;
	}

	private async walkDirectory(
		{ path, above }: Pending,
		share: number,
		next: Pending[],
	): Promise<OpenDirectory | undefined> {
		this.options.signal?.throwIfAborted();
		const opened = await this.open(path, share);
		if (!opened) return undefined;
		const rules = await this.rulesOf(path, above, opened);
		const listing = this.withoutHidden(path, opened);
		const directory = { path, rules, isComplete: listing.isComplete };
		if (this.options.wanted !== "files") {
			return { ...directory, rest: this.take(directory, bothKinds(listing.entries, share), share, next) };
		}
		for (const { name, kind } of listing.entries) {
			if (kind === "directory" && !rules.ignores(name, true)) {
				next.push({ path: childPath(path, name), above: rules });
			}
		}
		const files = listing.entries.filter(({ kind }) => kind === "file" || kind === "link");
		return { ...directory, rest: this.take(directory, files, share, next) };
	}

	private async open(path: string, share: number): Promise<DirectoryListing | undefined> {
		try {
			const limit = Math.max(share, this.visitsLeft);
			const listing = await readDirectory(join(this.root, path), limit, this.options.signal);
			this.visitsLeft -= listing.entries.length;
			return listing;
		} catch (error) {
			if (path === "" || errorCode(error) === undefined) throw error;
			this.unreadable.push(path);
			return undefined;
		}
	}

	private withoutHidden(path: string, listing: DirectoryListing): DirectoryListing {
		const { isHidden } = this.options;
		if (!isHidden) return listing;
		const entries = listing.entries.filter(
			({ name, kind }) => !isHidden(`${childPath(path, name)}${kind === "directory" ? "/" : ""}`),
		);
		return { ...listing, entries };
	}

	private rulesOf(
		path: string,
		above: IgnoreRules | undefined,
		listing: DirectoryListing,
	): Promise<IgnoreRules> {
		const absolute = join(this.root, path);
		if (!above) return IgnoreRules.load(absolute);
		const names = listing.isComplete ? new Set(listing.entries.map(({ name }) => name)) : undefined;
		return above.below(absolute, names);
	}

	/** Takes entries while there is room, adds directories to be opened to `next`, returns what is left. */
	private take(
		{ path, rules }: Pick<OpenDirectory, "path" | "rules">,
		entries: readonly DirectoryEntry[],
		share: number,
		next: Pending[],
	): readonly DirectoryEntry[] {
		const end = this.entries.length + share;
		for (const [index, { name, kind }] of entries.entries()) {
			if (this.entries.length >= end) return entries.slice(index);
			const isIgnored = rules.ignores(name, kind === "directory");
			if (isIgnored && this.options.wanted !== "everything") continue;
			const entry = { path: childPath(path, name), kind, isIgnored };
			this.entries.push(entry);
			this.room--;
			if (this.options.isRecursive && kind === "directory" && !isIgnored) {
				next.push({ path: entry.path, above: rules });
			}
		}
		return [];
	}

	/** Gives a directory the room that the others of its level left, and notes what still does not fit. */
	private fillUp(directory: OpenDirectory, next: Pending[]): void {
		const rest = this.take(directory, directory.rest, this.room, next);
		const count = this.options.wanted === "everything" ? rest.length : this.countVisible(directory, rest);
		if (count === 0 && directory.isComplete) return;
		this.leftOut.push({ path: directory.path, count, isExact: directory.isComplete });
	}

	private countVisible({ rules }: OpenDirectory, entries: readonly DirectoryEntry[]): number {
		return entries.filter(({ name, kind }) => !rules.ignores(name, kind === "directory")).length;
	}
}

/**
 * Puts those entries first that a share goes to: all if they fit; else files and directories half each, so that
 * neither hides the other, and what one kind does not need goes to the other.
 */
function bothKinds(entries: readonly DirectoryEntry[], share: number): readonly DirectoryEntry[] {
	if (entries.length <= share) return entries;
	const directories = entries.filter(({ kind }) => kind === "directory");
	const others = entries.filter(({ kind }) => kind !== "directory");
	const half = Math.ceil(share / 2);
	const directoryShare = Math.max(half, share - others.length);
	const otherShare = share - Math.min(directoryShare, directories.length);
	return [
		...directories.slice(0, directoryShare),
		...others.slice(0, otherShare),
		...others.slice(otherShare),
		...directories.slice(directoryShare),
	];
}

function childPath(directory: string, name: string): string {
	return directory === "" ? name : `${directory}/${name}`;
}

/** "src", "src/a", "src.ts": what a directory holds comes right after it. */
function byPath(a: TreeEntry, b: TreeEntry): number {
	const [left, right] = [a.path.replaceAll("/", "\0"), b.path.replaceAll("/", "\0")];
	return left < right ? -1 : left > right ? 1 : 0;
}
