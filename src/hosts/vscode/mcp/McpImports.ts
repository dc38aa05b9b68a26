import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type ImportableConfig, importableConfigs } from "@services/mcp/config/importableConfigs";
import { importServers, type ServerImport, serverNamesIn } from "@services/mcp/config/importServers";
import type { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import { trustRequest } from "@services/mcp/trust/trustHash";
import { KilnError } from "@shared/errors";
import type { McpScope } from "@shared/mcp";
import type { McpImportServer, McpImportSummary } from "@shared/mcp-view";
import type { DismissedImports } from "../stores/DismissedImports";

export interface McpImportParts {
	roots(): readonly string[];
	readonly files: Pick<McpConfigFiles, "edit" | "fileOf">;
	readonly dismissed: Pick<DismissedImports, "has" | "add">;
	/** the servers that have come are to be known */
	reload(): Promise<void>;
}

/** A file as it was shown. */
export interface ShownImport {
	readonly file: string;
	readonly hash: string;
}

/** Other programs' files whose servers the person may import. They are read when somebody looks; nothing starts. */
export class McpImports {
	private found: readonly McpImportSummary[] = [];
	private readonly listeners: (() => void)[] = [];
	private reading = 0;
	private names = "";

	constructor(private readonly parts: McpImportParts) {}

	onChange(listener: () => void): void {
		this.listeners.push(listener);
	}

	/** Those that offer something new, or have a fault, and were not dismissed; as they were last read. */
	offered(): readonly McpImportSummary[] {
		return this.found.filter(({ file, hash }) => !this.parts.dismissed.has(file, hash)).filter(hasNews);
	}

	async refresh(): Promise<void> {
		this.reading += 1;
		const mine = this.reading;
		const roots = this.parts.roots();
		const configs = await importableConfigs(roots);
		const found = await Promise.all(configs.map((config) => this.summaryOf(config, roots)));
		if (mine !== this.reading || isDeepStrictEqual(found, this.found)) return;
		this.found = found;
		this.tell();
	}

	/** Reads again when other servers are configured than before: what is new is decided by their names. */
	async serversChanged(names: readonly string[]): Promise<void> {
		const now = names.join("\n");
		if (now === this.names) return;
		this.names = now;
		await this.refresh();
	}

	/** Throws when the file is not what was shown. */
	async import(shown: ShownImport, what: ServerImport): Promise<void> {
		const configs = await importableConfigs(this.parts.roots());
		const config = configs.find(({ file }) => file === shown.file);
		if (config?.hash !== shown.hash) {
			await this.refresh();
			throw new KilnError(
				"mcp_failed",
				`${config?.origin ?? shown.file} has changed since it was shown to you.`,
				"Nothing was imported. Look again.",
			);
		}
		try {
			await importServers(this.parts.files, config, what);
		} finally {
			await this.parts.reload();
			await this.refresh();
		}
	}

	async dismiss({ file, hash }: ShownImport): Promise<void> {
		await this.parts.dismissed.add(file, hash);
		this.tell();
	}

	private async summaryOf(config: ImportableConfig, roots: readonly string[]): Promise<McpImportSummary> {
		const { file, origin, root, hash, problem } = config;
		const taken = await Promise.all(
			[{ kind: "global" } as const, ...roots.map((each) => ({ kind: "project", root: each }) as const)].map(
				async (scope) => ({ scope, names: await serverNamesIn(this.parts.files.fileOf(scope)) }),
			),
		);
		const servers = config.servers.map((server): McpImportServer => {
			const { name } = server;
			const scope: McpScope = { kind: "project", root };
			return {
				name,
				configured: taken.filter(({ names }) => names.has(name)).map((one) => one.scope),
				...(server.reason === undefined
					? { run: trustRequest({ name, scope, entry: server.parsed }), notes: server.notes }
					: { reason: server.reason, notes: [] }),
			};
		});
		const shownOrigin = roots.length > 1 ? `${basename(root)}/${origin}` : origin;
		return { file, origin: shownOrigin, root, hash, problem, servers };
	}

	private tell(): void {
		for (const listener of this.listeners) listener();
	}
}

function hasNews({ problem, servers }: McpImportSummary): boolean {
	return problem !== undefined || servers.some(({ configured }) => configured.length === 0);
}
