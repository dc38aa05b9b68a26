import { visibleText } from "@core/tools/command/visibleText";
import { createTerminalHost } from "../createTerminalHost";
import { TerminalPrompt } from "../TerminalPrompt";
import { workspaceOf } from "../workspaceOf";
import { editServers } from "./editServers";
import { importFromFiles } from "./importFromFiles";
import { jsonText } from "./jsonText";
import { McpCommandRun } from "./McpCommandRun";
import { mcpUsageText } from "./mcpUsageText";
import { openInBrowser } from "./openInBrowser";
import { parseMcpArguments } from "./parseMcpArguments";
import { openMcpFiles } from "./terminalMcpFiles";

/** What `kiln mcp` needs of the process. */
export interface McpProcess {
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly currentFolder: string;
	readonly homeDir: string;
	readonly version: string;
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: Pick<NodeJS.WriteStream, "write" | "isTTY">;
	readonly stderr: NodeJS.WriteStream;
	onInterrupt(stop: () => void): void;
}

/** `kiln mcp …`: resolves with the exit code when no server's process is left. Rejects with a KilnError. */
export async function runMcpCommand(process: McpProcess, argv: readonly string[]): Promise<number> {
	const args = parseMcpArguments(argv);
	const { command } = args;
	const say = (text: string) =>
		void process.stdout.write(`${process.stdout.isTTY && !args.isJson ? visibleText(text) : text}\n`);
	const warn = (text: string) => void process.stderr.write(`${visibleText(`kiln: ${text}`)}\n`);
	if (command.kind === "help") {
		say(mcpUsageText);
		return 0;
	}
	const cwd = workspaceOf(args.cwd, process.currentFolder);
	const { environment: variables, homeDir, version } = process;
	const quiet = () => {};
	const log = { debug: quiet, info: quiet, warn, error: warn };
	const host = createTerminalHost({ cwd, storage: "", variables, log });
	const isEdit = command.kind === "add" || command.kind === "remove" || command.kind === "import";
	const files = await openMcpFiles({ cwd, homeDir }, host.clock, !isEdit && args.scope === "global");
	const { isJson } = args;
	const io: McpCommandIo = { say, warn, answer: (value) => say(jsonText(value)), isJson };
	if (command.kind === "add" || command.kind === "remove")
		return editServers({ command, args, files, cwd, io, homeDir, clock: host.clock });
	if (command.kind === "import")
		return importFromFiles({ command, args, files, cwd, io, currentFolder: process.currentFolder });
	const stop = new AbortController();
	process.onInterrupt(() => stop.abort());
	const person = personAt(process, () => stop.abort());
	const hub = { host, version, variables, personHome: homeDir };
	try {
		return await new McpCommandRun({ args, files, io, hub, person, signal: stop.signal }).run(command);
	} catch (error) {
		if (stop.signal.aborted) return 130;
		throw error;
	} finally {
		person.prompt?.dispose();
	}
}

/** Who can be asked and shown something. What is said to people goes to stderr: stdout may be a file. */
function personAt({ stdin, stdout, stderr, environment }: McpProcess, interrupt: () => void): McpPerson {
	const isThere = stdin.isTTY && stderr.isTTY === true;
	return {
		prompt: isThere ? new TerminalPrompt(stdin, stderr, interrupt) : undefined,
		openBrowser: async (url) =>
			stdout.isTTY === true && (await openInBrowser(url, globalThis.process.platform, environment)),
	};
}

/** The person at the terminal, as far as there is one. */
export interface McpPerson {
	readonly prompt: TerminalPrompt | undefined;
	openBrowser(url: string): Promise<boolean>;
}

export interface McpCommandIo {
	say(text: string): void;
	/** to stderr */
	warn(text: string): void;
	/** as JSON */
	answer(value: unknown): void;
	/** `--json` */
	readonly isJson: boolean;
}
