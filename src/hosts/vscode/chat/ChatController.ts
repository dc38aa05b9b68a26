import type { ProjectFiles } from "@core/instructions/ProjectFiles";
import { type ErrorInfo, toErrorInfo } from "@shared/errors";
import type { Disposable, LogPort } from "@shared/host";
import type { HostMessage, UiCommand } from "@shared/messages";
import { defaultModeSlug } from "@shared/modes";
import type { Amendment } from "@shared/tools";
import type { LazyMcp } from "../mcp/LazyMcp";
import { McpFeed } from "../mcp/McpFeed";
import type { McpQuestions } from "../mcp/McpQuestions";
import { mcpSummary } from "../mcp/mcpList";
import type { ProfileStore } from "../stores/ProfileStore";
import type { SettingsStore } from "../stores/SettingsStore";
import type { WorkspaceMemory } from "../stores/WorkspaceMemory";
import { ApprovalWatch } from "./ApprovalWatch";
import { ChromeSource } from "./ChromeSource";
import { CommandDispatcher, type CommandHandlers } from "./CommandDispatcher";
import { createEditorCommands, type EditorActions } from "./commands/editorCommands";
import { createMcpCommands } from "./commands/mcpCommands";
import { type Connections, createProfileCommands } from "./commands/profileCommands";
import { createProjectCommands } from "./commands/projectCommands";
import { startDemo } from "./commands/startDemo";
import { createTaskCommands, newTask, setMode, type TaskCommandParts } from "./commands/taskCommands";
import { createWireCommands } from "./commands/wireCommands";
import type { FindFiles } from "./createFileFinder";
import type { ProviderSource } from "./ProviderSource";
import { projectSummary } from "./projectSummary";
import { replyIdOf } from "./replyIdOf";
import { screensTogether } from "./TaskScreen";
import { TaskSession, type Tasks } from "./TaskSession";
import { TaskWatch, type WatchedState } from "./TaskWatch";
import { Wire } from "./Wire";

export interface ChatParts {
	readonly log: LogPort;
	readonly profiles: ProfileStore;
	readonly settings: SettingsStore;
	readonly memory: WorkspaceMemory;
	readonly provider: ProviderSource;
	readonly project: ProjectFiles;
	readonly mcp: LazyMcp;
	readonly questions: McpQuestions;
	/** modes of the project that the person has not agreed to yet */
	readonly waitingModes: () => number;
	readonly findFiles: FindFiles;
	readonly tasks: Tasks;
	readonly editor: EditorActions;
	readonly connections: Connections;
	/** null: no folder is open */
	readonly workspaceName: () => string | null;
	readonly isTrusted: () => boolean;
	readonly onState: (state: WatchedState) => void;
	readonly version: string;
}

/** A remembered task that opens in this time is in the first snapshot; a slower one follows, and is announced. */
const restoreGraceMs = 500;

/**
 * Joins the chat's parts: commands come in through the dispatcher, the session drives the task, the wire shows it.
 * It only composes; what a command does stands in `commands/`.
 */
export class ChatController {
	private readonly wire: Wire;
	private readonly chrome: ChromeSource;
	private readonly session: TaskSession;
	private readonly feed: McpFeed;
	private readonly dispatcher: CommandDispatcher;
	private readonly taskParts: TaskCommandParts;
	private readonly approvals = new ApprovalWatch();
	private readonly amendments = new Map<string, Amendment>();
	private sink: ((message: HostMessage) => void) | undefined;
	private restoring: Promise<unknown> | undefined;
	private starting: Promise<void> | undefined;
	private isOpening = false;
	private shownOfTask = "";

	constructor(private readonly parts: ChatParts) {
		const { log, memory, profiles, provider, project, tasks } = parts;
		const mode = () => this.mode();
		this.chrome = new ChromeSource({
			...parts,
			mode,
			parents: () => this.session.parents,
			mcpSummary: () => this.mcpSummary(),
			mcpQuestion: () => parts.questions.oldest(),
			isOpening: () => this.isOpening,
		});
		this.wire = new Wire(
			(message) => this.sink?.(message),
			() => this.chrome.state(),
			() => memory.draft(),
		);
		this.chrome.onChange(() => this.wire.chromeChanged());
		this.feed = new McpFeed(parts.mcp, (list) => this.wire.mcpList(list));
		parts.mcp.onDidChange(() => this.mcpChanged());
		parts.questions.onChange(() => this.chrome.changed());
		const watch = new TaskWatch((state) => this.stateChanged(state));
		const screen = screensTogether([this.wire, this.approvals, watch], log);
		this.session = new TaskSession({ tasks, screen, memory, log });
		const hasFolder = () => parts.workspaceName() !== null;
		const { session, chrome } = this;
		this.taskParts = {
			session,
			amendments: this.amendments,
			editedInEditor: (callId) => parts.editor.amendmentOf(callId),
			confirmNewTask: () => parts.editor.confirmNewTask(),
			profiles,
			provider,
			chrome,
			memory,
			modes: () => project.modes(),
			mode,
			hasFolder,
			isOpening: () => this.isOpening,
		};
		this.dispatcher = new CommandDispatcher(this.handlers(), this, log);
	}

	/** Posts to this webview from now on; the remembered task is opened meanwhile. */
	connect(sink: (message: HostMessage) => void, isVisible = true): Disposable {
		this.sink = sink;
		this.wire.attach(isVisible);
		this.restoring ??= Promise.all([this.loadProfiles(), this.reopenTask()]);
		void this.refreshProject();
		return {
			dispose: () => {
				if (this.sink !== sink) return;
				this.sink = undefined;
				this.wire.dispose();
			},
		};
	}

	receive(message: unknown): Promise<void> {
		return this.dispatcher.dispatch(message);
	}

	setVisible(isVisible: boolean): void {
		this.wire.setVisible(isVisible);
		this.feed.setVisible(isVisible);
		if (isVisible) void this.refreshProject();
	}

	/** Modes, rules or workflows may have changed on disk. */
	async refreshProject(): Promise<void> {
		await this.parts.project.refresh();
		this.compareShown();
	}

	/** Something around the task has changed: trust, folders, the model's data. */
	refresh(): void {
		this.chrome.changed();
	}

	/** Shows the MCP servers in the webview, at the latest when it is up. */
	showMcp(): void {
		this.feed.postAhead();
		this.wire.showView("mcp");
	}

	newTask(): Promise<void> {
		return newTask(this.taskParts);
	}

	stop(): Promise<void> {
		return this.session.stop();
	}

	/**
	 * Settles the oldest open approval, with what the person has changed of it on the screen; does nothing when none is
	 * open, it came up only just now, or nothing of it was kept.
	 */
	decide(decision: "approve" | "deny"): void {
		const approval = this.approvals.seen();
		if (!approval) return;
		const { approvalId } = approval;
		const onCard = this.amendments.get(approvalId);
		if (decision === "approve" && onCard?.kind === "hunks" && onCard.kept.length === 0) return;
		const command = { type: "settle", approvalId, decision } as const;
		// The same way as a click's, so that what goes wrong is shown in the same place.
		void this.receive(onCard === undefined ? command : { ...command, amendment: onCard });
	}

	cycleMode(): Promise<void> {
		const modes = this.parts.project.modes();
		const now = modes.findIndex((mode) => mode.slug === this.mode());
		const next = modes[(now + 1) % modes.length];
		return next ? setMode(this.taskParts, next.slug) : Promise.resolve();
	}

	/** The window closes. */
	async suspend(): Promise<void> {
		this.wire.dispose();
		this.feed.dispose();
		await Promise.all([this.session.suspend(), this.parts.mcp.stop()]);
	}

	/** For the dispatcher: a failure is shown where the person looks. */
	failed(command: UiCommand, { message, hint }: { message: string; hint?: string | undefined }): void {
		const replyTo = replyIdOf(command);
		if (replyTo !== undefined) this.wire.reply({ replyTo, ok: false, message, hint });
		// While the last task opens or no folder is, the chrome says so by itself and stops by itself.
		const isStanding = this.isOpening || this.parts.workspaceName() === null;
		const isSaid = "replyTo" in command || (command.type === "send" && isStanding);
		if (!isSaid) this.chrome.setFailure({ message, hint });
	}

	/** For the dispatcher: a message that is no command. Where the UI asked with `replyTo`, it shows the answer itself. */
	refused(message: unknown, { message: words }: ErrorInfo): void {
		const replyTo = replyIdOf(message);
		if (replyTo === undefined) return;
		this.wire.reply({ replyTo, ok: false, message: words });
		const isSaid = typeof message === "object" && message !== null && "replyTo" in message;
		if (!isSaid) this.chrome.setFailure({ message: words });
	}

	/** For the dispatcher: what went wrong before is over once the person got on with something. */
	succeeded(command: UiCommand): void {
		if (!backgroundCommands.has(command.type)) this.chrome.setFailure(undefined);
	}

	/** of the shown task, else of the next one */
	private mode(): string {
		return this.session.fold?.header?.mode ?? this.parts.memory.mode() ?? defaultModeSlug;
	}

	private handlers(): CommandHandlers {
		const { parts, wire, chrome, taskParts } = this;
		const around = { ...parts, chrome, wire, mode: () => this.mode() };
		return {
			...createWireCommands(wire, () => {
				// The webview begins anew: it shows proposals as they were made, and asks for lists that it shows.
				this.amendments.clear();
				this.feed.watch(false);
				return this.restoredOrSlow().finally(() => parts.mcp.start());
			}),
			...createMcpCommands({ ...parts, feed: this.feed, wire }),
			...createTaskCommands(taskParts),
			...createProfileCommands(around),
			...createProjectCommands(around),
			...createEditorCommands(parts.editor, parts.log),
			start_demo: () => this.startDemo(),
			save_draft: async ({ text }) => parts.memory.rememberDraft(text),
		};
	}

	/** Pressed twice, it is one demo. */
	private startDemo(): Promise<void> {
		this.starting ??= startDemo(this.taskParts).finally(() => {
			this.starting = undefined;
		});
		return this.starting;
	}

	private mcpChanged(): void {
		this.feed.changed();
		this.compareShown();
	}

	private mcpSummary() {
		const { mcp } = this.parts;
		return mcpSummary(mcp.servers(), mcp.now()?.hub.configProblems() ?? []);
	}

	private stateChanged(state: WatchedState): void {
		this.parts.onState(state);
		this.compareShown();
	}

	/** The phase stands in every message; the rest of the chrome follows only what it shows. */
	private compareShown(): void {
		const { project, provider, waitingModes } = this.parts;
		const mode = this.mode();
		const around = [provider.contextWindow(mode), waitingModes(), this.session.parents, this.mcpSummary()];
		const shown = JSON.stringify([mode, around, projectSummary(project, mode)]);
		if (shown === this.shownOfTask) return;
		this.shownOfTask = shown;
		this.chrome.changed();
	}

	/** Apart from the task: a secret storage that fails must not keep the task closed. */
	private async loadProfiles(): Promise<void> {
		try {
			await this.parts.profiles.load();
			this.chrome.changed();
		} catch (error) {
			this.notRestored("The stored keys could not be read", error);
		}
	}

	private async reopenTask(): Promise<void> {
		this.isOpening = this.parts.memory.lastTaskId() !== undefined;
		try {
			await this.session.restore();
		} catch (error) {
			this.notRestored("The last task was not opened", error);
		}
		this.isOpening = false;
		this.chrome.changed();
	}

	private notRestored(what: string, error: unknown): void {
		const info = toErrorInfo(error);
		this.parts.log.warn(`${what}: ${info.message}`);
		this.chrome.setFailure(info);
	}

	private async restoredOrSlow(): Promise<void> {
		const grace = new Promise<void>((resolve) => setTimeout(resolve, restoreGraceMs));
		await Promise.race([this.restoring, grace]);
	}
}

/** Commands that the UI sends by itself. */
const backgroundCommands = new Set<UiCommand["type"]>([
	"ready",
	"resync",
	"older",
	"show_all",
	"save_draft",
	"find_local_servers",
	"find_files",
	"mcp_watch",
	"mcp_entry",
	"ui_error",
]);
