import { toErrorInfo } from "@shared/errors";
import * as vscode from "vscode";
import type { ModeSource } from "./createModeSource";

/** As in package.json. What they do is loaded on first use. */
const modeCommandIds = [
	"kiln.editProjectModes",
	"kiln.editGlobalModes",
	"kiln.importModes",
	"kiln.exportMode",
	"kiln.reviewProjectModes",
] as const;

/** The commands about modes; `source` is asked for at each use. */
export function registerModeCommands(
	source: () => Promise<ModeSource>,
	log: vscode.LogOutputChannel,
): vscode.Disposable {
	const run = async (id: string) => {
		try {
			const { modeCommands } = await import("./modeCommands");
			await modeCommands[id]?.(await source());
		} catch (error) {
			log.error(error instanceof Error ? error : String(error));
			const { message, hint } = toErrorInfo(error);
			void vscode.window.showErrorMessage(hint === undefined ? message : `${message} ${hint}`);
		}
	};
	return vscode.Disposable.from(
		...modeCommandIds.map((id) => vscode.commands.registerCommand(id, () => run(id))),
	);
}
