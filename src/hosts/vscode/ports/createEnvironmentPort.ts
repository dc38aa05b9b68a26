import { homedir } from "node:os";
import { withoutSecrets } from "@services/terminal/withoutSecrets";
import type { EnvironmentPort } from "@shared/host";
import * as vscode from "vscode";
import { commandShell } from "./commandShell";
import { findRipgrep } from "./findRipgrep";
import { loginShellEnvironment } from "./loginShellEnvironment";

export interface VsCodeEnvironment extends EnvironmentPort {
	/** the login shell's environment with secrets: for what a person names by name, never for a command */
	allVariables(): Promise<Readonly<Record<string, string | undefined>>>;
}

export function createEnvironmentPort(): VsCodeEnvironment {
	let all: Promise<Readonly<Record<string, string | undefined>>> | undefined;
	const allVariables = () => {
		all ??= resolveVariables();
		return all;
	};
	let variables: Promise<Record<string, string>> | undefined;
	return {
		allVariables,
		variables: () => {
			variables ??= allVariables().then(withoutSecrets);
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

async function resolveVariables(): Promise<Readonly<Record<string, string | undefined>>> {
	const fromShell = process.platform === "win32" ? undefined : await loginShellEnvironment(userShell());
	return fromShell ?? process.env;
}

const userShell = () => process.env.SHELL ?? vscode.env.shell;

function enginePlatform(): EnvironmentPort["platform"] {
	return process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux";
}
