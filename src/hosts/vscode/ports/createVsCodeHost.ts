import type { Host, LogPort } from "@shared/host";
import * as vscode from "vscode";
import { createDiagnosticsPort } from "./createDiagnosticsPort";
import { createEnvironmentPort, type VsCodeEnvironment } from "./createEnvironmentPort";
import { createExternalPort, type VsCodeExternal } from "./createExternalPort";
import { createSystemClock } from "./createSystemClock";
import { createTerminalsPort } from "./createTerminalsPort";
import { createWorkspacePort } from "./createWorkspacePort";
import { DiffView } from "./DiffView";
import { TerminalActivity } from "./TerminalActivity";
import { VsCodeDocuments } from "./VsCodeDocuments";

export interface VsCodeHost extends Host, vscode.Disposable {
	readonly diff: DiffView;
	readonly external: VsCodeExternal;
	readonly environment: VsCodeEnvironment;
}

/** The editor as the engine sees it. */
export function createVsCodeHost(context: vscode.ExtensionContext, log: LogPort): VsCodeHost {
	const clock = createSystemClock();
	const documents = new VsCodeDocuments(clock.now);
	const diff = new DiffView();
	const activity = new TerminalActivity();
	return {
		workspace: createWorkspacePort(),
		documents,
		diff,
		diagnostics: createDiagnosticsPort(),
		external: createExternalPort(),
		terminals: { ...createTerminalsPort(), activeOutput: () => activity.output() },
		environment: createEnvironmentPort(),
		// VS Code has patched the extension host's fetch: it knows the editor's proxy and certificates.
		network: { fetch: (input, init) => globalThis.fetch(input, init) },
		storage: { root: context.globalStorageUri.fsPath },
		log,
		clock,
		dispose: () => vscode.Disposable.from(documents, diff, activity).dispose(),
	};
}
