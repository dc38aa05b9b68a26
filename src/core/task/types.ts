import type { LiveEvent, TaskEvent } from "@shared/events";
import type { Disposable, Host } from "@shared/host";
import type { ModeConfig } from "@shared/modes";
import type { ModelProvider } from "@shared/provider";
import type { Settings, toolFormats } from "@shared/settings";
import type { ContentPart } from "@shared/tools";
import type { ToolRegistry } from "../tools/ToolRegistry";

/** What a host gives the engine. Functions are read at each use: a change counts from the next decision on. */
export interface TaskDeps {
	readonly host: Host;
	readonly registry: ToolRegistry;
	readonly settings: () => Settings;
	readonly modes: () => readonly ModeConfig[];
	/** the provider of the chosen profile; throws a KilnError that says what is missing */
	readonly provider: () => Promise<{
		readonly provider: ModelProvider;
		readonly toolFormat: (typeof toolFormats)[number];
		/** the address that the profile names; the task records it */
		readonly baseUrl?: string | undefined;
	}>;
}

export interface NewTask {
	readonly text: string;
	readonly images?: readonly Extract<ContentPart, { type: "image" }>[];
	readonly mode: string;
}

/** What listeners hear: logged events in order, and live ones between them. */
export type TaskSignal =
	| { readonly kind: "event"; readonly event: TaskEvent }
	| { readonly kind: "live"; readonly live: LiveEvent };

export interface Settlement {
	readonly decision: "approve" | "deny" | "answer";
	/** feedback, or the answer */
	readonly text?: string | undefined;
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
	/** Stops whatever is going on within 100 ms; the task stays resumable. */
	stop(reason: string): Promise<void>;
	/** The window closes: nothing is logged; open questions are asked again on resume. */
	suspend(): Promise<void>;
}
