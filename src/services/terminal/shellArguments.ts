import { KilnError } from "@shared/errors";

export interface ShellInvocation {
	readonly file: string;
	readonly args: readonly string[];
	/** Windows: the arguments are quoted already */
	readonly isVerbatim: boolean;
}

/** How a shell runs one command text and ends with the command's exit code. Pure; `shell` is a path or a name. */
export function shellArguments(shell: string, command: string): ShellInvocation {
	if (command.includes("\0")) {
		throw new KilnError("invalid_parameters", "The command holds a NUL character.", "Leave it out.");
	}
	const name = shellName(shell);
	if (name === "cmd") return cmdArguments(shell, command);
	if (name === "powershell" || name === "pwsh") return powerShellArguments(shell, command);
	return { file: shell, args: ["-c", guardDash(command)], isVerbatim: false };
}

function shellName(shell: string): string {
	const base = shell.split(/[\\/]/).at(-1) ?? shell;
	return base.toLowerCase().replace(/\.exe$/, "");
}

/** `bash -c -x` takes -x for an option of its own. */
function guardDash(command: string): string {
	return /^[-+]/.test(command) ? ` ${command}` : command;
}

/**
 * /s takes exactly the outer quotes away and leaves the rest as it is; /d skips AutoRun from the registry.
 * 65001 is UTF-8.
 */
function cmdArguments(shell: string, command: string): ShellInvocation {
	if (/[\r\n]/.test(command)) {
		throw new KilnError(
			"invalid_parameters",
			"cmd.exe runs only one line, and the command has several.",
			"Join the lines with && or write a .cmd file and run that.",
		);
	}
	return { file: shell, args: ["/d", "/s", "/c", `"chcp 65001>nul & ${command}"`], isVerbatim: true };
}

/**
 * Without the last line PowerShell ends with 0 or 1 whatever a program's exit code was. `$?` comes first: it tells of
 * the statement right before it.
 */
function powerShellArguments(shell: string, command: string): ShellInvocation {
	const script = [
		"$ProgressPreference = 'SilentlyContinue'; [Console]::OutputEncoding = [System.Text.Encoding]::UTF8",
		command,
		"if ($?) { exit 0 } elseif ($LASTEXITCODE) { exit $LASTEXITCODE } else { exit 1 }",
	].join("\n");
	return {
		file: shell,
		args: ["-NoLogo", "-NoProfile", "-NonInteractive", "-Command", script],
		isVerbatim: false,
	};
}
