import type { CallStatus, TaskEventDraft } from "@shared/events";
import type { ToolRow } from "@shared/tools";
import type { PendingApprovals } from "../approval/PendingApprovals";
import type { PathScope } from "../approval/resolvePath";
import type { SubtaskInput, SubtaskOutcome, TaskHandle, ToolResult } from "./BaseTool";
import type { ToolRegistry } from "./ToolRegistry";
import type { ToolRepetitionDetector } from "./ToolRepetitionDetector";

/** What the runner of tool calls needs of a task. */
export interface ToolRuntime {
	readonly handle: TaskHandle;
	readonly registry: ToolRegistry;
	readonly paths: PathScope;
	readonly approvals: PendingApprovals;
	readonly repetition: ToolRepetitionDetector;
	/** names that the prompt offers at the moment, for the error about an unknown tool */
	offeredNames(): readonly string[];
	append(draft: TaskEventDraft): void;
	/** resolves when all that was appended is on the disk */
	makeDurable(): Promise<void>;
	liveOutput(callId: string, text: string): void;
	liveRow(callId: string, row: ToolRow): void;
	newId(): string;
	/** the call has started a subtask before and still waits for it: it goes on without being asked about again */
	hasSubtask(callId: string): boolean;
	runSubtask(callId: string, input: SubtaskInput): Promise<SubtaskOutcome>;
	/** seq of the last whole turn's end, up to which a conversation can be condensed; −1: there is none */
	lastTurnEnd(): number;
	/** a task with this message takes over once this one has ended */
	handOver(message: string): void;
}

export interface CallOutcome {
	readonly status: CallStatus;
	/** it had an effect beyond reading, or wanted one */
	readonly wasEffect: boolean;
	readonly next?: ToolResult["next"];
}
