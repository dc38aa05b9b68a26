import { existsSync } from "node:fs";
import { basename } from "node:path";

const posixShells = new Set(["sh", "bash", "zsh", "dash", "ksh"]);

/**
 * The shell that runs commands. Policy reads commands by a POSIX grammar, so that only such a shell may run them:
 * with fish or nushell as the user's own, bash or sh does it.
 */
export function commandShell(preferred: string): string {
	if (process.platform === "win32")
		return preferred || (process.env.ComSpec ?? "C:\\Windows\\System32\\cmd.exe");
	const candidates = [preferred, process.env.SHELL ?? "", "/bin/bash", "/usr/bin/bash"];
	const usable = candidates.find((path) => posixShells.has(basename(path)) && existsSync(path));
	return usable ?? "/bin/sh";
}
