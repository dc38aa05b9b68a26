import { randomUUID } from "node:crypto";
import { type FSWatcher, watch } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { KilnError } from "@shared/errors";
import type { ClockPort, Disposable } from "@shared/host";
import type { McpConfigProblem, McpScope } from "@shared/mcp";
import { realPlace } from "../connection/realPlace";
import { debounced } from "../debounced";
import { editMcpFile, type McpConfigEdit } from "./editMcpFile";
import { type McpConfigs, type McpServerConfig, mergeConfigs } from "./McpServerConfig";
import { parseMcpFile } from "./parseMcpFile";
import { readConfigText } from "./readConfigText";

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
		const files = [this.options.globalFile, ...this.options.roots().map(projectFile)];
		// a person may keep a file elsewhere and link to it: both can change
		const places = new Set(files.flatMap((file) => [file, realPlace(file)]));
		const folders = [...places].map((file) => watchFolderOf(file, report.trigger));
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
			const { entries, problems } = parseMcpFile(await readConfigText(file), file);
			const servers = [...entries].map(([name, entry]) => ({ name, scope, file, entry }));
			return { servers, problems };
		} catch (error) {
			const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
			return { servers: [], problems: [{ file, line: 1, message }] };
		}
	}

	private async write(scope: McpScope, edit: McpConfigEdit): Promise<void> {
		const file = this.fileOf(scope);
		const old = await readConfigText(file);
		const text = editMcpFile(old, edit);
		if (text === old) return;
		const target = writableTarget(scope, file);
		const temporary = `${target}.${randomUUID()}.tmp`;
		try {
			await mkdir(dirname(target), { recursive: true });
			const mode = await stat(target).then(
				(stats) => stats.mode & 0o777,
				() => undefined,
			);
			await writeDurably(temporary, text, { mode, isShared: scope.kind === "project" });
			await rename(temporary, target);
		} catch (error) {
			await rm(temporary, { force: true });
			throw new KilnError("storage_unwritable", `${file} cannot be written.`, undefined, { cause: error });
		}
	}
}

/** A person may keep their own file elsewhere and link to it; a workspace's link must not lead what they save out of it. */
function writableTarget(scope: McpScope, file: string): string {
	const target = realPlace(file);
	if (scope.kind === "global") return target;
	const inner = relative(realPlace(scope.root), target);
	if (!isAbsolute(inner) && inner !== ".." && !inner.startsWith(`..${sep}`)) return target;
	throw new KilnError(
		"path_refused",
		`${file} leads out of the project, to ${target}: it is not written.`,
		"Change it by hand.",
	);
}

/** With the mode of the file that it replaces; a new one of the person's own may hold keys. */
async function writeDurably(
	path: string,
	text: string,
	{ mode, isShared }: { readonly mode: number | undefined; readonly isShared: boolean },
): Promise<void> {
	const handle = await open(path, "wx", isShared ? 0o666 : 0o600);
	try {
		await handle.writeFile(text);
		if (mode !== undefined) await handle.chmod(mode);
		await handle.sync();
	} finally {
		await handle.close();
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
