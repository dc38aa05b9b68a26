import { type FSWatcher, watch } from "node:fs";
import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { KilnError } from "@shared/errors";
import type { ClockPort, Disposable } from "@shared/host";
import type { McpConfigProblem, McpScope } from "@shared/mcp";
import { debounced } from "../debounced";
import { editMcpFile, type McpConfigEdit } from "./editMcpFile";
import { type McpConfigs, type McpServerConfig, mergeConfigs } from "./McpServerConfig";
import { parseMcpFile } from "./parseMcpFile";

export interface McpConfigFilesOptions {
	/** absolute path of the person's own file */
	readonly globalFile: string;
	/** absolute paths of the workspace's roots, now */
	roots(): readonly string[];
	readonly clock: ClockPort;
}

const settleMs = 150;

/** `<root>/.kilocode/mcp.json` */
export function projectFile(root: string): string {
	return join(root, ".kilocode", "mcp.json");
}

/** The configuration files: read as a whole, edited one change at a time, watched. A missing file is an empty one. */
export class McpConfigFiles {
	private lastEdit: Promise<unknown> = Promise.resolve();

	constructor(private readonly options: McpConfigFilesOptions) {}

	async load(): Promise<McpConfigs> {
		const roots = this.options.roots();
		const files = await Promise.all([
			this.read({ kind: "global" }),
			...roots.map((root) => this.read({ kind: "project", root })),
		]);
		const [global, ...projects] = files;
		return {
			servers: mergeConfigs(
				global?.servers ?? [],
				projects.map((file) => file.servers),
			),
			problems: files.flatMap((file) => file.problems),
		};
	}

	/** One after the other; the file is read anew for each, so that nobody's change is lost. */
	edit(scope: McpScope, edit: McpConfigEdit): Promise<void> {
		const done = this.lastEdit.then(() => this.write(scope, edit));
		this.lastEdit = done.catch(() => undefined);
		return done;
	}

	/** Reports that some file may have changed, once things have settled. */
	watch(onChange: () => void): Disposable {
		const report = debounced(this.options.clock, settleMs, onChange);
		const folders = [this.options.globalFile, ...this.options.roots().map(projectFile)].map((file) =>
			watchFolderOf(file, report.trigger),
		);
		return {
			dispose: () => {
				report.dispose();
				for (const folder of folders) folder.dispose();
			},
		};
	}

	fileOf(scope: McpScope): string {
		return scope.kind === "global" ? this.options.globalFile : projectFile(scope.root);
	}

	private async read(scope: McpScope): Promise<{
		readonly servers: readonly McpServerConfig[];
		readonly problems: readonly McpConfigProblem[];
	}> {
		const file = this.fileOf(scope);
		try {
			const { entries, problems } = parseMcpFile(await textOf(file), file);
			const servers = [...entries].map(([name, entry]) => ({ name, scope, file, entry }));
			return { servers, problems };
		} catch (error) {
			const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
			return { servers: [], problems: [{ file, line: 1, message }] };
		}
	}

	private async write(scope: McpScope, edit: McpConfigEdit): Promise<void> {
		const file = this.fileOf(scope);
		const old = await textOf(file);
		const text = editMcpFile(old, edit);
		if (text === old) return;
		// a person may keep the file elsewhere and link to it
		const target = await realpath(file).catch(() => file);
		const temporary = `${target}.${process.pid}.tmp`;
		try {
			await mkdir(dirname(target), { recursive: true });
			// the person's own file may hold keys
			const fresh = scope.kind === "global" ? 0o600 : 0o644;
			const mode = await stat(target).then(
				(stats) => stats.mode & 0o777,
				() => fresh,
			);
			await writeFile(temporary, text, { mode });
			await rename(temporary, target);
		} catch (error) {
			await rm(temporary, { force: true });
			throw new KilnError("storage_unwritable", `${file} cannot be written.`, undefined, { cause: error });
		}
	}
}

async function textOf(file: string): Promise<string> {
	try {
		return await readFile(file, "utf8");
	} catch (error) {
		if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) {
			return "";
		}
		throw error;
	}
}

/** The nearest folder that exists: programs replace a file by renaming, and the file may not exist yet. */
function watchFolderOf(file: string, onChange: () => void): Disposable {
	const watchers: FSWatcher[] = [];
	for (let path = file; path !== dirname(path) && watchers.length < 2; path = dirname(path)) {
		const name = basename(path);
		try {
			const watcher = watch(dirname(path), { persistent: false }, (_kind, changed) => {
				if (changed === null || changed === name) onChange();
			});
			// the folder itself is removed: whoever makes it again asks for a new watch
			watcher.on("error", () => watcher.close());
			watchers.push(watcher);
		} catch {
			// it does not exist yet: its parent's watcher tells
		}
	}
	return {
		dispose() {
			for (const watcher of watchers) watcher.close();
		},
	};
}
