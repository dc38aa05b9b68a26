import { KilnError } from "@shared/errors";
import type { ModeSummary } from "@shared/modes";
import type { ProfileStore } from "../../stores/ProfileStore";
import type { WorkspaceMemory } from "../../stores/WorkspaceMemory";
import { type ChromeSource, noFolder, opening } from "../ChromeSource";
import type { CommandHandlers } from "../CommandDispatcher";
import { noModel } from "../ProviderSource";
import type { TaskSession, UserMessage } from "../TaskSession";

type TaskCommands = Pick<
	CommandHandlers,
	"send" | "settle" | "answer_limit" | "stop" | "retry" | "new_task" | "set_mode"
>;

export interface TaskCommandParts {
	readonly session: TaskSession;
	readonly profiles: ProfileStore;
	readonly chrome: ChromeSource;
	readonly memory: WorkspaceMemory;
	readonly modes: () => readonly ModeSummary[];
	/** mode of the next task */
	readonly mode: () => string;
	readonly hasFolder: () => boolean;
	/** the last task is on its way: what the screen shows is not yet what a message would go to */
	readonly isOpening: () => boolean;
}

/** Commands that drive the open task. */
export function createTaskCommands(parts: TaskCommandParts): TaskCommands {
	const { session } = parts;
	return {
		send: (command) => sendMessage(parts, command),
		settle: ({ approvalId, decision, text }) => session.settle(approvalId, { decision, text }),
		answer_limit: ({ limitId, decision, text }) => session.answerLimit(limitId, decision, text),
		stop: () => session.stop(),
		retry: () => session.resume(),
		new_task: () => startOver(parts),
		set_mode: ({ mode }) => setMode(parts, mode),
	};
}

/** Refuses with the next step when a task could not even begin. */
export async function sendMessage(parts: TaskCommandParts, message: UserMessage): Promise<void> {
	if (!parts.hasFolder()) throw new KilnError("invalid_workspace", noFolder.message, noFolder.hint);
	if (parts.isOpening()) throw new KilnError("task_locked", opening.message, opening.hint);
	if (!parts.profiles.selected()) throw noModel(parts.profiles);
	if (message.text.trim() === "" && message.images.length === 0) return;
	await parts.session.send(message, parts.mode());
}

export async function startOver(parts: TaskCommandParts): Promise<void> {
	await parts.session.close();
	parts.chrome.changed();
}

export async function setMode(parts: TaskCommandParts, slug: string): Promise<void> {
	if (!parts.modes().some((mode) => mode.slug === slug)) {
		throw new KilnError("unknown_mode", `There is no mode "${slug}".`, "Choose one of the listed modes.");
	}
	if (parts.session.fold) parts.session.switchMode(slug);
	else await parts.memory.rememberMode(slug);
	parts.chrome.changed();
}
