import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as vscode from "vscode";

const emptyFile = '{\n\t"mcpServers": {}\n}\n';

/** Opens a configuration file in the editor; one that does not exist yet is made, without servers. */
export async function openOrMakeMcpFile(file: string): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, emptyFile, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== "EEXIST") throw error;
	});
	await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(file), { preview: false });
}
