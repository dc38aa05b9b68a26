/** What `spawn` is given. */
export interface SpawnCommand {
	readonly file: string;
	readonly args: readonly string[];
	/** `args` are one finished command line for cmd.exe */
	readonly isVerbatim: boolean;
}

export interface CommandLookup {
	readonly platform: NodeJS.Platform;
	readonly env: Readonly<Record<string, string>>;
	/** whether a file is there */
	exists(path: string): boolean;
}

/**
 * The program to start. On Windows `npx`, `uvx` and most tools of npm are batch files, which only cmd.exe runs: these are
 * looked up in PATH and wrapped, their arguments escaped for both of cmd's readings (the line, and `%*` in the file).
 */
export function stdioCommand(command: string, args: readonly string[], lookup: CommandLookup): SpawnCommand {
	if (lookup.platform !== "win32") return { file: command, args, isVerbatim: false };
	const found = findOnWindows(command, lookup) ?? command;
	if (!/\.(cmd|bat)$/i.test(found)) return { file: found, args, isVerbatim: false };
	const line = [escapeMeta(quotedForCmd(found)), ...args.map(batchArgument)].join(" ");
	const shell = variableOf(lookup.env, "COMSPEC") ?? "cmd.exe";
	return { file: shell, args: ["/d", "/s", "/c", `"${line}"`], isVerbatim: true };
}

/** Windows' variable names know no case. */
export function variableOf(env: Readonly<Record<string, string>>, name: string): string | undefined {
	const key = Object.keys(env).find((candidate) => candidate.toUpperCase() === name);
	return key === undefined ? undefined : env[key];
}

function findOnWindows(command: string, { env, exists }: CommandLookup): string | undefined {
	const extensions = (variableOf(env, "PATHEXT") ?? ".COM;.EXE;.BAT;.CMD").split(";").filter(Boolean);
	const hasExtension = extensions.some((extension) =>
		command.toUpperCase().endsWith(extension.toUpperCase()),
	);
	const names = hasExtension ? [command] : extensions.map((extension) => command + extension.toLowerCase());
	// a path is taken as it is; the current folder is no place to look for programs
	const isPath = /[\\/]/.test(command);
	const folders = isPath ? [""] : (variableOf(env, "PATH") ?? "").split(";").filter(Boolean);
	for (const folder of folders) {
		for (const name of names) {
			const path = isPath ? name : `${folder.replace(/^"|"$/g, "").replace(/[\\/]+$/, "")}\\${name}`;
			if (exists(path)) return path;
		}
	}
	return undefined;
}

function batchArgument(argument: string): string {
	return escapeMeta(escapeMeta(quotedForProgram(argument)));
}

/** As the started program takes its command line apart: backslashes count double before a quote. */
function quotedForProgram(argument: string): string {
	const escaped = argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1");
	return `"${escaped}"`;
}

function quotedForCmd(path: string): string {
	return `"${path}"`;
}

/** Takes away the meaning that cmd.exe gives to a character; a line break would end the command. */
function escapeMeta(text: string): string {
	return text.replace(/[\r\n]+/g, " ").replace(/[()[\]{}%!^"`<>&|;, *?=']/g, "^$&");
}
