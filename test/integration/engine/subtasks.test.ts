import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Task } from "@core/task/Task";
import type { TaskControl } from "@core/task/types";
import { createTaskFold } from "@shared/TaskFold";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../support/mockModel";
import { complete, type StartedTask, startTask, watch, write } from "../support/startTask";

let model: MockModel;

beforeEach(async () => {
	model = await startMockModel();
});
afterEach(() => model.stop());

const autoSubtask = { kinds: { read: { inside: true }, write: { inside: true }, subtask: { inside: true } } };
const askWrites = { kinds: { read: { inside: true }, subtask: { inside: true } } };
const delegate = (mode: string, message: string, todos = "") =>
	`<new_task>\n<mode>${mode}</mode>\n<message>${message}</message>\n${todos && `<todos>\n${todos}\n</todos>\n`}</new_task>`;

/** The children that a task signals, as they come. */
function childrenOf({ task }: Pick<StartedTask, "task">): TaskControl[] {
	const children: TaskControl[] = [];
	task.subscribe((signal) => {
		if (signal.kind === "subtask") children.push(signal.child);
	});
	return children;
}

function phaseOf(task: TaskControl): string {
	const fold = createTaskFold();
	for (const event of task.events()) fold.push(event);
	return fold.phase;
}

async function reopened({ deps, cwd, storage, task }: StartedTask): Promise<StartedTask> {
	return watch(await Task.open(deps, task.taskId), deps, cwd, storage);
}

const resultTexts = (started: StartedTask) =>
	started.events("tool_finished").map(({ result }) => JSON.stringify(result));

describe("new_task", () => {
	it("runs a task of its own in its mode and hands its result to the parent", async () => {
		model.script([
			delegate("ask", "Say hello.", "[x] Say it"),
			complete("Hello from the child."),
			complete("All done."),
		]);
		const started = await startTask({ model, mode: "orchestrator", settings: { autoApprove: autoSubtask } });
		const children = childrenOf(started);
		await started.task.run();
		const [child] = children;
		expect(children).toHaveLength(1);
		expect(child?.events()[0]).toMatchObject({
			type: "task_created",
			mode: "ask",
			parentTask: { taskId: started.task.taskId },
		});
		expect(child?.events()[1]).toMatchObject({ type: "todo_updated", items: [{ content: "Say it" }] });
		expect(resultTexts(started)[0]).toContain("Hello from the child.");
		expect(started.events("subtask_started").map(({ isCreated }) => isCreated)).toEqual([undefined, true]);
		expect(started.events("subtask_finished")).toMatchObject([{ status: "ok", requests: 1 }]);
		expect(started.events("completed")).toMatchObject([{ text: "All done." }]);
		// The parent's own conversation holds nothing of the child's but its result.
		expect(model.requests()[2]?.body.messages).toHaveLength(4);
	});

	it("asks the same question again after a restart, and the parent gets exactly one result", async () => {
		model.script([
			delegate("code", "Write a.txt."),
			write("a.txt", "from the child"),
			complete("Written."),
			complete("All done."),
		]);
		const started = await startTask({ model, settings: { autoApprove: askWrites } });
		const first = childrenOf(started);
		const running = started.task.run();
		await expect.poll(() => first[0] && phaseOf(first[0])).toBe("awaiting_approval");
		await started.task.suspend();
		await running;
		expect(existsSync(join(started.cwd, "a.txt"))).toBe(false);

		const again = await reopened(started);
		expect(phaseOf(again.task)).toBe("waiting_child");
		const second = childrenOf(again);
		const going = again.task.run();
		await expect.poll(() => second[0] && phaseOf(second[0])).toBe("awaiting_approval");
		const child = second[0];
		expect(child?.taskId).toBe(first[0]?.taskId);
		const asked = child?.events().findLast((event) => event.type === "approval_asked");
		if (asked?.type !== "approval_asked") throw new Error("nothing was asked");
		expect(child?.settle(asked.approvalId, { decision: "approve" })).toBe(true);
		await going;
		expect(readFileSync(join(again.cwd, "a.txt"), "utf8")).toBe("from the child");
		expect(again.events("completed")).toHaveLength(1);
		expect(again.events("tool_finished").filter(({ status }) => status === "ok")).toHaveLength(2);
		expect(again.events("subtask_finished")).toHaveLength(1);
		expect(readdirSync(join(again.storage, "tasks"))).toHaveLength(2);
		await again.task.suspend();
	});

	it("makes the child when a crash came between its announcement and its making", async () => {
		const { started, childId } = await suspendedWithChild();
		const log = join(started.storage, "tasks", started.task.taskId, "events.jsonl");
		const lines = readFileSync(log, "utf8").trimEnd().split("\n");
		const announced = lines.findIndex((line) => line.includes('"subtask_started"'));
		writeFileSync(log, `${lines.slice(0, announced + 1).join("\n")}\n`);
		rmSync(join(started.storage, "tasks", childId), { recursive: true });
		model.script([complete("Made after all."), complete("All done.")]);
		const again = await reopened(started);
		const children = childrenOf(again);
		await again.task.run();
		expect(children.map(({ taskId }) => taskId)).toEqual([childId]);
		expect(resultTexts(again)[0]).toContain("Made after all.");
		await again.task.suspend();
	});

	it("says so when the child was deleted", async () => {
		const { started, childId } = await suspendedWithChild();
		rmSync(join(started.storage, "tasks", childId), { recursive: true });
		model.script([complete("Went on without it.")]);
		const again = await reopened(started);
		await again.task.run();
		expect(resultTexts(again)[0]).toContain("stopped or deleted");
		expect(again.events("subtask_finished")).toMatchObject([{ status: "error" }]);
		await again.task.suspend();
	});

	it("rests with a child that was stopped, and goes on when the child has been completed", async () => {
		model.script([delegate("code", "Write a.txt."), write("a.txt", "x")]);
		const started = await startTask({ model, settings: { autoApprove: askWrites } });
		const children = childrenOf(started);
		const running = started.task.run();
		await expect.poll(() => children[0] && phaseOf(children[0])).toBe("awaiting_approval");
		const child = children[0];
		await child?.stop("Stopped by you.");
		await running;
		expect(phaseOf(started.task)).toBe("waiting_child");
		expect(started.events("tool_finished")).toEqual([]);
		model.script([complete("Done after all."), complete("All done.")]);
		child?.send([{ type: "text", text: "Leave the file out." }]);
		await child?.run();
		await started.task.run();
		expect(resultTexts(started)[0]).toContain("Done after all.");
		expect(started.events("completed")).toMatchObject([{ text: "All done." }]);
	});

	it("goes on without the child when the person gives it up", async () => {
		model.script([delegate("code", "Write a.txt."), write("a.txt", "x"), complete("Without it.")]);
		const started = await startTask({ model, settings: { autoApprove: askWrites } });
		const children = childrenOf(started);
		const running = started.task.run();
		await expect.poll(() => children[0] && phaseOf(children[0])).toBe("awaiting_approval");
		expect(started.task.abandonSubtask()).toBe(true);
		await running;
		expect(started.task.abandonSubtask()).toBe(false);
		expect(resultTexts(started)[0]).toContain("ended without a result");
		expect(started.events("completed")).toMatchObject([{ text: "Without it." }]);
	});

	it("stops the child with the parent", async () => {
		model.script([delegate("code", "Write a.txt."), write("a.txt", "x")]);
		const started = await startTask({ model, settings: { autoApprove: askWrites } });
		const children = childrenOf(started);
		const running = started.task.run();
		await expect.poll(() => children[0] && phaseOf(children[0])).toBe("awaiting_approval");
		await started.task.stop("Stopped by you.");
		await running;
		expect(phaseOf(started.task)).toBe("aborted");
		await expect.poll(() => children[0] && phaseOf(children[0])).toBe("aborted");
	});

	it("counts the child's requests against the parent's limit, and the parent counts them, too", async () => {
		model.script([
			delegate("code", "Write a.txt."),
			write("a.txt", "x"),
			complete("Written."),
			complete("All done."),
		]);
		const limits = { maxRequests: 2 };
		const started = await startTask({ model, settings: { autoApprove: autoSubtask, limits } });
		const children = childrenOf(started);
		const running = started.task.run();
		const limitOf = (task: TaskControl | undefined) =>
			task?.events().findLast((event) => event.type === "limit_asked");
		await expect.poll(() => limitOf(children[0])?.type).toBe("limit_asked");
		const atChild = limitOf(children[0]);
		if (atChild?.type !== "limit_asked") throw new Error("no limit was asked about");
		children[0]?.answerLimit(atChild.limitId, "continue");
		await expect.poll(() => limitOf(started.task)?.type).toBe("limit_asked");
		const atParent = limitOf(started.task);
		if (atParent?.type !== "limit_asked") throw new Error("no limit was asked about");
		expect(atParent.message).toContain("3 requests");
		started.task.answerLimit(atParent.limitId, "continue");
		await running;
		expect(started.events("completed")).toHaveLength(1);
	});

	it("names the modes that exist when the mode does not", async () => {
		model.script([delegate("nobody", "Do it."), complete()]);
		const started = await startTask({ model, settings: { autoApprove: autoSubtask } });
		await started.task.run();
		expect(started.events("tool_finished")[0]).toMatchObject({ error: { code: "unknown_mode" } });
		expect(readdirSync(join(started.storage, "tasks"))).toHaveLength(1);
	});

	async function suspendedWithChild(): Promise<{ started: StartedTask; childId: string }> {
		model.script([delegate("code", "Write a.txt."), write("a.txt", "x")]);
		const started = await startTask({ model, settings: { autoApprove: askWrites } });
		const children = childrenOf(started);
		const running = started.task.run();
		await expect.poll(() => children[0] && phaseOf(children[0])).toBe("awaiting_approval");
		await started.task.suspend();
		await running;
		return { started, childId: children[0]?.taskId ?? "" };
	}
});

describe("new_task with a context", () => {
	it("hands over to a new task with what the person made of the text", async () => {
		model.script(["<new_task>\n<context>Asked: x. Left: y.</context>\n</new_task>"]);
		const started = await startTask({ model, settings: { autoApprove: {} } });
		const successors: TaskControl[] = [];
		started.task.subscribe((signal) => {
			if (signal.kind === "hand_over") successors.push(signal.task);
		});
		const asked = started.next("approval_asked");
		const running = started.task.run();
		const { approvalId, row } = await asked;
		expect(row.body).toEqual({ kind: "proposal", text: "Asked: x. Left: y." });
		const amendment = { kind: "text" as const, text: "Asked: x. Left: z." };
		started.task.settle(approvalId, { decision: "approve", amendment });
		await running;
		expect(started.events("approval_given")).toMatchObject([{ by: "user", amendment }]);
		expect(phaseOf(started.task)).toBe("completed");
		expect(successors[0]?.events()[1]).toMatchObject({ parts: [{ text: "Asked: x. Left: z." }] });
		await successors[0]?.suspend();
	});

	it("stays in the task when the person declines", async () => {
		model.script(["<new_task>\n<context>Asked: x.</context>\n</new_task>", complete("Stayed.")]);
		const started = await startTask({ model, settings: { autoApprove: {} } });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		started.task.settle((await asked).approvalId, { decision: "deny" });
		await running;
		expect(started.events("completed")).toMatchObject([{ text: "Stayed." }]);
		expect(readdirSync(join(started.storage, "tasks"))).toHaveLength(1);
	});
});

describe("condense", () => {
	const condense = (text: string) => `<condense>\n<message>\n${text}\n</message>\n</condense>`;

	it("sends the summary that the person accepted in place of what was before", async () => {
		model.script([
			"<list_files>\n<path>.</path>\n</list_files>",
			condense("Listed the files."),
			complete("Done."),
		]);
		const started = await startTask({ model, files: { "secret-name.txt": "" }, text: "Count the files." });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		const amendment = { kind: "text" as const, text: "Listed the files: one." };
		started.task.settle((await asked).approvalId, { decision: "approve", amendment });
		await running;
		const [, before, after] = model.requests().map(({ body }) => JSON.stringify(body.messages));
		expect(before).toContain("[list_files for '.'] Result:");
		expect(after).not.toContain("[list_files for '.'] Result:");
		expect(after).toContain("Count the files.");
		expect(after).toContain("Listed the files: one.");
		expect(after).toContain("The user changed the summary.");
	});

	it("leaves the conversation as it is when the person refuses", async () => {
		model.script(["<list_files>\n<path>.</path>\n</list_files>", condense("Nothing."), complete("Done.")]);
		const started = await startTask({ model });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		started.task.settle((await asked).approvalId, { decision: "deny" });
		await running;
		expect(started.events("condensed")).toEqual([]);
		expect(JSON.stringify(model.requests()[2]?.body)).toContain("[list_files for '.'] Result:");
	});
});
