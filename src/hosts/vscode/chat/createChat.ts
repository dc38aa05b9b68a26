import type { LogPort } from "@shared/host";
import * as vscode from "vscode";
import { LazyMcp } from "../mcp/LazyMcp";
import { McpQuestions } from "../mcp/McpQuestions";
import { openOrMakeMcpFile } from "../mcp/openOrMakeMcpFile";
import type { ModeSource } from "../modes/createModeSource";
import { createVsCodeHost } from "../ports/createVsCodeHost";
import { workspaceName } from "../ports/createWorkspacePort";
import { setContextKeys } from "../setContextKeys";
import { ModeProfiles } from "../stores/ModeProfiles";
import { ProfileStore } from "../stores/ProfileStore";
import { SettingsStore } from "../stores/SettingsStore";
import { WorkspaceMemory } from "../stores/WorkspaceMemory";
import { ChatController } from "./ChatController";
import { createConnections } from "./createConnections";
import { createEditorActions } from "./createEditorActions";
import { createFileFinder } from "./createFileFinder";
import { type ApiDeps, createTasks } from "./createTasks";
import { LazyProject } from "./LazyProject";
import { ProviderSource } from "./ProviderSource";
import type { WatchedState } from "./TaskWatch";

/** Builds the chat over VS Code. Loaded when the view opens or a command is used, not at activation. */
export function createChat(
	context: vscode.ExtensionContext,
	log: LogPort,
	/** the modes of files; loaded on first use */
	openModes: () => Promise<ModeSource>,
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
	const choices = new ModeProfiles(context.globalState);
	const provider = new ProviderSource(profiles, choices, createProviderLazily(apiDeps), () => chat.refresh());
	let modes: ModeSource | undefined;
	const project = new LazyProject(async () => {
		const [source, { createProjectFiles }] = await Promise.all([
			openModes(),
			import("@core/instructions/createProjectFiles"),
		]);
		// The first one, also when a later step fails and all this is tried again.
		if (!modes) context.subscriptions.push(source.onDidChange(() => void chat.refreshProject()));
		modes = source;
		return createProjectFiles({
			roots: () => host.workspace.roots(),
			homeDir: host.environment.homeDir,
			settings: () => settings.current(),
			modeFiles: source,
			isTrusted: host.workspace.isTrusted,
		});
	}, log);
	const questions = new McpQuestions((url) => host.external.open(url));
	const mcp = new LazyMcp(async () => {
		const { createMcp } = await import("../mcp/createMcp");
		return createMcp(context, host, { openFile: openOrMakeMcpFile, questions });
	}, log);
	let state: WatchedState | undefined;
	/** for the badge, a server's question waits for the person like one of the model's */
	const showState = () => {
		if (state) onState(questions.oldest() === null ? state : { ...state, phase: "awaiting_answer" });
	};
	questions.onChange(showState);
	const chat = new ChatController({
		log,
		profiles,
		settings,
		memory: new WorkspaceMemory(context.workspaceState),
		provider,
		project,
		waitingModes: () => modes?.waiting().length ?? 0,
		findFiles: createFileFinder({ host, project }),
		mcp,
		questions,
		tasks: createTasks({ host, settings, project, mcp, provider: (mode) => provider.current(mode) }),
		editor: createEditorActions(host),
		connections: createConnections(apiDeps),
		workspaceName,
		isTrusted: host.workspace.isTrusted,
		onState: (next) => {
			state = next;
			setContextKeys(next.phase);
			showState();
		},
		version: String(context.extension.packageJSON.version),
	});
	const surroundingsChanged = () => {
		chat.refresh();
		void chat.refreshProject();
		mcp.workspaceChanged().catch((error: unknown) => log.warn(`MCP configuration: ${String(error)}`));
	};
	void host.diff.closeLeftovers();
	context.subscriptions.push(
		host,
		{ dispose: () => void mcp.stop() },
		vscode.workspace.onDidGrantWorkspaceTrust(() => surroundingsChanged()),
		vscode.workspace.onDidChangeWorkspaceFolders(() => surroundingsChanged()),
	);
	return chat;
}

function createProviderLazily(deps: ApiDeps): ConstructorParameters<typeof ProviderSource>[2] {
	return async (profile, key) => {
		const { createProvider } = await import("@api/createProvider");
		return await createProvider(profile, key, deps);
	};
}
