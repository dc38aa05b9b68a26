import { existsSync } from "node:fs";
import { join } from "node:path";

const packages = ["@vscode/ripgrep", "@vscode/ripgrep-universal"];
const moduleFolders = ["node_modules", "node_modules.asar.unpacked"];

/** The ripgrep that VS Code searches with; where it lies differs between desktop, server and release. */
export function findRipgrep(appRoot: string): string | undefined {
	const name = process.platform === "win32" ? "rg.exe" : "rg";
	const platformFolder = `${process.platform}-${process.arch}`;
	const candidates = moduleFolders.flatMap((folder) =>
		packages.flatMap((one) => [
			join(appRoot, folder, one, "bin", name),
			join(appRoot, folder, one, "bin", platformFolder, name),
		]),
	);
	return candidates.find((path) => existsSync(path));
}
