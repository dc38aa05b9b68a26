import { KilnError } from "@shared/errors";
import type { ModeConfig } from "@shared/modes";
import { isWorking } from "@shared/task-view";
import type { Amendment } from "@shared/tools";
import type { ProfileStore } from "../../stores/ProfileStore";
import type { WorkspaceMemory } from "../../stores/WorkspaceMemory";
import { type ChromeSource, noFolder, opening } from "../ChromeSource";
import type { CommandHandlers } from "../CommandDispatcher";
import { noModel, type ProviderSource } from "../ProviderSource";
import { callOfApproval } from "../pendingApproval";
import type { TaskSession, UserMessage } from "../TaskSession";

type TaskCommands = Pick<
	CommandHandlers,
	"send" | "settle" | "amend" | "answer_limit" | "stop" | "retry" | "new_task" | "back_to_parent" | "set_mode"
>;

export interface TaskCommandParts {
	readonly session: TaskSession;
	/** by approval id: what the webview shows of proposals that the person is changing */
	readonly amendments: Map<string, Amendment>;
	/** what was changed of a call's proposal in the editor's diff */
	readonly editedInEditor: (callId: string) => Amendment | undefined;
	/** a task is at work: whether the person wants another one all the same */
	readonly confirmNewTask: () => Promise<boolean>;
	readonly profiles: ProfileStore;
	readonly provider: ProviderSource;
	readonly chrome: ChromeSource;
	readonly memory: WorkspaceMemory;
	readonly modes: () => readonly ModeConfig[];
	/** mode of the shown task, else of the next one */
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
		settle: ({ approvalId, decision, text, amendment }) => {
			const final = decision === "approve" ? finalAmendment(parts, approvalId, amendment) : undefined;
			session.settle(approvalId, { decision, text, amendment: final });
			parts.amendments.delete(approvalId);
		},
		amend: ({ approvalId, amendment }) => {
			if (amendment) parts.amendments.set(approvalId, amendment);
			else parts.amendments.delete(approvalId);
		},
		answer_limit: ({ limitId, decision, text }) => session.answerLimit(limitId, decision, text),
		stop: () => session.stop(),
		retry: () => session.resume(),
		new_task: () => newTask(parts),
		back_to_parent: ({ taskId }) => session.backToParent(taskId),
		set_mode: ({ mode }) => setMode(parts, mode),
	};
}

/** What the person made of a proposal, on the card or in the editor's diff. Of both, neither may be lost unseen. */
export function finalAmendment(
	{ session, editedInEditor }: Pick<TaskCommandParts, "session" | "editedInEditor">,
	approvalId: string,
	onCard: Amendment | undefined,
): Amendment | undefined {
	const callId = callOfApproval(session.fold, approvalId);
	const inEditor = callId === undefined ? undefined : editedInEditor(callId);
	if (inEditor === undefined || onCard === undefined) return inEditor ?? onCard;
	throw new KilnError(
		"invalid_message",
		"You have changed this proposal both on its card and in the editor.",
		"Keep all hunks on the card, or undo your changes in the editor; then approve.",
	);
}

/** Refuses with the next step when a task could not even begin. */
export async function sendMessage(parts: TaskCommandParts, message: UserMessage): Promise<void> {
	if (!parts.hasFolder()) throw new KilnError("invalid_workspace", noFolder.message, noFolder.hint);
	if (parts.isOpening()) throw new KilnError("task_locked", opening.message, opening.hint);
	if (!parts.provider.profileOf(parts.mode())) throw noModel(parts.profiles);
	if (message.text.trim() === "" && message.images.length === 0) return;
	await parts.session.send(message, parts.mode());
}

/** A task at work is not given up by a slip of the hand. */
export async function newTask(parts: TaskCommandParts): Promise<void> {
	const phase = parts.session.fold?.phase;
	if (phase !== undefined && isWorking(phase) && !(await parts.confirmNewTask())) return;
	await startOver(parts);
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
