import { createProjectFiles } from "@core/instructions/createProjectFiles";
import type { ProjectFiles } from "@core/instructions/ProjectFiles";
import type { TaskDeps } from "@core/task/types";
import { createDefaultRegistry } from "@core/tools/defaultTools";
import type { EventOf } from "@shared/events";
import type { Host } from "@shared/host";
import { cliKey, cliProfile, providerSource } from "./cliProvider";
import { createTerminalHost } from "./createTerminalHost";
import { createTerminalModes } from "./createTerminalModes";
import { noTerminalMcp, type TerminalMcp } from "./mcp/TerminalMcp";
import { hasMcpFile } from "./mcp/terminalMcpFiles";
import type { CliArguments } from "./parseCliArguments";
import type { TerminalPrompt } from "./TerminalPrompt";

export interface CliDepsParts {
	readonly args: CliArguments;
	readonly process: {
		readonly environment: Readonly<Record<string, string | undefined>>;
		readonly homeDir: string;
		readonly assetsDir: string;
		readonly version: string;
	};
	/** the workspace */
	readonly cwd: string;
	readonly storage: string;
	/** of the task that is continued */
	readonly recorded: EventOf<"task_created">["profile"] | undefined;
	readonly warn: (message: string) => void;
	/** undefined: nobody can be asked */
	readonly prompt: TerminalPrompt | undefined;
}

export interface CliDeps extends TaskDeps {
	/** to be started before the task runs, and stopped after it */
	readonly servers: TerminalMcp;
}

/** What the engine needs, as the command line and the workspace's files have it. */
export async function createCliDeps(parts: CliDepsParts): Promise<CliDeps> {
	const { args, cwd, storage, warn } = parts;
	const { environment, assetsDir } = parts.process;
	const log = { debug: () => {}, info: () => {}, warn, error: warn };
	const host = createTerminalHost({ cwd, storage, variables: environment, log });
	const profile = cliProfile(args, environment, parts.recorded);
	const servers = await openServers(parts, host);
	return {
		host,
		servers,
		mcp: servers.port,
		registry: createDefaultRegistry(),
		settings: () => args.settings,
		project: await openProject(parts),
		provider: providerSource(profile, cliKey(profile.provider, environment), host, assetsDir),
	};
}

/** Where no file configures servers, nothing of MCP is loaded. */
async function openServers(
	{ args, process, cwd, warn, prompt }: CliDepsParts,
	host: Host,
): Promise<TerminalMcp> {
	const { environment: variables, homeDir, version } = process;
	if (!hasMcpFile({ cwd, homeDir })) return noTerminalMcp;
	const [{ openTerminalMcp }, { elicitAtTerminal }] = await Promise.all([
		import("./mcp/openTerminalMcp"),
		import("./mcp/elicitAtTerminal"),
	]);
	return openTerminalMcp({
		host,
		version,
		cwd,
		homeDir,
		variables,
		trustsProject: args.trustsProjectMcp,
		warn,
		onElicit: elicitAtTerminal(prompt),
	});
}

/** Read once before the task begins, so that what is wrong in the files is said first. */
async function openProject({ args, process, cwd, warn }: CliDepsParts): Promise<ProjectFiles> {
	const { homeDir } = process;
	const modes = createTerminalModes({ cwd, homeDir, trustProjectModes: args.trustsProjectModes });
	const project = createProjectFiles({
		roots: () => [cwd],
		homeDir,
		settings: () => args.settings,
		modeFiles: modes.files,
	});
	await project.refresh();
	for (const line of modes.warnings()) warn(line);
	return project;
}
