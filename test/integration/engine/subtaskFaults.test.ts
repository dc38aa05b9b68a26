import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { noProjectFiles } from "@core/instructions/ProjectFiles";
import { Task } from "@core/task/Task";
import type { TaskControl, TaskDeps } from "@core/task/types";
import { KilnError } from "@shared/errors";
import type { TaskEventType } from "@shared/events";
import { builtInModes } from "@shared/modes";
import { createTaskFold } from "@shared/TaskFold";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../support/mockModel";
import { complete, type StartedTask, startTask, watch, write } from "../support/startTask";

let model: MockModel;

beforeEach(async () => {
	model = await startMockModel();
});
afterEach(() => model.stop());

const autoApprove = { kinds: { read: { inside: true }, subtask: { inside: true } } };
const delegate = (mode = "code") =>
	`<new_task>\n<mode>${mode}</mode>\n<message>Write a.txt.</message>\n</new_task>`;
const text = (said: string) => [{ type: "text" as const, text: said }];

function phaseOf(task: TaskControl): string {
	const fold = createTaskFold();
	for (const event of task.events()) fold.push(event);
	return fold.phase;
}

/** A parent whose child waits for an approval. */
async function waiting(
	limits = {},
): Promise<{ parent: StartedTask; child: TaskControl; running: Promise<void> }> {
	model.script([delegate(), write("a.txt", "x")]);
	const parent = await startTask({ model, settings: { autoApprove, limits } });
	const children: TaskControl[] = [];
	parent.task.subscribe((signal) => {
		if (signal.kind === "subtask") children.push(signal.child);
	});
	const running = parent.task.run();
	await expect.poll(() => children[0] && phaseOf(children[0])).toBe("awaiting_approval");
	const [child] = children;
	if (child === undefined) throw new Error("no child");
	return { parent, child, running };
}

async function reopened({ deps, cwd, storage, task }: StartedTask, other = deps): Promise<StartedTask> {
	return watch(await Task.open(other, task.taskId), other, cwd, storage);
}

const isLocked = ({ storage }: StartedTask, taskId: string) =>
	existsSync(join(storage, "tasks", taskId, "lock"));

describe("a parent of a subtask", () => {
	it("rests although a message waits in it, and hands the message over when it goes on", async () => {
		const { parent, child, running } = await waiting();
		parent.task.send(text("By the way."));
		await child.stop("Stopped by you.");
		await running;
		model.script([complete("Child."), complete("Parent.")]);
		child.send(text("Go on."));
		await child.run();
		await parent.task.run();
		expect(parent.events("completed")).toMatchObject([{ text: "Parent." }]);
		expect(JSON.stringify(model.requests().at(-1)?.body)).toContain("By the way.");
	});

	it("waits for a child that another window has", async () => {
		const { parent, child, running } = await waiting();
		await parent.task.suspend();
		await running;
		const elsewhere = await Task.open(parent.deps, child.taskId);
		const again = await reopened(parent);
		await again.task.run();
		expect(again.events("error")).toMatchObject([{ error: { code: "task_locked" } }]);
		expect(again.events("tool_finished")).toEqual([]);
		await elsewhere.suspend();
		model.script([complete("Child.")]);
		const shown: TaskControl[] = [];
		again.task.subscribe((signal) => {
			if (signal.kind === "subtask") shown.push(signal.child);
		});
		const going = again.task.run();
		await expect.poll(() => shown[0] && phaseOf(shown[0])).toBe("awaiting_approval");
		expect(shown[0]?.taskId).toBe(child.taskId);
		await again.task.suspend();
		await going;
	});

	it("settles its child when it is stopped: cost counted, lock let go of, nothing left to give up", async () => {
		const { parent, child, running } = await waiting();
		await parent.task.stop("Stopped by you.");
		await running;
		expect(parent.events("subtask_finished")).toMatchObject([{ status: "interrupted", requests: 1 }]);
		expect(parent.task.abandonSubtask()).toBe(false);
		await parent.task.suspend();
		expect(isLocked(parent, child.taskId)).toBe(false);
	});

	it("counts the requests of children that were stopped with it", async () => {
		const { parent, running } = await waiting({ maxRequests: 3 });
		await parent.task.stop("Stopped by you.");
		await running;
		model.script([complete("Too far.")]);
		const asked = parent.next("limit_asked");
		parent.task.send(text("Again."));
		const going = parent.task.run();
		// Two of three are used up: one more is allowed.
		await going;
		parent.task.send(text("And again."));
		const last = parent.task.run();
		expect((await asked).message).toContain("3 requests");
		await parent.task.suspend();
		await last;
	});

	it.each(["subtask_started", "approval_given", "tool_started"] as const)(
		"that is closed right after %s has one child, and one result, later",
		async (type: TaskEventType) => {
			model.script([delegate(), complete("Child."), complete("Parent.")]);
			const parent = await startTask({ model, settings: { autoApprove } });
			let closing: Promise<void> | undefined;
			parent.task.subscribe((signal) => {
				if (signal.kind === "event" && signal.event.type === type) closing ??= parent.task.suspend();
			});
			await parent.task.run();
			await closing;
			const again = await reopened(parent);
			await again.task.run();
			const child = again.events("subtask_started")[0]?.childTaskId;
			const rest = readdirSync(join(again.storage, "tasks")).filter((id) => id !== again.task.taskId);
			expect(rest.length).toBeLessThanOrEqual(1);
			if (rest[0] !== undefined && child !== undefined) expect(rest[0]).toBe(child);
			expect(again.events("tool_finished").length).toBeLessThanOrEqual(2);
			await again.task.suspend();
			for (const id of rest) expect(isLocked(again, id)).toBe(false);
		},
	);

	it("can give up a child that has been deleted", async () => {
		const { parent, child, running } = await waiting();
		await parent.task.suspend();
		await running;
		rmSync(join(parent.storage, "tasks", child.taskId), { recursive: true });
		const again = await reopened(parent);
		expect(again.task.abandonSubtask()).toBe(true);
		model.script([complete("Without it.")]);
		await again.task.run();
		expect(again.events("completed")).toMatchObject([{ text: "Without it." }]);
	});

	it("lets a child have a whole share once the person allows it to go on", async () => {
		const list = "<list_files>\n<path>.</path>\n</list_files>";
		model.script([delegate(), list, list.replace(".", "./"), complete("Child."), complete("Parent.")]);
		const parent = await startTask({ model, settings: { autoApprove, limits: { maxRequests: 1 } } });
		const limits: string[] = [];
		const answer = (task: TaskControl) =>
			task.subscribe((signal) => {
				if (signal.kind === "subtask") answer(signal.child);
				if (signal.kind !== "event" || signal.event.type !== "limit_asked") return;
				const { limitId, message } = signal.event;
				limits.push(message);
				setImmediate(() => task.answerLimit(limitId, "continue"));
			});
		answer(parent.task);
		await parent.task.run();
		expect(parent.events("completed")).toHaveLength(1);
		expect(limits[0]).toContain("used up");
		expect(limits.slice(1).every((message) => message.includes("has made"))).toBe(true);
	});

	it("goes on with a child whose mode is gone", async () => {
		const { parent, running } = await waiting();
		await parent.task.suspend();
		await running;
		const modes = builtInModes.filter(({ slug }) => slug !== "ask");
		const deps: TaskDeps = { ...parent.deps, project: noProjectFiles(() => modes) };
		const again = await reopened(parent, deps);
		const shown: TaskControl[] = [];
		again.task.subscribe((signal) => {
			if (signal.kind === "subtask") shown.push(signal.child);
		});
		const going = again.task.run();
		await expect.poll(() => shown.length).toBe(1);
		expect(again.events("tool_finished")).toEqual([]);
		await again.task.suspend();
		await going;
	});
});

describe("a subtask", () => {
	it("cannot hand over: its parent waits for a result", async () => {
		model.script([
			delegate(),
			"<new_task>\n<context>Go on elsewhere.</context>\n</new_task>",
			complete("Child."),
			complete("Parent."),
		]);
		const parent = await startTask({ model, settings: { autoApprove } });
		await parent.task.run();
		expect(JSON.stringify(model.requests()[2]?.body)).toContain("cannot hand over");
		expect(readdirSync(join(parent.storage, "tasks"))).toHaveLength(2);
	});
});

describe("an answer", () => {
	it("of words is no approval", async () => {
		model.script([write("a.txt", "x"), complete()]);
		const { task, cwd, next, events } = await startTask({ model, settings: { autoApprove } });
		const asked = next("approval_asked");
		const running = task.run();
		const { approvalId } = await asked;
		expect(task.settle(approvalId, { decision: "answer", text: "no, please do not" })).toBe(false);
		expect(existsSync(join(cwd, "a.txt"))).toBe(false);
		expect(task.settle(approvalId, { decision: "deny" })).toBe(true);
		await running;
		expect(events("tool_finished")[0]).toMatchObject({ status: "denied" });
	});

	it("is what a question wants, and no approval", async () => {
		model.script([
			"<ask_followup_question>\n<question>Why?</question>\n</ask_followup_question>",
			complete(),
		]);
		const { task, next } = await startTask({ model });
		const asked = next("approval_asked");
		const running = task.run();
		const { approvalId } = await asked;
		expect(task.settle(approvalId, { decision: "approve" })).toBe(false);
		expect(task.settle(approvalId, { decision: "answer", text: "Because." })).toBe(true);
		await running;
		expect(JSON.stringify(model.requests()[1]?.body)).toContain("Because.");
	});
});

describe("before a turn", () => {
	it("a stop does not wait for files that are slow to read", async () => {
		const started = await startTask({ model });
		const project = { ...started.deps.project, refresh: () => new Promise<void>(() => {}) };
		const task = await Task.create({ ...started.deps, project }, { text: "Do it.", mode: "code" });
		const running = task.run();
		await new Promise((resolve) => setImmediate(resolve));
		await task.stop("Stopped by you.");
		await running;
		expect(task.events().at(-1)).toMatchObject({ type: "aborted" });
	});

	it("the mode of a leading command counts once", async () => {
		const started = await startTask({ model });
		const provider: TaskDeps["provider"] = async (mode) => {
			if (mode === "ask") throw new KilnError("missing_key", "No key.");
			return started.deps.provider(mode);
		};
		const deps = { ...started.deps, provider };
		const made = await Task.create(deps, { text: "/ask why", mode: "code" });
		await made.run();
		expect(phaseOf(made)).toBe("failed");
		made.switchMode("code");
		model.script([complete()]);
		await made.run();
		expect(phaseOf(made)).toBe("completed");
	});
});
