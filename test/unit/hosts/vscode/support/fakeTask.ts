import type { Settlement, TaskControl, TaskSignal } from "@core/task/types";
import type { LiveDelta, TaskEvent, TaskEventDraft } from "@shared/events";
import { createTaskFold, type TaskFold } from "@shared/TaskFold";
import type { ViewChange } from "@shared/task-view";
import type { ContentPart } from "@shared/tools";

/** Gives drafts their envelope, gapless from 0. */
export class EventMaker {
	private seq = -1;

	constructor(readonly taskId = "t1") {}

	make(draft: TaskEventDraft): TaskEvent {
		this.seq += 1;
		const parent = this.seq === 0 ? null : this.seq - 1;
		return { v: 1, seq: this.seq, parent, at: 1000 + this.seq, taskId: this.taskId, ...draft } as TaskEvent;
	}
}

export const created: TaskEventDraft = {
	type: "task_created",
	cwd: "/w",
	title: "Do it",
	mode: "code",
	profile: { provider: "openai", model: "m", toolFormat: "xml" },
};

export const said = (blockId: string, text = blockId): TaskEventDraft => ({
	type: "user_message",
	blockId,
	source: "message",
	parts: [{ type: "text", text }],
});

export const answered = (blockId: string, text = blockId): TaskEventDraft => ({
	type: "assistant_text",
	requestId: "r1",
	blockId,
	text,
});

export const requested: TaskEventDraft = {
	type: "request_started",
	requestId: "r1",
	provider: "openai",
	model: "m",
	attempt: 1,
};

export const delta = (blockId: string, offset: number, text: string): LiveDelta => ({
	type: "delta",
	taskId: "t1",
	blockId,
	block: "text",
	offset,
	text,
});

/** A fold together with what makes its events. */
export function createScript(taskId?: string): { fold: TaskFold; push(draft: TaskEventDraft): ViewChange } {
	const maker = new EventMaker(taskId);
	const fold = createTaskFold();
	return { fold, push: (draft) => fold.push(maker.make(draft)) };
}

/** A task without an engine: it notes what it is asked, and says what the test lets it say. */
export class FakeTask implements TaskControl {
	readonly asked: string[] = [];
	hasOpenQuestion = true;
	/** what `abandonSubtask` does */
	onAbandon: () => void = () => undefined;
	private readonly log: TaskEvent[] = [];
	private readonly listeners = new Set<(signal: TaskSignal) => void>();
	private readonly maker: EventMaker;
	private rest: (() => void) | undefined;

	constructor(
		readonly taskId: string,
		drafts: readonly TaskEventDraft[] = [created],
	) {
		this.maker = new EventMaker(taskId);
		for (const draft of drafts) this.say(draft);
	}

	get isHeard(): boolean {
		return this.listeners.size > 0;
	}

	say(draft: TaskEventDraft): void {
		const event = this.maker.make(draft);
		this.log.push(event);
		for (const listener of this.listeners) listener({ kind: "event", event });
	}

	/** Signals a subtask or a hand-over, as the engine does. */
	signal(signal: TaskSignal): void {
		for (const listener of this.listeners) listener(signal);
	}

	/** Ends the run. */
	async comeToRest(): Promise<void> {
		this.rest?.();
		await new Promise((resolve) => setImmediate(resolve));
	}

	subscribe(listener: (signal: TaskSignal) => void) {
		this.listeners.add(listener);
		return { dispose: () => this.listeners.delete(listener) };
	}

	events(): readonly TaskEvent[] {
		return this.log;
	}

	run(): Promise<void> {
		this.asked.push("run");
		return new Promise((resolve) => {
			this.rest = resolve;
		});
	}

	send(parts: readonly ContentPart[]): void {
		this.asked.push(`send ${JSON.stringify(parts)}`);
	}

	settle(approvalId: string, { decision, text, amendment }: Settlement): boolean {
		const changes = amendment === undefined ? "" : JSON.stringify(amendment);
		this.asked.push(`settle ${approvalId} ${decision} ${text ?? ""}${changes}`.trim());
		return this.hasOpenQuestion;
	}

	answerLimit(limitId: string, decision: string): boolean {
		this.asked.push(`limit ${limitId} ${decision}`);
		return this.hasOpenQuestion;
	}

	switchMode(slug: string): void {
		this.asked.push(`mode ${slug}`);
	}

	abandonSubtask(): boolean {
		this.asked.push("abandon");
		this.onAbandon();
		return true;
	}

	async stop(): Promise<void> {
		this.asked.push("stop");
	}

	async suspend(): Promise<void> {
		this.asked.push("suspend");
	}
}
