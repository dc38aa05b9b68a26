import type { ProjectFiles } from "@core/instructions/ProjectFiles";
import type { ErrorInfo } from "@shared/errors";
import type { McpQuestion, McpSummary } from "@shared/mcp-view";
import type { ChromeState, LocalServer, ParentSummary } from "@shared/messages";
import type { ProfileStore } from "../stores/ProfileStore";
import type { SettingsStore } from "../stores/SettingsStore";
import { noChoice, type ProviderSource } from "./ProviderSource";
import { projectSummary } from "./projectSummary";

type Problem = Pick<ErrorInfo, "message" | "hint">;

export interface ChromeParts {
	readonly profiles: ProfileStore;
	readonly settings: SettingsStore;
	readonly provider: ProviderSource;
	readonly project: ProjectFiles;
	/** modes of the project that the person has not agreed to yet */
	readonly waitingModes: () => number;
	/** slug of the open task's mode, else of the next task's */
	readonly mode: () => string;
	readonly parents: () => readonly ParentSummary[];
	readonly mcpSummary: () => McpSummary;
	readonly mcpQuestion: () => McpQuestion | null;
	/** null: no folder is open */
	readonly workspaceName: () => string | null;
	readonly isTrusted: () => boolean;
	/** the last task is being opened */
	readonly isOpening: () => boolean;
	readonly version: string;
}

/** Everything beside the task that the chat shows, put together when it is posted. */
export class ChromeSource {
	private revision = 0;
	private localServers: readonly LocalServer[] = [];
	/** of the last thing that was tried */
	private failure: Problem | undefined;
	private readonly listeners: (() => void)[] = [];

	constructor(private readonly parts: ChromeParts) {}

	onChange(listener: () => void): void {
		this.listeners.push(listener);
	}

	changed(): void {
		for (const listener of this.listeners) listener();
	}

	setFailure(failure: Problem | undefined): void {
		if (this.failure === failure) return;
		this.failure = failure;
		this.changed();
	}

	setLocalServers(servers: readonly LocalServer[]): void {
		this.localServers = servers;
		this.changed();
	}

	/** The state now, under a new revision. */
	state(): ChromeState {
		const { profiles, provider, project, version } = this.parts;
		const { autoApprove, toolVocabulary, experiments } = this.parts.settings.current();
		const mode = this.parts.mode();
		this.revision += 1;
		return {
			revision: this.revision,
			...projectSummary(project, mode),
			mode,
			profiles: profiles.summaries(),
			profileId: provider.profileOf(mode)?.id ?? null,
			waitingModes: this.parts.waitingModes(),
			parents: this.parts.parents(),
			autoApprove,
			toolVocabulary,
			runSlashCommand: experiments.runSlashCommand,
			workspaceName: this.parts.workspaceName(),
			isTrusted: this.parts.isTrusted(),
			contextWindow: provider.contextWindow(mode),
			localServers: this.localServers,
			mcp: this.parts.mcpSummary(),
			mcpQuestion: this.parts.mcpQuestion(),
			problem: this.failure ?? this.standingProblem(),
			version,
		};
	}

	private standingProblem(): Problem | undefined {
		if (this.parts.workspaceName() === null) return noFolder;
		if (this.parts.isOpening()) return opening;
		const { profiles, provider } = this.parts;
		if (profiles.profiles().length > 0 && !provider.profileOf(this.parts.mode())) return noChoice;
		const problems = [...this.parts.profiles.problems(), ...this.parts.settings.problems()];
		return problems.length > 0 ? { message: problems.join("\n") } : undefined;
	}
}

export const opening: Required<Problem> = {
	message: "Opening the last task…",
	hint: "Send your message when it is shown, or start a new task.",
};

export const noFolder: Required<Problem> = {
	message: "No folder is open.",
	hint: "Open a folder (File → Open Folder…): Kiln works on the files in it.",
};
