import type { LogPort } from "@shared/host";
import * as vscode from "vscode";
import { createVsCodeHost } from "../ports/createVsCodeHost";
import { workspaceName } from "../ports/createWorkspacePort";
import { setContextKeys } from "../setContextKeys";
import { ProfileStore } from "../stores/ProfileStore";
import { SettingsStore } from "../stores/SettingsStore";
import { WorkspaceMemory } from "../stores/WorkspaceMemory";
import { ChatController } from "./ChatController";
import { createConnections } from "./createConnections";
import { createEditorActions } from "./createEditorActions";
import { type ApiDeps, createTasks } from "./createTasks";
import { ProviderSource } from "./ProviderSource";
import type { WatchedState } from "./TaskWatch";

/** Builds the chat over VS Code. Loaded when the view opens or a command is used, not at activation. */
export function createChat(
	context: vscode.ExtensionContext,
	log: LogPort,
	onState: (state: WatchedState) => void,
): ChatController {
	const host = createVsCodeHost(context, log);
	const apiDeps: ApiDeps = {
		fetch: host.network.fetch,
		clock: host.clock,
		assetsDir: context.asAbsolutePath("dist/assets"),
	};
	const profiles = new ProfileStore(context.globalState, context.secrets);
	const settings = new SettingsStore(context.globalState);
	const provider = new ProviderSource(profiles, createProviderLazily(apiDeps), () => chat.refresh());
	const chat = new ChatController({
		log,
		profiles,
		settings,
		memory: new WorkspaceMemory(context.workspaceState),
		provider,
		tasks: createTasks({ host, settings, provider: () => provider.current() }),
		editor: createEditorActions(host),
		connections: createConnections(apiDeps),
		workspaceName,
		isTrusted: host.workspace.isTrusted,
		onState: (state) => {
			setContextKeys(state.phase);
			onState(state);
		},
		version: String(context.extension.packageJSON.version),
	});
	void host.diff.closeLeftovers();
	context.subscriptions.push(
		host,
		vscode.workspace.onDidGrantWorkspaceTrust(() => chat.refresh()),
		vscode.workspace.onDidChangeWorkspaceFolders(() => chat.refresh()),
	);
	return chat;
}

function createProviderLazily(deps: ApiDeps): ConstructorParameters<typeof ProviderSource>[1] {
	return async (profile, key) => {
		const { createProvider } = await import("@api/createProvider");
		return await createProvider(profile, key, deps);
	};
}
