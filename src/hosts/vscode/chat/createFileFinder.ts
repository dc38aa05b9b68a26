import { join } from "node:path";
import { inNamedRoot, type RootNames, rootNames } from "@core/approval/rootNames";
import type { ProjectFiles } from "@core/instructions/ProjectFiles";
import type { Host } from "@shared/host";
import { rankPaths, withFolders } from "./rankPaths";

/**
 * Paths for `@`, with forward slashes, best first; a folder ends with a slash. Relative to the first root; in others below
 * their name, where they have one.
 */
export type FindFiles = (query: string) => Promise<readonly string[]>;

interface FinderParts {
	readonly host: Pick<Host, "workspace" | "environment" | "clock">;
	readonly project: ProjectFiles;
	/** the files below a root that no ignore file names; loaded on first use */
	readonly listFiles?: typeof listWithRipgrep;
}

const maxResults = 50;
const maxFiles = 200_000;
const listTimeoutMs = 5000;
/** Each keystroke asks: one listing serves those that follow each other. */
const keptMs = 10_000;

interface Listing {
	/** of the roots that were listed */
	readonly key: string;
	readonly at: number;
	readonly names: RootNames;
	readonly paths: Promise<string[]>;
}

export function createFileFinder({ host, project, listFiles = listWithRipgrep }: FinderParts): FindFiles {
	let listed: Listing | undefined;
	const list = (first: string, roots: readonly string[]): Listing => {
		const now = host.clock.now();
		const key = roots.join("\0");
		if (listed && listed.key === key && now - listed.at < keptMs) return listed;
		const names = rootNames(first, roots);
		const others = [...names].filter(([, root]) => root !== first);
		const lists = others.map(async ([name, root]) => {
			// A folder that is gone, or cannot be read, takes nothing away from the others.
			const inner = await listFiles(root, host).catch(() => []);
			return inner.map((path) => `${name}/${path}`);
		});
		const paths = Promise.all([listFiles(first, host), ...lists]).then((found) => withFolders(found.flat()));
		const entry = { key, at: now, names, paths };
		listed = entry;
		paths.catch(() => {
			if (listed === entry) listed = undefined;
		});
		return entry;
	};
	return async (query) => {
		const roots = host.workspace.roots();
		const [first] = roots;
		if (first === undefined) return [];
		const { names, paths } = list(first, roots);
		// What is ignored is looked at last: of most paths nobody ever asks.
		const ranked = rankPaths(await paths, query, 4 * maxResults);
		const isShown = (path: string) => !project.isIgnored(inNamedRoot(path, names) ?? join(first, path));
		return ranked.filter(isShown).slice(0, maxResults);
	};
}

async function listWithRipgrep(root: string, host: Pick<Host, "environment">): Promise<string[]> {
	const [{ findRipgrep }, { listFilesArguments }, { runRipgrep }, { cleanPath }] = await Promise.all([
		import("@services/ripgrep/findRipgrep"),
		import("@services/ripgrep/listFilesArguments"),
		import("@services/ripgrep/runRipgrep"),
		import("@services/ripgrep/parseRipgrepLine"),
	]);
	const run = runRipgrep({
		binary: await findRipgrep(host.environment),
		args: listFilesArguments({}),
		cwd: root,
		separator: "\0",
		signal: new AbortController().signal,
		timeoutMs: listTimeoutMs,
	});
	const paths: string[] = [];
	for await (const piece of run) {
		for (const path of piece) if (path !== "") paths.push(cleanPath(path));
		if (paths.length >= maxFiles) break;
	}
	return paths;
}
