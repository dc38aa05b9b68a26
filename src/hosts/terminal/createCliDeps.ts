import { createProjectFiles } from "@core/instructions/createProjectFiles";
import type { ProjectFiles } from "@core/instructions/ProjectFiles";
import type { TaskDeps } from "@core/task/types";
import { createDefaultRegistry } from "@core/tools/defaultTools";
import type { EventOf } from "@shared/events";
import { cliKey, cliProfile, providerSource } from "./cliProvider";
import { createTerminalHost } from "./createTerminalHost";
import { createTerminalModes } from "./createTerminalModes";
import type { CliArguments } from "./parseCliArguments";

export interface CliDepsParts {
	readonly args: CliArguments;
	readonly process: {
		readonly environment: Readonly<Record<string, string | undefined>>;
		readonly homeDir: string;
		readonly assetsDir: string;
	};
	/** the workspace */
	readonly cwd: string;
	readonly storage: string;
	/** of the task that is continued */
	readonly recorded: EventOf<"task_created">["profile"] | undefined;
	readonly warn: (message: string) => void;
}

/** What the engine needs, as the command line and the workspace's files have it. */
export async function createCliDeps(parts: CliDepsParts): Promise<TaskDeps> {
	const { args, cwd, storage, warn } = parts;
	const { environment, assetsDir } = parts.process;
	const log = { debug: () => {}, info: () => {}, warn, error: warn };
	const host = createTerminalHost({ cwd, storage, variables: environment, log });
	const profile = cliProfile(args, environment, parts.recorded);
	return {
		host,
		registry: createDefaultRegistry(),
		settings: () => args.settings,
		project: await openProject(parts),
		provider: providerSource(profile, cliKey(profile.provider, environment), host, assetsDir),
	};
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
