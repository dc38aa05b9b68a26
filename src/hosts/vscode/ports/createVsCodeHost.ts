import type { Host, LogPort } from "@shared/host";
import * as vscode from "vscode";
import { createEnvironmentPort } from "./createEnvironmentPort";
import { createSystemClock } from "./createSystemClock";
import { createTerminalsPort } from "./createTerminalsPort";
import { createWorkspacePort } from "./createWorkspacePort";
import { DiffView } from "./DiffView";
import { VsCodeDocuments } from "./VsCodeDocuments";

export interface VsCodeHost extends Host, vscode.Disposable {
	readonly diff: DiffView;
}

/** The editor as the engine sees it. */
export function createVsCodeHost(context: vscode.ExtensionContext, log: LogPort): VsCodeHost {
	const clock = createSystemClock();
	const documents = new VsCodeDocuments(clock.now);
	const diff = new DiffView();
	return {
		workspace: createWorkspacePort(),
		documents,
		diff,
		terminals: createTerminalsPort(),
		environment: createEnvironmentPort(),
		// VS Code has patched the extension host's fetch: it knows the editor's proxy and certificates.
		network: { fetch: (input, init) => globalThis.fetch(input, init) },
		storage: { root: context.globalStorageUri.fsPath },
		log,
		clock,
		dispose: () => vscode.Disposable.from(documents, diff).dispose(),
	};
}
