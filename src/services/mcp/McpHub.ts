import { KilnError } from "@shared/errors";
import type { Disposable } from "@shared/host";
import type {
	McpCallResult,
	McpConfigProblem,
	McpContent,
	McpPromptResult,
	McpServerState,
} from "@shared/mcp";
import { callTool, checkCall, getPrompt, readResource } from "./calls/serverCalls";
import { SchemaChecks } from "./catalogue/SchemaChecks";
import type { McpConfigs } from "./config/McpServerConfig";
import type { CallOptions } from "./connection/McpSession";
import { defaultLimits } from "./limits";
import type { McpHubOptions } from "./McpHubOptions";
import type { McpServerPorts } from "./McpServer";
import { McpServers } from "./McpServers";
import { ServerSettings } from "./ServerSettings";
import { ServerSignIns } from "./ServerSignIns";
import { ServerStates } from "./ServerStates";
import type { ShownTool } from "./trust/AcceptedTools";
import { allowHash, requestHash, trustHash } from "./trust/trustHash";

const outputMs = 250;

/** All MCP servers of a window. Starting and ending them is never waited for, but by `ready` and `stop`. */
export class McpHub {
	readonly settings: ServerSettings;
	readonly signIns: ServerSignIns;
	private readonly all: McpServers;
	private readonly states: ServerStates;
	private readonly listeners = new Set<() => void>();
	private readonly checks = new SchemaChecks();
	private problems: readonly McpConfigProblem[] = [];
	private shown: readonly McpServerState[] | undefined;
	private watching: Disposable | undefined;
	/** a configuration that is still being read starts nothing any more */
	private isStopped = false;
	private lastLoad: Promise<void> = Promise.resolve();
	/** output has grown and will be told */
	private isTelling = false;

	constructor(private readonly options: McpHubOptions) {
		const { files, trust } = options;
		const find = (name: string) => this.all.find(name);
		this.all = new McpServers(this.serverPorts());
		this.states = new ServerStates(trust);
		this.settings = new ServerSettings({ files, trust, find, reload: () => this.reload() });
		const timeoutMs = options.limits?.signInMs ?? defaultLimits.signInMs;
		this.signIns = new ServerSignIns({ find, timeoutMs });
	}

	/** Reads the configuration files, starts what may start, and watches the files. */
	async start(): Promise<void> {
		this.isStopped = false;
		await this.reload();
		if (!this.isStopped) this.watchFiles();
	}

	/** Resolves when no process of any server is left. */
	async stop(): Promise<void> {
		this.watching?.dispose();
		this.watching = undefined;
		this.isStopped = true;
		await this.all.stop();
		this.changed();
	}

	/** The same array until something changes. */
	servers(): readonly McpServerState[] {
		this.shown ??= this.states.of(this.all.all);
		return this.shown;
	}

	/** What is wrong in the configuration files. */
	configProblems(): readonly McpConfigProblem[] {
		return this.problems;
	}

	onDidChange(listener: () => void): Disposable {
		this.listeners.add(listener);
		return { dispose: () => this.listeners.delete(listener) };
	}

	/**
	 * Resolves when every server works, failed, or failed once. A server is waited for until it has been starting for
	 * `ms`: one that hangs delays whoever asks first, and nobody after. Remote ones that were out of reach are tried again.
	 */
	async ready(ms: number, signal?: AbortSignal): Promise<void> {
		for (const server of this.all.all) server.wanted();
		const since = this.all.all.map(({ startingSince }) => startingSince ?? Number.NEGATIVE_INFINITY);
		const leftMs = Math.max(...since) + ms - this.options.clock.now();
		if (!(leftMs > 0)) return;
		const isSettled = () => this.all.all.every((server) => server.isSettled);
		const over = new AbortController();
		const either = signal ? AbortSignal.any([over.signal, signal]) : over.signal;
		const timeUp = this.options.clock.sleep(leftMs, either).catch(() => undefined);
		const listening = this.onDidChange(() => isSettled() && over.abort());
		await timeUp;
		listening.dispose();
	}

	/** Only servers that would run something else are restarted; those that are gone end. */
	setConfigs({ servers, problems }: McpConfigs): void {
		if (this.isStopped) return;
		this.problems = problems;
		this.all.set(servers);
		this.changed();
	}

	/** Reads the configuration files again: one reading after the other, so that the newest counts in the end. */
	reload(): Promise<void> {
		const { files } = this.options;
		if (files === undefined) return Promise.resolve();
		const loaded = this.lastLoad.then(async () => this.setConfigs(await files.load()));
		this.lastLoad = loaded.catch(() => undefined);
		return loaded;
	}

	/** Folders were opened or closed, or the workspace's trust was given or taken. */
	async workspaceChanged(): Promise<void> {
		for (const server of this.all.all) server.connection.session?.rootsChanged();
		if (this.watching) this.watchFiles();
		await this.reload();
		for (const server of this.all.all) server.decide();
		this.changed();
	}

	restart(name: string): void {
		this.all.find(name).restart();
	}

	/**
	 * The person consents to what a project's server runs, as `hash` of its trust request says: a request that is out of
	 * date counts for nothing. `alwaysAllow`: those of the suggested tools that need not ask; all others ask from now on.
	 */
	async trust(name: string, hash: string, alwaysAllow: readonly string[] = []): Promise<void> {
		const server = this.all.find(name);
		const refuseOutdated = () => {
			if (requestHash(server.config, server) === hash) return;
			throw new KilnError(
				"mcp_failed",
				`MCP server "${name}" has changed since you were asked.`,
				"Look again.",
			);
		};
		refuseOutdated();
		const suggested = server.config.entry.alwaysAllow.filter((tool) => alwaysAllow.includes(tool));
		await server.tools.withdraw(server.tools.names.filter((tool) => !suggested.includes(tool)));
		refuseOutdated();
		const { config } = server;
		// what a task changes from here on takes the consent back again
		server.changedFile = undefined;
		await this.options.trust.add([trustHash(config), ...suggested.map((tool) => allowHash(config, tool))]);
		server.decide();
		server.touch("state");
	}

	/** The tools as they were shown are what the person accepts. Throws `mcp_failed` when one is another by now. */
	async acceptTools(name: string, shown: readonly ShownTool[]): Promise<void> {
		await this.all.find(name).tools.accept(shown);
	}

	/** A task wrote `file` (absolute), also before the start. */
	noteTaskWrite(file: string): void {
		this.all.noteTaskWrite(file);
	}

	/** Refuses what `callTool` would refuse before it asks the server. */
	checkCall(server: string, tool: string, args: Readonly<Record<string, unknown>>): Promise<void> {
		return checkCall(this.all.byName, this.checks, { server, tool }, args);
	}

	callTool(
		server: string,
		tool: string,
		args: Readonly<Record<string, unknown>>,
		options: CallOptions = {},
	): Promise<McpCallResult> {
		return callTool(this.all.byName, this.checks, { server, tool }, args, options);
	}

	readResource(server: string, uri: string, options: CallOptions = {}): Promise<readonly McpContent[]> {
		return readResource(this.all.byName, server, uri, options);
	}

	getPrompt(
		server: string,
		prompt: string,
		args: Readonly<Record<string, string>>,
		options: CallOptions = {},
	): Promise<McpPromptResult> {
		return getPrompt(this.all.byName, server, prompt, args, options);
	}

	private serverPorts(): McpServerPorts {
		const { options } = this;
		return {
			...options,
			// an object with methods of its own keeps them
			environment: () => options.environment(),
			roots: () => options.roots(),
			isWorkspaceTrusted: () => options.isWorkspaceTrusted(),
			...(options.variable && { variable: (name) => options.variable?.(name) }),
			onElicit: options.onElicit?.bind(options),
			openSession: options.openSession?.bind(options),
			resolvedLimits: { ...defaultLimits, ...options.limits },
			onChange: () => this.changed(),
			onOutput: () => this.grown(),
		};
	}

	private watchFiles(): void {
		this.watching?.dispose();
		this.watching = this.options.files?.watch(() => {
			// a folder that has come into being is watched from now on
			this.watchFiles();
			this.reload().catch((error: unknown) => this.options.log.warn(`MCP configuration: ${error}`));
		});
	}

	/** Servers may write without end: whoever listens hears of it four times a second. */
	private grown(): void {
		this.shown = undefined;
		if (this.isTelling) return;
		this.isTelling = true;
		void this.options.clock.sleep(outputMs).then(() => {
			this.isTelling = false;
			this.changed();
		});
	}

	private changed(): void {
		this.shown = undefined;
		for (const listener of [...this.listeners]) listener();
	}
}
