import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, isAbsolute, join } from "node:path";
import { KilnError } from "@shared/errors";
import type { EnvironmentPort } from "@shared/host";

/**
 * The ripgrep to run: the one that the host brings along, else the npm package's, else the one on the user's PATH.
 * Throws `search_failed` that says how to install it.
 */
export function findRipgrep(environment: EnvironmentPort): Promise<string> {
	const known = found.get(environment);
	if (known !== undefined) return known;
	const looking = lookForRipgrep(environment);
	found.set(environment, looking);
	// The user may install it meanwhile: only what was found is kept.
	looking.catch(() => found.delete(environment));
	return looking;
}

const found = new WeakMap<EnvironmentPort, Promise<string>>();

async function lookForRipgrep(environment: EnvironmentPort): Promise<string> {
	const own = environment.ripgrepPath();
	if (own !== undefined && (await isExecutable(own))) return own;
	const packaged = packagedRipgrep();
	if (packaged !== undefined && (await isExecutable(packaged))) return packaged;
	for (const path of await onPath(environment)) if (await isExecutable(path)) return path;
	throw new KilnError(
		"search_failed",
		"Searching needs ripgrep (rg), and none was found: not beside the editor, not in Kiln's packages, not on PATH.",
		"Install ripgrep so that `rg --version` works in a terminal (package `ripgrep` of apt, dnf, brew, winget or choco), then try again. Until then search with execute_command and grep.",
	);
}

/**
 * The binary of `@vscode/ripgrep`, which keeps one package a platform. Resolved when needed and by name: the packaged
 * extension does not hold it.
 */
function packagedRipgrep(): string | undefined {
	try {
		const requireHere = createRequire(import.meta.url);
		const requireThere = createRequire(requireHere.resolve("@vscode/ripgrep"));
		const binary = process.platform === "win32" ? "rg.exe" : "rg";
		return requireThere.resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${binary}`);
	} catch {
		return undefined;
	}
}

async function onPath(environment: EnvironmentPort): Promise<string[]> {
	const variables = await environment.variables();
	// Windows spells it "Path"
	const name = Object.keys(variables).find((key) => key.toUpperCase() === "PATH");
	const folders = (name === undefined ? "" : (variables[name] ?? "")).split(delimiter);
	const binary = environment.platform === "win32" ? "rg.exe" : "rg";
	// a relative entry would run a program from wherever Kiln stands, maybe from the workspace
	return folders.filter((folder) => isAbsolute(folder)).map((folder) => join(folder, binary));
}

async function isExecutable(path: string): Promise<boolean> {
	return access(path, constants.X_OK).then(
		() => true,
		() => false,
	);
}
