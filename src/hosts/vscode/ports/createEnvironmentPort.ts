import { homedir } from "node:os";
import { withoutSecrets } from "@services/terminal/withoutSecrets";
import type { EnvironmentPort } from "@shared/host";
import * as vscode from "vscode";
import { commandShell } from "./commandShell";
import { findRipgrep } from "./findRipgrep";
import { loginShellEnvironment } from "./loginShellEnvironment";

export function createEnvironmentPort(): EnvironmentPort {
	let variables: Promise<Record<string, string>> | undefined;
	return {
		variables: () => {
			variables ??= resolveVariables();
			return variables;
		},
		shell: () => commandShell(vscode.env.shell),
		platform: enginePlatform(),
		homeDir: homedir(),
		timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
		ripgrepPath: () => findRipgrep(vscode.env.appRoot),
		hostName: `${vscode.env.appName} ${vscode.version}`,
	};
}

async function resolveVariables(): Promise<Record<string, string>> {
	const fromShell = process.platform === "win32" ? undefined : await loginShellEnvironment(userShell());
	return withoutSecrets(fromShell ?? process.env);
}

const userShell = () => process.env.SHELL ?? vscode.env.shell;

function enginePlatform(): EnvironmentPort["platform"] {
	return process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux";
}
