import { join } from "node:path";
import type { ProjectFiles } from "@core/instructions/ProjectFiles";
import type { Host } from "@shared/host";
import { rankPaths, withFolders } from "./rankPaths";

/** Paths for `@`: relative to the first root, with forward slashes, best first; a folder ends with a slash. */
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

export function createFileFinder({ host, project, listFiles = listWithRipgrep }: FinderParts): FindFiles {
	let listed: { readonly root: string; readonly at: number; readonly paths: Promise<string[]> } | undefined;
	const list = (root: string): Promise<string[]> => {
		const now = host.clock.now();
		if (listed && listed.root === root && now - listed.at < keptMs) return listed.paths;
		const paths = listFiles(root, host).then(withFolders);
		const entry = { root, at: now, paths };
		listed = entry;
		paths.catch(() => {
			if (listed === entry) listed = undefined;
		});
		return paths;
	};
	return async (query) => {
		const [root] = host.workspace.roots();
		if (root === undefined) return [];
		const paths = await list(root);
		// What is ignored is looked at last: of most paths nobody ever asks.
		const ranked = rankPaths(paths, query, 4 * maxResults);
		return ranked.filter((path) => !project.isIgnored(join(root, path))).slice(0, maxResults);
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
