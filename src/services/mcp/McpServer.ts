import type { Disposable } from "@shared/host";
import type { McpLogLine } from "@shared/mcp";
import { ListRefresh } from "./catalogue/ListRefresh";
import { emptyCatalogue, refreshedCatalogue, type ServerCatalogue } from "./catalogue/ServerCatalogue";
import { isRemote } from "./config/entrySchema";
import type { McpServerConfig } from "./config/McpServerConfig";
import type { ConnectionState } from "./connection/connectionReducer";
import { McpConnection } from "./connection/McpConnection";
import type { McpSession, SessionEvents } from "./connection/McpSession";
import { resolveWatchPaths, watchPaths } from "./connection/watchPaths";
import { ServerSignIn } from "./oauth/ServerSignIn";
import { type OpenServerPorts, openServer, startFolderOf, workspaceFolderOf } from "./openServer";
import { LineTail } from "./transport/LineTail";
import { AcceptedTools } from "./trust/AcceptedTools";
import { isPartOfServer } from "./trust/isPartOfServer";
import { permissionOf } from "./trust/permissionOf";
import { allowHash, pinKey, trustHash } from "./trust/trustHash";

const maxLogLines = 200;
const maxLogChars = 2000;
const missingScope = "A call needs rights that you have not given yet. Sign in again to give them.";

export interface McpServerPorts extends OpenServerPorts {
	/** anything that a state shows is another */
	onChange(): void;
	/** stderr or the log has grown */
	onOutput(): void;
}

/** One configured server: permission, connection, catalogue. Replaced when what it runs changes; ended for good by `stop`. */
export class McpServer {
	readonly connection: McpConnection;
	readonly output: LineTail;
	readonly signIn: ServerSignIn | undefined;
	readonly tools: AcceptedTools;
	catalogue: ServerCatalogue = emptyCatalogue;
	/** a file of it that a task changed: the person is asked again */
	changedFile: string | undefined;
	/** how often a task has changed a file of it: a consent asked for before is out of date */
	taskWrites = 0;
	log: readonly McpLogLine[] = [];
	/** when its first try began, ms since the epoch; undefined once it has settled */
	startingSince: number | undefined;
	/** grows with everything that its state shows */
	revision = 0;
	private readonly refresh: ListRefresh;
	private watching: Disposable | undefined;
	/** whoever still holds an ended server must not start it: nobody would end it again */
	private isEnded = false;

	constructor(
		public config: McpServerConfig,
		private readonly ports: McpServerPorts,
		/** an earlier server of that name ends first */
		private readonly predecessor: Promise<void> = Promise.resolve(),
	) {
		this.signIn =
			ports.signIn && isRemote(config.entry)
				? new ServerSignIn({
						key: pinKey(config),
						ports: ports.signIn,
						onChange: () => this.touch("state"),
						onSignedIn: () => this.restart(),
					})
				: undefined;
		this.tools = new AcceptedTools(this, ports.trust, ports.log);
		this.output = new LineTail(maxLogLines, () => this.touch("output"));
		this.refresh = new ListRefresh({
			clock: ports.clock,
			canRead: () => this.connection.session !== undefined,
			read: () => this.readAgain(),
		});
		this.connection = new McpConnection({
			clock: ports.clock,
			limits: ports.resolvedLimits,
			open: (events, signal) => this.open(events, signal),
			onListChanged: () => this.refresh.trigger(),
			onLog: (level, text) => this.addLog(level, text),
			onChange: () => this.changed(),
		});
	}

	get name(): string {
		return this.config.name;
	}

	get state(): ConnectionState {
		return this.connection.state;
	}

	/** why it is not connected, without secrets */
	get reason(): string | undefined {
		const reason = this.needsScope ? missingScope : this.state.reason;
		return reason === undefined ? undefined : this.output.masked(reason);
	}

	/** the person can sign in in the browser, and has to for it to work as it should */
	get needsSignIn(): boolean {
		return (this.state.needsSignIn || this.needsScope) && this.signIn?.isPossible === true;
	}

	private get needsScope(): boolean {
		return this.state.status === "connected" && this.signIn?.lacksScope === true;
	}

	/** It has come as far as it does without waiting: it works, failed, or failed once and will be tried again. */
	get isSettled(): boolean {
		return this.state.status !== "connecting" || this.state.failedTries > 0;
	}

	/** Starts or ends it according to configuration, consent and the workspace's trust as they are now. */
	decide(): void {
		if (this.isEnded) return;
		const { permission, reason } = permissionOf(this.config, {
			isWorkspaceTrusted: this.ports.isWorkspaceTrusted(),
			trust: this.ports.trust,
			changedFile: this.changedFile,
		});
		this.connection.dispatch({ type: "permitted", permission, reason });
	}

	/** Settings that need no restart. */
	reconfigure(config: McpServerConfig): void {
		this.config = config;
		this.decide();
		this.tools.check();
		this.touch("state");
	}

	restart(): void {
		if (this.isEnded) return;
		this.output.clear();
		this.decide();
		this.connection.dispatch({ type: "restart" });
	}

	/** Somebody wants to use it: a remote one that was out of reach a while ago may be there again. */
	wanted(): void {
		if (isRemote(this.config.entry)) this.connection.dispatch({ type: "wanted", at: this.ports.clock.now() });
	}

	/** Resolves when nothing of it is left; it never starts again. */
	async stop(): Promise<void> {
		this.isEnded = true;
		this.watching?.dispose();
		this.watching = undefined;
		this.signIn?.cancel();
		await this.connection.stop();
	}

	/** A task wrote a file: a project's server that runs it needs a new consent. */
	noteTaskWrite(file: string): void {
		if (!isPartOfServer(file, this.config)) return;
		this.changedFile = file;
		this.taskWrites++;
		const allowances = this.tools.names.map((tool) => allowHash(this.config, tool));
		this.ports.trust.remove([trustHash(this.config), ...allowances]).catch((error: unknown) => {
			this.ports.log.warn(`MCP server "${this.name}": its consent could not be taken back: ${error}`);
		});
		this.decide();
		this.touch("state");
	}

	private async readAgain(): Promise<void> {
		const { session } = this.connection;
		try {
			const catalogue = await session?.readCatalogue();
			if (catalogue === undefined || this.connection.session !== session) return;
			this.catalogue = refreshedCatalogue(catalogue, this.catalogue);
			this.tools.check();
			this.touch("state");
		} catch (error) {
			this.ports.log.warn(`MCP server "${this.name}": ${error}`);
		}
	}

	private async open(events: SessionEvents, signal: AbortSignal): Promise<McpSession> {
		await this.predecessor;
		const session = await openServer(this, this.ports, events, signal);
		this.refresh.forget();
		if (signal.aborted) return session;
		// a server that hangs at its lists must not hold up its own end
		const end = () => void session.close();
		signal.addEventListener("abort", end, { once: true });
		const catalogue = await session.readCatalogue();
		signal.removeEventListener("abort", end);
		if (signal.aborted) return session;
		this.catalogue = catalogue;
		this.tools.check();
		return session;
	}

	onChange(): void {
		this.touch("state");
	}

	/** Something that its state shows is another. */
	touch(what: "state" | "output"): void {
		this.revision++;
		if (what === "state") this.ports.onChange();
		else this.ports.onOutput();
	}

	private changed(): void {
		const { status } = this.state;
		const { reason } = this;
		if (status !== "connected") this.catalogue = status === "connecting" ? this.catalogue : emptyCatalogue;
		this.startingSince = this.isSettled ? undefined : (this.startingSince ?? this.ports.clock.now());
		this.watchWhileAllowed();
		this.ports.log.debug(`MCP server "${this.name}": ${status}${reason === undefined ? "" : ` (${reason})`}`);
		this.touch("state");
		this.refresh.resume();
	}

	private watchWhileAllowed(): void {
		const isAllowed = this.state.status !== "disabled" && this.state.status !== "awaiting_trust";
		if (isAllowed === (this.watching !== undefined)) return;
		this.watching?.dispose();
		const { config, ports } = this;
		const workspaceFolder = workspaceFolderOf(config, ports);
		const startFolder = startFolderOf(config, ports);
		const paths = resolveWatchPaths(config.entry.watchPaths, workspaceFolder, startFolder);
		this.watching = isAllowed ? watchPaths(paths, this.ports.clock, () => this.restart()) : undefined;
	}

	private addLog(level: string, text: string): void {
		const line = { at: this.ports.clock.now(), level, text: this.output.masked(text).slice(0, maxLogChars) };
		this.log = [...this.log, line].slice(-maxLogLines);
		this.touch("output");
	}
}
