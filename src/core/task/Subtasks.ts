import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { KilnError, toErrorInfo } from "@shared/errors";
import type { CallStatus, TaskEvent, TaskEventDraft } from "@shared/events";
import type { SubtaskInput, SubtaskOutcome } from "../tools/BaseTool";
import { SubtaskRests } from "../tools/SubtaskRests";
import { ChildLimits } from "./ChildLimits";
import { factsOf, type TaskFacts } from "./TaskFacts";
import { readTaskEvents, taskDirectory } from "./TaskStore";
import type { NewTask, TaskControl, TaskDeps } from "./types";

export interface SubtaskParts {
	readonly taskId: string;
	readonly facts: TaskFacts;
	readonly deps: TaskDeps;
	append(draft: TaskEventDraft): void;
	makeDurable(): Promise<void>;
	/** the child is there: whoever shows tasks goes over to it */
	onChild(child: TaskControl): void;
	/** resolves when the child's beginning is on the disk */
	create(deps: TaskDeps, input: NewTask): Promise<TaskControl>;
	open(deps: TaskDeps, taskId: string): Promise<TaskControl>;
}

interface Child {
	readonly callId: string;
	readonly task: TaskControl;
	isNew: boolean;
}

/**
 * The children of a task, one at a time. The parent's log names the child before it is made, so that over any restart
 * a call has exactly one child and gets exactly one result. While the child rests unfinished the parent rests, too.
 */
export class Subtasks {
	private current: Child | undefined;
	/** a child that is being made or opened: whoever closes the task waits for it */
	private opening: Promise<Child | undefined> | undefined;
	/** children that are being let go of: whoever closes the task waits for them, too, whoever let go of them */
	private leaving: Promise<void> = Promise.resolve();
	private isClosed = false;

	constructor(private readonly parts: SubtaskParts) {}

	/** Runs the call's child to its end. Throws `SubtaskRests` when it came to rest before. */
	async run(callId: string, input: SubtaskInput, signal: AbortSignal): Promise<SubtaskOutcome> {
		const known = this.parts.facts.subtasks.get(callId);
		if (known?.status !== undefined) return this.outcomeOf(known.childTaskId, known.status);
		const child = await this.childOf(callId, input);
		if (child === undefined) return this.conclude(callId, "error", []);
		const { task } = child;
		if (!isCompleted(task) && (child.isNew || hasOpenQuestion(task))) await this.drive(child, signal);
		// The person has given it up meanwhile.
		const status = this.parts.facts.subtasks.get(callId)?.status;
		if (status !== undefined) return { taskId: task.taskId };
		if (!isCompleted(task)) throw new SubtaskRests();
		const events = task.events();
		await this.release();
		return this.conclude(callId, "ok", events);
	}

	/** Gives up the child that the parent waits for; its call ends without a result. False when there is none. */
	abandon(): boolean {
		const { facts } = this.parts;
		const open = [...facts.subtasks].filter(
			([callId, { status }]) => status === undefined && facts.openCalls.has(callId),
		);
		for (const [callId, { childTaskId }] of open) {
			const events = this.current?.callId === callId ? this.current.task.events() : this.logOf(childTaskId);
			this.finish(callId, "interrupted", events);
		}
		const { current } = this;
		if (open.length > 0)
			void current?.task.stop("The parent task goes on without it.").then(() => this.release());
		return open.length > 0;
	}

	/** The window closes: the child is let go of with its parent, also one that is only just being made. */
	async suspend(): Promise<void> {
		this.isClosed = true;
		await this.release();
	}

	private async release(): Promise<void> {
		const opening = await this.opening?.catch(() => undefined);
		const child = this.current ?? opening;
		this.current = undefined;
		const left = child?.task.suspend().catch((error: unknown) => this.warn("was not closed cleanly", error));
		this.leaving = Promise.all([this.leaving, left]).then(() => undefined);
		await this.leaving;
	}

	private async drive(child: Child, signal: AbortSignal): Promise<void> {
		// Once it has run it goes on when the person says so.
		child.isNew = false;
		const stop = () => void child.task.stop("Stopped with its parent task.");
		signal.addEventListener("abort", stop, { once: true });
		try {
			if (!signal.aborted) await child.task.run();
		} finally {
			signal.removeEventListener("abort", stop);
		}
		signal.throwIfAborted();
	}

	/** The child, made or opened; undefined when it has been deleted or cannot be read. */
	private async childOf(callId: string, input: SubtaskInput): Promise<Child | undefined> {
		if (this.current?.callId === callId) return this.current;
		await this.release();
		this.opening = this.makeOrOpen(callId, input);
		try {
			const child = await this.opening;
			if (this.isClosed) throw suspended();
			this.current = child;
			if (child !== undefined) this.parts.onChild(child.task);
			return child;
		} finally {
			if (!this.isClosed) this.opening = undefined;
		}
	}

	private async makeOrOpen(callId: string, input: SubtaskInput): Promise<Child | undefined> {
		const { facts, append, makeDurable } = this.parts;
		const known = facts.subtasks.get(callId);
		const childTaskId = known?.childTaskId ?? randomUUID();
		const limits = new ChildLimits(this.parts.deps, facts);
		if (known !== undefined) {
			const opened = await this.tryOpen(childTaskId, limits);
			if (opened !== undefined) return { callId, task: limits.watch(opened), isNew: false };
			if (known.isCreated) return undefined;
		} else {
			append({ type: "subtask_started", callId, childTaskId });
			await makeDurable();
		}
		// Without the announcement on the disk nobody would ever find the child again.
		if (this.isClosed) throw suspended();
		const task = await this.create(callId, childTaskId, input, limits);
		append({ type: "subtask_started", callId, childTaskId, isCreated: true });
		return { callId, task: limits.watch(task), isNew: true };
	}

	private async tryOpen(childTaskId: string, limits: ChildLimits): Promise<TaskControl | undefined> {
		try {
			const task = await this.parts.open(limits.deps, childTaskId);
			if (task.events().some(({ type }) => type === "user_message")) return task;
			// A crash came before it was told anything: it is made anew.
			await task.suspend();
			await rm(taskDirectory(this.parts.deps.host.storage.root, childTaskId), {
				recursive: true,
				force: true,
			});
			return undefined;
		} catch (error) {
			const info = toErrorInfo(error);
			if (info.code === "task_locked") {
				// Another window has it: that is no reason to give it up.
				this.parts.append({ type: "error", error: info });
				throw new SubtaskRests();
			}
			this.warn("cannot be opened", error);
			return undefined;
		}
	}

	private create(
		callId: string,
		childTaskId: string,
		{ message, mode, todos }: SubtaskInput,
		limits: ChildLimits,
	): Promise<TaskControl> {
		return this.parts.create(limits.deps, {
			text: message,
			mode,
			todos,
			taskId: childTaskId,
			isByModel: true,
			parentTask: { taskId: this.parts.taskId, callId },
		});
	}

	/** The child ended for its parent before a restart. */
	private outcomeOf(taskId: string, status: CallStatus): SubtaskOutcome {
		return status === "ok" ? { taskId, ...resultOf(this.logOf(taskId)) } : { taskId };
	}

	private logOf(taskId: string): readonly TaskEvent[] {
		return readTaskEvents(this.parts.deps.host.storage.root, taskId);
	}

	private conclude(callId: string, status: CallStatus, events: readonly TaskEvent[]): SubtaskOutcome {
		const taskId = this.parts.facts.subtasks.get(callId)?.childTaskId ?? "";
		this.finish(callId, status, events);
		return { taskId, ...resultOf(events) };
	}

	private finish(callId: string, status: CallStatus, events: readonly TaskEvent[]): void {
		const known = this.parts.facts.subtasks.get(callId);
		// Logged before a crash that came ahead of the call's own result.
		if (known === undefined || known.status !== undefined) return;
		const { cost, hasKnownCost, requests } = factsOf(events);
		const { childTaskId } = known;
		this.parts.append({
			type: "subtask_finished",
			callId,
			childTaskId,
			status,
			cost: hasKnownCost ? cost : null,
			requests,
		});
	}

	private warn(what: string, error: unknown): void {
		this.parts.deps.host.log.warn(`A subtask of ${this.parts.taskId} ${what}: ${String(error)}`);
	}
}

function suspended(): KilnError {
	return new KilnError("aborted", "Suspended.");
}

function resultOf(events: readonly TaskEvent[]): Pick<SubtaskOutcome, "result"> {
	const completed = events.findLast((event) => event.type === "completed");
	return completed?.type === "completed" ? { result: completed.text } : {};
}

function isCompleted(task: TaskControl): boolean {
	return factsOf(task.events()).rest === "completed";
}

function hasOpenQuestion(task: TaskControl): boolean {
	const facts = factsOf(task.events());
	return facts.rest === "none" && (facts.openLimitId !== undefined || facts.openCalls.size > 0);
}
