import { resolve } from "node:path";
import {
	type ImportableConfig,
	type ImportableServer,
	importableConfig,
	importableConfigs,
} from "@services/mcp/config/importableConfigs";
import { importServers, serverNamesIn } from "@services/mcp/config/importServers";
import type { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import { KilnError } from "@shared/errors";
import type { McpScope } from "@shared/mcp";
import { describeRun } from "./describeRun";
import { unknownServer } from "./editServers";
import type { McpArguments, McpCommand } from "./parseMcpArguments";
import type { McpCommandIo } from "./runMcpCommand";

export interface ImportParts {
	readonly command: Extract<McpCommand, { kind: "import" }>;
	readonly args: McpArguments;
	readonly files: McpConfigFiles;
	/** the workspace */
	readonly cwd: string;
	readonly currentFolder: string;
	readonly io: McpCommandIo;
}

/** A server and the file that it is taken from. */
interface Choice {
	readonly origin: string;
	readonly server: ImportableServer;
}

/** `kiln mcp import`: lists what other programs' files configure, or writes it into one of Kiln's. Starts nothing. */
export async function importFromFiles(parts: ImportParts): Promise<number> {
	const { command, args, files, cwd, io } = parts;
	const scope: McpScope = args.scope === "global" ? { kind: "global" } : { kind: "project", root: cwd };
	const file = files.fileOf(scope);
	const configs = await configsOf(parts);
	const taken = await serverNamesIn(file);
	for (const { origin, problem } of configs) if (problem !== undefined) io.warn(`${origin}: ${problem}`);
	if (!command.isAll && command.names.length === 0) return list(parts, configs, taken);
	const choices = command.isAll ? allOf(parts, configs, taken) : named(configs, command.names);
	const imported = choices.map(({ server }) => server.name);
	refuseTaken(parts, imported, taken, file);
	const origin = configs.map((config) => config.origin).join(", ");
	const servers = choices.map(({ server }) => server);
	await importServers(files, { origin, servers }, { scope, names: imported, replaced: imported });
	if (args.isJson) {
		io.answer({ imported, scope: scope.kind, file });
		return 0;
	}
	for (const { origin: from, server } of choices)
		io.say(`Imported "${server.name}" from ${from} to ${file}.`);
	if (imported.length === 0) io.say("There was nothing to import.");
	else if (scope.kind === "project")
		io.say("They start with --trust-project-mcp, or when you agree in VS Code.");
	return 0;
}

async function configsOf({ command, cwd, currentFolder }: ImportParts): Promise<ImportableConfig[]> {
	if (command.file === undefined) return importableConfigs([cwd]);
	const config = await importableConfig(resolve(currentFolder, command.file), cwd);
	if (config) return [config];
	throw new KilnError("invalid_settings", `${command.file} is missing, or configures no MCP server.`);
}

function list(
	{ args, io, cwd }: ImportParts,
	configs: readonly ImportableConfig[],
	taken: ReadonlySet<string>,
) {
	if (args.isJson) {
		io.answer(configs.map((config) => jsonConfig(config, taken)));
		return 0;
	}
	if (configs.length === 0) io.say(`No other program's MCP servers were found in ${cwd}.`);
	for (const config of configs) {
		io.say(`${config.origin}:`);
		for (const server of config.servers) io.say(serverText(server, cwd, taken));
	}
	const canImport = configs.some(({ servers }) => servers.some(({ reason }) => reason === undefined));
	if (canImport) io.say("Import them: kiln mcp import --all, or with their names.");
	return 0;
}

function serverText(server: ImportableServer, cwd: string, taken: ReadonlySet<string>): string {
	const { name, reason } = server;
	if (reason !== undefined) return `  ${name}: cannot be imported: ${reason}`;
	const mark = taken.has(name) ? " (a server of this name is configured)" : "";
	const run = describeRun({ name, scope: { kind: "project", root: cwd }, entry: server.parsed });
	return [`  ${name}${mark}: ${run}`, ...server.notes.map((note) => `    ${note}`)].join("\n");
}

function jsonConfig({ file, origin, problem, servers }: ImportableConfig, taken: ReadonlySet<string>) {
	const shown = servers.map((server) => {
		const { name, reason } = server;
		const isConfigured = taken.has(name);
		if (reason !== undefined) return { name, isConfigured, reason };
		return { name, isConfigured, entry: server.entry, notes: server.notes };
	});
	return { file, origin, problem, servers: shown };
}

/** Of a name that several files have, the first one counts. What is left out is said. */
function allOf(
	{ command, io }: ImportParts,
	configs: readonly ImportableConfig[],
	taken: ReadonlySet<string>,
): Choice[] {
	const chosen = new Map<string, Choice>();
	for (const { origin, servers } of configs) {
		for (const server of servers) {
			const { name, reason } = server;
			const isKept = taken.has(name) && !command.replaces;
			const why = reason ?? (isKept ? keptWords : chosen.has(name) ? twiceWords : undefined);
			if (why === undefined) chosen.set(name, { origin, server });
			else io.warn(`"${name}" of ${origin} is not imported: ${why}`);
		}
	}
	return [...chosen.values()];
}

const keptWords = "a server of this name is configured. With --replace this one takes its place.";
const twiceWords = "another file has a server of this name, which is imported.";

function named(configs: readonly ImportableConfig[], names: readonly string[]): Choice[] {
	const all = configs.flatMap(({ origin, servers }) => servers.map((server) => ({ origin, server })));
	return names.map((name) => {
		const [found, other] = all.filter(({ server }) => server.name === name);
		if (found === undefined) {
			throw unknownServer(
				name,
				all.map(({ server }) => server.name),
			);
		}
		if (other === undefined) return found;
		throw new KilnError(
			"invalid_settings",
			`${found.origin} and ${other.origin} both have an MCP server "${name}".`,
			"Say which: kiln mcp import FILE NAME.",
		);
	});
}

function refuseTaken(
	{ command }: ImportParts,
	names: readonly string[],
	taken: ReadonlySet<string>,
	file: string,
): void {
	const name = names.find((one) => taken.has(one));
	if (name === undefined || command.replaces) return;
	throw new KilnError(
		"invalid_settings",
		`There is an MCP server "${name}" in ${file} already.`,
		"Nothing was imported. With --replace it is replaced.",
	);
}
