import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { CommandStore } from "@services/terminal/CommandStore";
import { createCommandStore } from "@services/terminal/createCommandStore";
import { isAbortError, KilnError, toErrorInfo } from "@shared/errors";
import type { LiveEvent, TaskEvent, TaskEventDraft } from "@shared/events";
import type { Disposable } from "@shared/host";
import type { ContentPart } from "@shared/tools";
import { PendingApprovals } from "../approval/PendingApprovals";
import type { IgnoredCall } from "../assistant-message/ToolCallFormat";
import { EditWatch } from "../context/EditWatch";
import { SubtaskRests } from "../tools/SubtaskRests";
import { ToolRepetitionDetector } from "../tools/ToolRepetitionDetector";
import { modeOf } from "./modeOf";
import { closeOpenTurn, type OpenTurnParts, repairOpenTurn } from "./openTurn";
import { passLimits } from "./passLimits";
import { Subtasks } from "./Subtasks";
import { TaskFacts } from "./TaskFacts";
import { TaskLog } from "./TaskLog";
import { isTaskId, taskDirectory } from "./TaskStore";
import { type TurnResult, TurnRunner } from "./TurnRunner";
import { Turns, type TurnsParts } from "./Turns";
import { taskBeginning } from "./taskBeginning";
import type { NewTask, Settlement, TaskControl, TaskDeps, TaskSignal } from "./types";

/**
 * A task: its log, and the loop that goes on with it. The loop is a handful of steps: settle what an earlier run left,
 * then turn after turn until the task rests. Everything it knows of its past it has from the log.
 */
export class Task implements TaskControl {
	private readonly facts = new TaskFacts();
	private readonly history: TaskEvent[] = [];
	private readonly listeners = new Set<(signal: TaskSignal) => void>();
	private readonly approvals = new PendingApprovals();
	private readonly repetition = new ToolRepetitionDetector();
	private readonly commands: CommandStore;
	private readonly subtasks: Subtasks;
	private readonly turns: Turns;
	/** what a call has handed over: the message of the task that goes on in this one's place */
	private handedOver: string | undefined;
	private controller = new AbortController();
	private running: Promise<void> | undefined;
	private isSuspended = false;
	/** events that were there when the task was opened */
	foundEvents = 0;

	private constructor(
		private readonly deps: TaskDeps,
		private readonly log: TaskLog,
		readonly taskId: string,
	) {
		this.commands = createCommandStore({
			host: deps.host,
			dir: join(taskDirectory(deps.host.storage.root, taskId), "commands"),
		});
		this.subtasks = new Subtasks({
			taskId,
			facts: this.facts,
			deps,
			append: this.append,
			makeDurable: () => this.log.flush(true),
			onChild: (child) => this.tell({ kind: "subtask", child }),
			create: async (childDeps, input) => {
				const child = await Task.create(childDeps, input);
				await child.log.flush(true);
				return child;
			},
			open: Task.open,
		});
		this.turns = new Turns(this.turnsParts(), this.history);
	}

	static async create(deps: TaskDeps, input: NewTask): Promise<Task> {
		const [cwd] = deps.host.workspace.roots();
		if (cwd === undefined)
			throw new KilnError("invalid_workspace", "No folder is open.", "Open a folder, then start the task.");
		const profile = await deps.provider(input.mode);
		const taskId = input.taskId ?? randomUUID();
		const log = await TaskLog.create(taskDirectory(deps.host.storage.root, taskId), taskId, deps.host.clock);
		const task = new Task(deps, log, taskId);
		for (const draft of taskBeginning(input, cwd, profile)) task.append(draft);
		return task;
	}

	/** Opens a task that was left: reads its log, cuts what a crash tore, and stands where it stood. */
	static async open(deps: TaskDeps, taskId: string): Promise<Task> {
		if (!isTaskId(taskId))
			throw new KilnError("task_not_found", `"${taskId}" is no task id.`, "Copy the id from the history.");
		const opened = await TaskLog.open(taskDirectory(deps.host.storage.root, taskId), taskId, deps.host.clock);
		const task = new Task(deps, opened.log, taskId);
		for (const event of opened.events) task.take(event);
		task.foundEvents = opened.events.length;
		if (task.facts.cwd === "") {
			await opened.log.close();
			throw new KilnError(
				"log_corrupt",
				`The log of task ${taskId} has no readable beginning.`,
				"The file is kept as it is; start a new task.",
			);
		}
		repairOpenTurn(task.openTurn(), opened.cutBytes);
		return task;
	}

	events(): readonly TaskEvent[] {
		return this.history;
	}

	subscribe(listener: (signal: TaskSignal) => void): Disposable {
		this.listeners.add(listener);
		return { dispose: () => this.listeners.delete(listener) };
	}

	run(): Promise<void> {
		this.running ??= this.loop().finally(() => {
			this.running = undefined;
		});
		return this.running;
	}

	send(parts: readonly ContentPart[]): void {
		// A turn that a restart left open must end first: its messages are already told to the model.
		if (this.running !== undefined || this.facts.openRequestId !== undefined) {
			this.append({ type: "message_queued", queueId: randomUUID(), parts: [...parts] });
			return;
		}
		this.appendMessage(randomUUID(), parts);
	}

	settle(approvalId: string, settlement: Settlement): boolean {
		return this.approvals.settle(approvalId, settlement);
	}

	answerLimit(limitId: string, decision: "continue" | "stop", text?: string): boolean {
		return this.approvals.settle(limitId, { decision: decision === "continue" ? "approve" : "deny", text });
	}

	switchMode(slug: string): void {
		modeOf(slug, this.deps);
		if (slug !== this.facts.mode)
			this.append({ type: "mode_switched", from: this.facts.mode, to: slug, by: "user" });
	}

	abandonSubtask(): boolean {
		return this.subtasks.abandon();
	}

	async stop(reason: string): Promise<void> {
		if (this.running === undefined) return;
		this.controller.abort(new KilnError("aborted", reason));
		await this.running;
	}

	async suspend(): Promise<void> {
		this.isSuspended = true;
		const closing = this.log.close();
		this.controller.abort(new KilnError("aborted", "Suspended."));
		await Promise.allSettled([closing, this.subtasks.suspend(), this.running, this.commands.dispose()]);
	}

	/** Appends, folds and tells, in this order, so that listeners see a state that holds the event. */
	private readonly append = (draft: TaskEventDraft): void => {
		const event = this.log.append(draft);
		if (event !== undefined) this.take(event);
	};

	private take(event: TaskEvent): void {
		this.history.push(event);
		this.facts.push(event);
		this.turns.push(event);
		this.tell({ kind: "event", event });
	}

	private tell(signal: TaskSignal): void {
		for (const listener of this.listeners) {
			try {
				listener(signal);
			} catch (error) {
				// A listener shows; what it does wrong must not stop or tear the task.
				this.deps.host.log.error(`A listener of the task failed: ${String(error)}`);
			}
		}
	}

	private async loop(): Promise<void> {
		let isWaiting = await this.runToRest();
		// A message that came while the task went to rest was queued, but nobody is at work any more: go on with it.
		while (!isWaiting && this.hasLateMessage() && !this.isSuspended) isWaiting = await this.runToRest();
		await this.handOver();
	}

	/** Only once this task's end is in its log: a crash leaves no task that nobody knows of. */
	private async handOver(): Promise<void> {
		const { handedOver } = this;
		this.handedOver = undefined;
		if (handedOver === undefined || this.isSuspended) return;
		try {
			const input = { text: handedOver, mode: this.facts.mode, isByModel: true };
			this.tell({ kind: "hand_over", task: await Task.create(this.deps, input) });
		} catch (error) {
			this.append({ type: "error", error: toErrorInfo(error) });
		}
	}

	private hasLateMessage(): boolean {
		return this.facts.queued.some((message) => message.seq > this.facts.restSeq);
	}

	/** True when the task rests because its subtask does. */
	private async runToRest(): Promise<boolean> {
		let isWaiting = false;
		this.controller = new AbortController();
		const { signal } = this.controller;
		try {
			if (await this.settleLeftovers(signal)) {
				do this.deliverQueued();
				while (await this.step(signal));
			}
		} catch (error) {
			isWaiting = error instanceof SubtaskRests;
			if (!isWaiting) this.onLoopError(error);
		}
		await this.log.flush(true).catch((error: unknown) => this.onUnwritable(error));
		return isWaiting;
	}

	/** One turn. False when the task rests. */
	private async step(signal: AbortSignal): Promise<boolean> {
		if (this.facts.rest === "completed") return false;
		const { facts, repetition, approvals, append } = this;
		const { limits } = this.deps.settings();
		if (!(await passLimits({ facts, repetition, approvals, append, limits }, signal))) return false;
		const runner = await this.turns.next(signal);
		const result = await runner.run();
		this.endTurn(runner.requestId, result);
		return this.goesOn(result);
	}

	private endTurn(requestId: string, { reason, ignored, error }: TurnResult): void {
		if (reason === "failed" && error !== undefined) this.append({ type: "error", error, requestId });
		this.append({ type: "turn_ended", requestId, reason });
		if (reason === "reminder") this.remind(ignored);
		if (reason === "plain_answer")
			this.append({ type: "completed", by: "plain_answer", text: this.lastText(requestId) });
	}

	private remind(ignored: readonly IgnoredCall[]): void {
		const text = this.turns.reminder(ignored);
		this.append({
			type: "user_message",
			blockId: randomUUID(),
			source: "reminder",
			parts: [{ type: "text", text }],
		});
	}

	/** True when another turn follows. */
	private goesOn({ reason }: TurnResult): boolean {
		if (this.facts.queued.length > 0 && reason !== "failed") return true;
		return reason === "results" || reason === "reminder" || reason === "truncated" || reason === "length";
	}

	private deliverQueued(): void {
		for (const { queueId, parts } of this.facts.queued) this.appendMessage(queueId, parts);
	}

	private appendMessage(blockId: string, parts: readonly ContentPart[]): void {
		const source = this.facts.rest === "completed" ? "feedback" : "message";
		this.append({ type: "user_message", blockId, source, parts: [...parts] });
	}

	/**
	 * Ends the turn that an earlier run left open: calls that were not started are asked about again. False when there is
	 * no model to go on with: the turn and its questions stay as they are.
	 */
	private async settleLeftovers(signal: AbortSignal): Promise<boolean> {
		const { openRequestId } = this.facts;
		if (openRequestId === undefined) return true;
		const runner = await this.turns.next(signal).catch((error: unknown) => toErrorInfo(error));
		if (!(runner instanceof TurnRunner)) {
			this.append({ type: "error", error: runner });
			return false;
		}
		await runner.runLeftovers();
		const reason = this.facts.rest === "completed" ? "completed" : "results";
		this.append({ type: "turn_ended", requestId: openRequestId, reason });
		return true;
	}

	private onLoopError(error: unknown): void {
		if (this.isSuspended) return;
		this.subtasks.abandon();
		if (!isAbortError(error)) {
			closeOpenTurn(this.openTurn(), "failed");
			this.append({ type: "error", error: toErrorInfo(error) });
			return;
		}
		closeOpenTurn(this.openTurn(), "aborted");
		const reason: unknown = this.controller.signal.reason;
		this.append({ type: "aborted", reason: reason instanceof Error ? reason.message : "Stopped." });
	}

	/** The log itself cannot be written: listeners are told; the lines wait in memory for the next try. */
	private onUnwritable(error: unknown): void {
		const info = toErrorInfo(error);
		this.deps.host.log.error(info.message);
		if (this.facts.rest !== "failed") this.append({ type: "error", error: info });
	}

	private turnsParts(): TurnsParts {
		const { taskId, deps, facts, commands, approvals, repetition, append } = this;
		return {
			taskId,
			deps,
			facts,
			commands,
			approvals,
			repetition,
			append,
			edits: new EditWatch(deps.host),
			makeDurable: () => this.log.flush(true),
			runSubtask: (callId, input, signal) => this.subtasks.run(callId, input, signal),
			handOver: (message) => {
				this.handedOver = message;
			},
			live: (live: LiveEvent) => this.tell({ kind: "live", live }),
		};
	}

	private openTurn(): OpenTurnParts {
		return { facts: this.facts, registry: this.deps.registry, append: this.append };
	}

	private lastText(requestId: string): string {
		const texts = this.history.filter(
			(event) => event.type === "assistant_text" && event.requestId === requestId,
		);
		return texts
			.map((event) => (event.type === "assistant_text" ? event.text : ""))
			.join("")
			.trim();
	}
}
