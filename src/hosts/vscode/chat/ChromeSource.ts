import type { ErrorInfo } from "@shared/errors";
import type { ChromeState, LocalServer } from "@shared/messages";
import type { ModeSummary } from "@shared/modes";
import type { ProfileStore } from "../stores/ProfileStore";
import type { SettingsStore } from "../stores/SettingsStore";
import { noChoice } from "./ProviderSource";

type Problem = Pick<ErrorInfo, "message" | "hint">;

export interface ChromeParts {
	readonly profiles: ProfileStore;
	readonly settings: SettingsStore;
	readonly modes: () => readonly ModeSummary[];
	/** slug of the open task's mode, else of the next task's */
	readonly mode: () => string;
	readonly contextWindow: () => number | null;
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
		const { profiles, settings, version } = this.parts;
		this.revision += 1;
		return {
			revision: this.revision,
			modes: this.parts.modes(),
			mode: this.parts.mode(),
			profiles: profiles.summaries(),
			profileId: profiles.selected()?.id ?? null,
			autoApprove: settings.current().autoApprove,
			workspaceName: this.parts.workspaceName(),
			isTrusted: this.parts.isTrusted(),
			contextWindow: this.parts.contextWindow(),
			localServers: this.localServers,
			problem: this.failure ?? this.standingProblem(),
			version,
		};
	}

	private standingProblem(): Problem | undefined {
		if (this.parts.workspaceName() === null) return noFolder;
		if (this.parts.isOpening()) return opening;
		const { profiles } = this.parts;
		if (profiles.profiles().length > 0 && !profiles.selected()) return noChoice;
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
