import type { LiveEvent, TaskEvent } from "@shared/events";
import type { Disposable, Host } from "@shared/host";
import type { ModelProvider } from "@shared/provider";
import type { PromptVariant, Settings, ToolFormatName } from "@shared/settings";
import type { Amendment, ContentPart, TodoItem } from "@shared/tools";
import type { ProjectFiles } from "../instructions/ProjectFiles";
import type { McpPort } from "../mcp/McpPort";
import type { ToolRegistry } from "../tools/ToolRegistry";

/** What a host gives the engine. Functions are read at each use: a change counts from the next decision on. */
export interface TaskDeps {
	readonly host: Host;
	readonly registry: ToolRegistry;
	readonly settings: () => Settings;
	readonly project: ProjectFiles;
	readonly mcp: McpPort;
	/** the provider of the mode's profile, else of the chosen one; throws a KilnError that says what is missing */
	readonly provider: (mode: string) => Promise<TaskProfile>;
}

/** A profile made ready: its model, and how it is spoken to. */
export interface TaskProfile {
	readonly provider: ModelProvider;
	readonly toolFormat: ToolFormatName;
	readonly customTools?: readonly string[] | undefined;
	readonly promptVariant?: PromptVariant | undefined;
	/** the address that the profile names; the task records it */
	readonly baseUrl?: string | undefined;
}

export interface NewTask {
	readonly text: string;
	readonly images?: readonly Extract<ContentPart, { type: "image" }>[];
	readonly mode: string;
	readonly todos?: readonly TodoItem[] | undefined;
	/** of a subtask, whose parent has named it before it is made */
	readonly taskId?: string | undefined;
	/** a model wrote the text */
	readonly isByModel?: boolean | undefined;
	readonly parentTask?: { readonly taskId: string; readonly callId: string } | undefined;
}

/** What listeners hear: logged events in order, and live ones between them. */
export type TaskSignal =
	| { readonly kind: "event"; readonly event: TaskEvent }
	| { readonly kind: "live"; readonly live: LiveEvent }
	/** this task waits for another one, which the engine runs; hosts show it and pass on what the person says to it */
	| { readonly kind: "subtask"; readonly child: TaskControl }
	/** this task is completed and another one has begun in its place; whoever shows tasks goes over to it and runs it */
	| { readonly kind: "hand_over"; readonly task: TaskControl };

export interface Settlement {
	readonly decision: "approve" | "deny" | "answer";
	/** feedback, or the answer */
	readonly text?: string | undefined;
	/** with an approval: what the person made of the proposal */
	readonly amendment?: Amendment | undefined;
}

/** The public face of a task for hosts. `Task` implements it. */
export interface TaskControl {
	readonly taskId: string;
	subscribe(listener: (signal: TaskSignal) => void): Disposable;
	/** Every logged event so far. */
	events(): readonly TaskEvent[];
	/**
	 * Runs until the task rests: completed, failed or aborted.
	 * Never throws; a failure is an `error` event.
	 */
	run(): Promise<void>;
	/** A message of the person: goes on with a resting task (then call `run`), is queued while it works. */
	send(parts: readonly ContentPart[]): void;
	/** Answers an open approval or question; false when it was already settled or never open. */
	settle(approvalId: string, settlement: Settlement): boolean;
	answerLimit(limitId: string, decision: "continue" | "stop", text?: string): boolean;
	/** The person switches the mode; counts from the next request on. */
	switchMode(slug: string): void;
	/**
	 * Gives up the open subtask: its call gets a result that says so. False when none is open. Then call `run`.
	 */
	abandonSubtask(): boolean;
	/** Stops whatever is going on within 100 ms; the task stays resumable. */
	stop(reason: string): Promise<void>;
	/** The window closes: nothing is logged; open questions are asked again on resume. */
	suspend(): Promise<void>;
}
