import type { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import type { McpServerConfig } from "@services/mcp/config/McpServerConfig";
import type { McpHub } from "@services/mcp/McpHub";
import { KilnError } from "@shared/errors";
import type { McpServerState } from "@shared/mcp";
import { createTerminalHub, type TerminalHubOptions } from "./createTerminalHub";
import { describeRun } from "./describeRun";
import { unknownServer } from "./editServers";
import { elicitAtTerminal } from "./elicitAtTerminal";
import type { McpArguments, McpCommand } from "./parseMcpArguments";
import type { McpCommandIo, McpPerson } from "./runMcpCommand";
import { jsonState, progressLine, reasonOf, resultText, serverLine, serverText } from "./showServer";
import { pageText, signIn, signOut } from "./signInCommands";
import { problemLines } from "./terminalMcpFiles";

export interface McpCommandParts {
	readonly args: McpArguments;
	readonly files: McpConfigFiles;
	readonly io: McpCommandIo;
	readonly hub: Pick<TerminalHubOptions, "host" | "version" | "variables" | "personHome">;
	readonly person: McpPerson;
	readonly signal: AbortSignal;
}

/** how long a server may take to work */
const defaultStartSeconds = { list: 10, test: 60, other: 60 } as const;

/** `kiln mcp list`, `test` and `call`: they start what they need, and end it again. */
export class McpCommandRun {
	constructor(private readonly parts: McpCommandParts) {}

	async run(command: Exclude<McpCommand, { kind: "help" | "add" | "remove" | "import" }>): Promise<number> {
		const { args, files, io } = this.parts;
		const configs = await files.load();
		for (const line of problemLines(configs)) io.warn(line);
		const servers = configs.servers.filter(({ scope }) => (args.scope ?? scope.kind) === scope.kind);
		if (command.kind === "list")
			return this.withHub(
				servers,
				() => true,
				(hub) => this.list(hub, servers),
			);
		const chosen = servers.find(({ name }) => name === command.server);
		if (chosen === undefined)
			throw unknownServer(
				command.server,
				servers.map(({ name }) => name),
			);
		const { host, personHome } = this.parts.hub;
		if (command.kind === "sign-out") return signOut(chosen, personHome, host.clock, io);
		this.refuseUntrusted(chosen);
		const isChosen = ({ name }: McpServerConfig) => name === chosen.name;
		return this.withHub([chosen], isChosen, (hub) => {
			if (command.kind === "call") return this.call(hub, command);
			return command.kind === "test" ? this.test(hub, command.server) : this.signIn(hub, command.server);
		});
	}

	private signIn(hub: McpHub, name: string): Promise<number> {
		const { io, signal, person } = this.parts;
		return signIn({
			hub,
			name,
			io,
			signal,
			prompt: person.prompt,
			startMs: this.startSeconds() * 1000,
			failureText: (state) => this.failureText(state),
		});
	}

	/** The page of a sign-in: printed whatever becomes of the browser. */
	private async showPage(url: string): Promise<boolean> {
		const { io, person } = this.parts;
		const isOpened = await person.openBrowser(url);
		const text = pageText(url, isOpened, person.prompt !== undefined);
		if (io.isJson) io.warn(text);
		else io.say(text);
		return isOpened;
	}

	private refuseUntrusted(config: McpServerConfig): void {
		if (config.scope.kind === "global" || this.parts.args.trustsProject || config.entry.disabled) return;
		throw new KilnError(
			"no_permission",
			`The MCP server ${JSON.stringify(config.name)} comes from the project (${config.file}). It would run: ${describeRun(config)}`,
			"Nothing was started. If that is what you want: --trust-project-mcp.",
		);
	}

	private async withHub(
		servers: readonly McpServerConfig[],
		isTrusted: (config: McpServerConfig) => boolean,
		work: (hub: McpHub) => Promise<number>,
	): Promise<number> {
		const { args, hub: options, signal, person } = this.parts;
		const trusted = args.trustsProject ? servers.filter(isTrusted) : [];
		const { command, timeoutSeconds } = args;
		const isSignIn = command.kind === "sign-in";
		const hub = await createTerminalHub({
			...options,
			trusted,
			openBrowser: (url) => this.showPage(url),
			...(isSignIn && timeoutSeconds !== undefined && { signInMs: timeoutSeconds * 1000 }),
			onElicit: command.kind === "call" && !args.isJson ? elicitAtTerminal(person.prompt) : undefined,
		});
		try {
			hub.setConfigs({ servers, problems: [] });
			const seconds = this.startSeconds();
			await hub.ready(seconds * 1000, signal);
			if (signal.aborted) throw new KilnError("aborted", "Stopped.");
			return await work(hub);
		} finally {
			await hub.stop();
		}
	}

	private startSeconds(): number {
		const { command, timeoutSeconds } = this.parts.args;
		if (command.kind !== "list" && command.kind !== "test") return defaultStartSeconds.other;
		return timeoutSeconds ?? defaultStartSeconds[command.kind];
	}

	private async list(hub: McpHub, configs: readonly McpServerConfig[]): Promise<number> {
		const { args, io } = this.parts;
		const states = hub.servers();
		if (args.isJson) io.answer(states.map(jsonState));
		else if (states.length === 0) io.say("No MCP server is configured. Add one: kiln mcp add --help");
		else for (const state of states) io.say(serverLine(state, runOf(state, configs)));
		return 0;
	}

	private async test(hub: McpHub, name: string): Promise<number> {
		const { args, io } = this.parts;
		const state = stateOf(hub, name);
		const isConnected = state.status === "connected";
		if (args.isJson) io.answer(jsonState(state));
		else if (isConnected) io.say(serverText(state));
		if (!isConnected) io.warn(this.failureText(state));
		return isConnected ? 0 : 1;
	}

	private failureText(state: McpServerState): string {
		const { name, status, stderr } = state;
		if (status === "disabled") return `The MCP server "${name}" is switched off ("disabled" in its entry).`;
		const why = reasonOf(state) ?? `it did not answer within ${this.startSeconds()} s.`;
		const said = stderr.length === 0 ? "" : `\nIts stderr:\n${stderr.slice(-40).join("\n")}`;
		return `The MCP server "${name}" does not work: ${why}${said}`;
	}

	private async call(hub: McpHub, command: Extract<McpCommand, { kind: "call" }>): Promise<number> {
		const { args, io, signal } = this.parts;
		const state = stateOf(hub, command.server);
		if (state.status !== "connected") {
			io.warn(this.failureText(state));
			return 1;
		}
		const call = hub.callTool(command.server, command.tool, command.args, {
			signal,
			...(args.timeoutSeconds !== undefined && { timeoutMs: args.timeoutSeconds * 1000 }),
			onProgress: (progress) => io.warn(progressLine(progress)),
		});
		const result = await call.catch((error: unknown) => {
			const after = stateOf(hub, command.server);
			throw after.needsSignIn
				? new KilnError("mcp_failed", reasonOf(after) ?? "", undefined, { cause: error })
				: error;
		});
		if (args.isJson) io.answer(result);
		else io.say(resultText(result));
		if (result.isError) io.warn(`${command.tool} of "${command.server}" says that it failed.`);
		return result.isError ? 1 : 0;
	}
}

function stateOf(hub: McpHub, name: string): McpServerState {
	const state = hub.servers().find((server) => server.name === name);
	if (state === undefined) throw unknownServer(name, []);
	return state;
}

/** What a project's server would run is shown whole; of others no values, which may be keys. */
function runOf({ name, status, target }: McpServerState, configs: readonly McpServerConfig[]): string {
	const config = configs.find((each) => each.name === name);
	return config === undefined || status !== "awaiting_trust" ? target : describeRun(config);
}
