import { serverNamesIn } from "@services/mcp/config/importServers";
import type { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import { parseMcpFile } from "@services/mcp/config/parseMcpFile";
import { readConfigText } from "@services/mcp/config/readConfigText";
import { KilnError } from "@shared/errors";
import type { ClockPort } from "@shared/host";
import type { McpScope } from "@shared/mcp";
import type { McpArguments, McpCommand } from "./parseMcpArguments";
import type { McpCommandIo } from "./runMcpCommand";
import { forgetSignIn } from "./signInCommands";

export interface EditParts {
	readonly command: Extract<McpCommand, { kind: "add" | "remove" }>;
	readonly args: McpArguments;
	readonly files: McpConfigFiles;
	/** the workspace */
	readonly cwd: string;
	readonly io: McpCommandIo;
	/** where `.kiln` is; absolute */
	readonly homeDir: string;
	readonly clock: ClockPort;
}

/** `kiln mcp add` and `remove`: one change of one file, whose comments stay. */
export async function editServers(parts: EditParts): Promise<number> {
	const { command, args, files, io } = parts;
	const { kind, server } = command;
	const scope = await (kind === "add" ? freeScope(parts) : scopeOfExisting(parts));
	const file = files.fileOf(scope);
	const entry = kind === "remove" ? await entryIn(file, server) : undefined;
	if (kind === "add") await files.edit(scope, { kind: "set", server, entry: command.entry });
	else await files.edit(scope, { kind: "remove", server });
	if (args.isJson) io.answer({ [kind === "add" ? "added" : "removed"]: server, scope: scope.kind, file });
	else if (kind === "remove") io.say(`Removed the MCP server "${server}" from ${file}.`);
	else io.say(`Added the MCP server "${server}" to ${file}. Try it: ${tryCommand(server, scope)}`);
	// without its entry nobody could sign out of it any more
	if (entry !== undefined) await forgetSignIn({ name: server, scope, entry }, parts.homeDir, parts.clock);
	return 0;
}

function scopesOf({ cwd, args }: EditParts): McpScope[] {
	const all: McpScope[] = [{ kind: "global" }, { kind: "project", root: cwd }];
	return all.filter(({ kind }) => args.scope === undefined || args.scope === kind);
}

/** An entry is never replaced unseen: it may hold what the person has set by hand. */
async function freeScope(parts: EditParts): Promise<McpScope> {
	const { command, files } = parts;
	const [scope = { kind: "global" }] = scopesOf(parts);
	const file = files.fileOf(scope);
	if (!(await serverNamesIn(file)).has(command.server)) return scope;
	throw new KilnError(
		"invalid_settings",
		`There is an MCP server "${command.server}" in ${file} already.`,
		"Remove it first, or choose another name.",
	);
}

async function scopeOfExisting(parts: EditParts): Promise<McpScope> {
	const { command, files } = parts;
	const scopes = scopesOf(parts);
	const names = await Promise.all(scopes.map((scope) => serverNamesIn(files.fileOf(scope))));
	const [found, other] = scopes.filter((_, index) => names[index]?.has(command.server));
	if (other !== undefined)
		throw new KilnError(
			"invalid_settings",
			`Both files have an MCP server "${command.server}".`,
			"Say which with --scope global or --scope project.",
		);
	if (found !== undefined) return found;
	throw unknownServer(
		command.server,
		names.flatMap((some) => [...some]),
	);
}

export function unknownServer(name: string, names: readonly string[]): KilnError {
	const hint = names.length === 0 ? "None is configured." : `There are: ${[...new Set(names)].join(", ")}.`;
	return new KilnError("mcp_server_unknown", `There is no MCP server "${name}".`, hint);
}

/** undefined: there is none, or one that cannot be used */
async function entryIn(file: string, server: string) {
	return parseMcpFile(await readConfigText(file), file).entries.get(server);
}

function tryCommand(server: string, scope: McpScope): string {
	const name = /^[\w.-]+$/.test(server) ? server : JSON.stringify(server);
	return `kiln mcp test ${name}${scope.kind === "project" ? " --trust-project-mcp" : ""}`;
}
