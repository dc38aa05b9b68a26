import { visibleText } from "@core/tools/command/visibleText";
import { createTerminalHost } from "../createTerminalHost";
import { workspaceOf } from "../workspaceOf";
import { editServers } from "./editServers";
import { importFromFiles } from "./importFromFiles";
import { jsonText } from "./jsonText";
import { McpCommandRun } from "./McpCommandRun";
import { mcpUsageText } from "./mcpUsageText";
import { parseMcpArguments } from "./parseMcpArguments";
import { openMcpFiles } from "./terminalMcpFiles";

/** What `kiln mcp` needs of the process. */
export interface McpProcess {
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly currentFolder: string;
	readonly homeDir: string;
	readonly version: string;
	readonly stdout: Pick<NodeJS.WriteStream, "write" | "isTTY">;
	readonly stderr: Pick<NodeJS.WriteStream, "write" | "isTTY">;
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
	const io: McpCommandIo = { say, warn, answer: (value) => say(jsonText(value)) };
	if (command.kind === "add" || command.kind === "remove")
		return editServers({ command, args, files, cwd, io });
	if (command.kind === "import")
		return importFromFiles({ command, args, files, cwd, io, currentFolder: process.currentFolder });
	const stop = new AbortController();
	process.onInterrupt(() => stop.abort());
	const hub = { host, version, variables };
	try {
		return await new McpCommandRun({ args, files, io, hub, signal: stop.signal }).run(command);
	} catch (error) {
		if (stop.signal.aborted) return 130;
		throw error;
	}
}

export interface McpCommandIo {
	say(text: string): void;
	/** to stderr */
	warn(text: string): void;
	/** as JSON */
	answer(value: unknown): void;
}
