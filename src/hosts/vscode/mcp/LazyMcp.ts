import type { McpPort } from "@core/mcp/McpPort";
import type { Disposable, LogPort } from "@shared/host";
import type { McpServerState } from "@shared/mcp";
import type { OpenedMcp } from "./createMcp";

type Call<T extends keyof McpPort> = Parameters<McpPort[T]>;

/**
 * The window's MCP servers for the chat and the engine alike. What starts them is loaded with the first `start`; until
 * then there are none, and calls wait for it. A failure to load is tried again with the next call.
 */
export class LazyMcp implements McpPort {
	private opened: OpenedMcp | undefined;
	private opening: Promise<OpenedMcp> | undefined;
	/** loaded, and perhaps still starting */
	private hub: Pick<McpPort, "noteTaskWrite"> | undefined;
	private isStopped = false;
	/** what tasks wrote while the servers were being loaded: none of it may start without a word */
	private written: string[] = [];
	private readonly listeners = new Set<() => void>();

	constructor(
		private readonly load: () => Promise<OpenedMcp>,
		private readonly log: LogPort,
	) {}

	/** Begins to load and start the servers; waits for nothing. */
	start(): void {
		this.open().catch(() => undefined);
	}

	/** Loads, and reads the configuration; servers may still be starting then. */
	async open(): Promise<OpenedMcp> {
		this.opening ??= this.begin();
		const { opening } = this;
		try {
			return await opening;
		} catch (error) {
			// another call may have begun anew meanwhile
			if (this.opening === opening) this.opening = undefined;
			this.log.error(`MCP could not be started: ${String(error)}`);
			throw error;
		}
	}

	/** undefined before it was loaded */
	now(): OpenedMcp | undefined {
		return this.opened;
	}

	onDidChange(listener: () => void): Disposable {
		this.listeners.add(listener);
		return { dispose: () => this.listeners.delete(listener) };
	}

	/** Resolves when no server's process is left; nothing is started any more. */
	async stop(): Promise<void> {
		this.isStopped = true;
		const opened = await this.opening?.catch(() => undefined);
		await opened?.stop();
	}

	async workspaceChanged(): Promise<void> {
		await Promise.all([this.opened?.hub.workspaceChanged(), this.opened?.imports.refresh()]);
	}

	servers(): readonly McpServerState[] {
		return this.opened?.hub.servers() ?? [];
	}

	async ready(ms: number, signal?: AbortSignal): Promise<void> {
		const waited = new AbortController();
		const stop = signal ? AbortSignal.any([waited.signal, signal]) : waited.signal;
		const timer = setTimeout(() => waited.abort(), ms);
		const timeUp = new Promise<void>((resolve) => {
			if (stop.aborted) resolve();
			stop.addEventListener("abort", () => resolve(), { once: true });
		});
		const settled = this.open().then(
			({ hub }) => hub.ready(ms, stop),
			() => undefined,
		);
		await Promise.race([settled, timeUp]);
		clearTimeout(timer);
		waited.abort();
	}

	async checkCall(...call: Call<"checkCall">) {
		await (await this.open()).hub.checkCall(...call);
	}

	async callTool(...call: Call<"callTool">) {
		return await (await this.open()).hub.callTool(...call);
	}

	async readResource(...call: Call<"readResource">) {
		return await (await this.open()).hub.readResource(...call);
	}

	async getPrompt(...call: Call<"getPrompt">) {
		return await (await this.open()).hub.getPrompt(...call);
	}

	noteTaskWrite(file: string): void {
		if (this.hub) this.hub.noteTaskWrite(file);
		else this.written.push(file);
	}

	private async begin(): Promise<OpenedMcp> {
		const opened = await this.load();
		if (this.isStopped) return opened;
		opened.hub.onDidChange(() => this.tell());
		opened.imports.onChange(() => this.tell());
		this.hub = opened.hub;
		for (const file of this.written) opened.hub.noteTaskWrite(file);
		this.written = [];
		try {
			await Promise.all([opened.hub.start(), opened.imports.refresh()]);
		} catch (error) {
			// the next try makes another hub: this one's servers would run on beside it
			await opened.stop();
			throw error;
		}
		this.opened = opened;
		this.tell();
		return opened;
	}

	private tell(): void {
		for (const listener of [...this.listeners]) listener();
	}
}
