import type { NewTask } from "@core/task/types";
import { TaskSession } from "@hosts/vscode/chat/TaskSession";
import { WorkspaceMemory } from "@hosts/vscode/stores/WorkspaceMemory";
import { KilnError } from "@shared/errors";
import type { TaskEventDraft } from "@shared/events";
import { describe, expect, it } from "vitest";
import { created, FakeTask, said } from "../support/fakeTask";
import { MemoryStore } from "../support/memoryStore";
import { createSilentLog } from "../support/silentLog";

const called: TaskEventDraft = {
	type: "tool_called",
	requestId: "r1",
	call: { callId: "c1", name: "write_to_file", params: {}, source: "" },
	row: { icon: "edit", title: "Edit a", body: { kind: "none" } },
};
const asked: TaskEventDraft = {
	type: "approval_asked",
	approvalId: "ap1",
	callId: "c1",
	kind: "approval",
	digest: "d",
	effects: [],
	reasons: [],
	row: { icon: "edit", title: "Edit a", body: { kind: "none" } },
};

const started: TaskEventDraft = { type: "subtask_started", callId: "c1", childTaskId: "child" };
const finished = (childTaskId = "child"): TaskEventDraft => ({
	type: "subtask_finished",
	callId: "c1",
	childTaskId,
	status: "ok",
	cost: null,
	requests: 1,
});
const done: TaskEventDraft = { type: "completed", by: "tool", text: "Done." };
const aborted: TaskEventDraft = { type: "aborted", reason: "Stopped by you." };

const resumed: TaskEventDraft = { type: "resumed", repaired: { cutBytes: 0, interruptedCalls: [] } };

function setUp(stored: readonly FakeTask[] = [], lastTaskId?: string) {
	const inputs: NewTask[] = [];
	const made: FakeTask[] = [];
	const shown: (string | null)[] = [];
	const store = new MemoryStore(lastTaskId === undefined ? {} : { "kiln.lastTask": lastTaskId });
	const session = new TaskSession({
		tasks: {
			create: async (input) => {
				inputs.push(input);
				const task = new FakeTask(`new${made.length + 1}`);
				made.push(task);
				return task;
			},
			open: async (taskId) => {
				const task = stored.find((one) => one.taskId === taskId);
				if (!task) throw new KilnError("task_not_found", "gone");
				return task;
			},
		},
		screen: {
			show: (fold) => void shown.push(fold?.header?.taskId ?? null),
			changed: (change) => void shown.push(`+${change.rows.map((row) => row.id).join()}`),
			live: () => undefined,
		},
		memory: new WorkspaceMemory(store),
		log: createSilentLog(),
	});
	return { session, inputs, made, shown, store };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const message = (text: string, taskId: string | null = null) => ({ text, images: [], taskId });

describe("TaskSession", () => {
	it("starts a task with the first message, shows it and remembers it", async () => {
		const { session, inputs, made, shown, store } = setUp();
		await session.send(message("Do it"), "ask");
		expect(inputs).toEqual([{ text: "Do it", images: [], mode: "ask" }]);
		expect(made[0]?.asked).toEqual(["run"]);
		expect(shown).toEqual(["new1"]);
		expect(store.get("kiln.lastTask")).toBe("new1");
		made[0]?.say(said("a"));
		expect(shown).toEqual(["new1", "+a"]);
	});

	it("runs the task even when it cannot be remembered", async () => {
		const { session, made, store } = setUp();
		store.update = () => Promise.reject(new Error("disk full"));
		await session.send(message("Do it"), "code");
		expect(made[0]?.asked).toEqual(["run"]);
	});

	it("makes one task of two quick messages", async () => {
		const { session, made } = setUp();
		await Promise.all([session.send(message("one"), "code"), session.send(message("two"), "code")]);
		expect(made).toHaveLength(1);
		expect(made[0]?.asked).toEqual(["run", 'send [{"type":"text","text":"two"}]']);
	});

	it("runs a task that rests when it gets a message", async () => {
		const { session, made } = setUp();
		await session.send(message("one"), "code");
		await made[0]?.comeToRest();
		await session.send(message("two"), "code");
		expect(made[0]?.asked.filter((one) => one === "run")).toHaveLength(2);
	});

	it("gives a message that follows Stop to the task at rest", async () => {
		const { session, made } = setUp();
		await session.send(message("one"), "code");
		const [task] = made;
		if (!task) throw new Error("No task was made.");
		let rest: () => void = () => undefined;
		task.stop = () =>
			new Promise((resolve) => {
				rest = resolve;
			});
		void session.stop();
		const sent = session.send(message("two"), "code");
		await settled();
		expect(task.asked).toEqual(["run"]);
		rest();
		await sent;
		expect(task.asked.at(-1)).toContain("two");
	});

	it("sends an image without text as an image only", async () => {
		const { session, made } = setUp();
		await session.send(message("one"), "code");
		await session.send(
			{ text: "", images: [{ mediaType: "image/png", data: "AA" }], taskId: "new1" },
			"code",
		);
		expect(made[0]?.asked.at(-1)).toBe('send [{"type":"image","mediaType":"image/png","data":"AA"}]');
	});

	it("lets go of the old task before a new one is shown, and does not hear it any more", async () => {
		const { session, made, shown, store } = setUp();
		await session.send(message("one"), "code");
		await session.close();
		expect(made[0]?.asked).toEqual(["run", "suspend"]);
		expect(made[0]?.isHeard).toBe(false);
		expect(shown).toEqual(["new1", null]);
		expect(store.get("kiln.lastTask")).toBeUndefined();
	});

	it("reopens the last task and asks its open approval again", async () => {
		const task = new FakeTask("old", [created, said("a"), called, asked, resumed]);
		const { session, shown } = setUp([task], "old");
		await session.restore();
		expect(shown).toEqual(["old"]);
		expect(session.fold?.rows().rows.map((row) => row.id)).toEqual(["a", "c1"]);
		expect(task.asked).toEqual(["run"]);
	});

	it("reopens a task that was cut off without going on by itself", async () => {
		const task = new FakeTask("old", [created, said("a")]);
		const { session } = setUp([task], "old");
		await session.restore();
		expect(task.asked).toEqual([]);
		session.resume();
		expect(task.asked).toEqual(["run"]);
	});

	it("gives no message to a task that was not on the screen when it was written", async () => {
		const task = new FakeTask("old", [created, said("a")]);
		const { session, made } = setUp([task], "old");
		await session.restore();
		await expect(session.send(message("a new task"), "code")).rejects.toThrow("another task is shown");
		expect(task.asked).toEqual([]);
		await session.send(message("go on", "old"), "code");
		expect(task.asked).toEqual([expect.stringContaining("go on"), "run"]);
		await session.close();
		await expect(session.send(message("too late", "old"), "code")).rejects.toThrow("another task is shown");
		expect(made).toEqual([]);
	});

	it("asks anew when an answer finds nobody who waits for it", async () => {
		const task = new FakeTask("old", [created, said("a"), called, asked, resumed]);
		const { session } = setUp([task], "old");
		await session.restore();
		await task.comeToRest();
		task.hasOpenQuestion = false;
		session.settle("ap1", { decision: "approve" });
		expect(task.asked).toEqual(["run", "settle ap1 approve", "run"]);
	});

	it("keeps the memory of the task when the window closes", async () => {
		const { session, made, store } = setUp();
		await session.send(message("one"), "code");
		await session.suspend();
		expect(made[0]?.asked).toEqual(["run", "suspend"]);
		expect(store.get("kiln.lastTask")).toBe("new1");
	});

	it("forgets a task that is gone, and goes on", async () => {
		const { session, made, store } = setUp([], "missing");
		await expect(session.restore()).rejects.toThrow("gone");
		expect(store.values.size).toBe(0);
		await session.send(message("one"), "code");
		expect(made).toHaveLength(1);
	});

	describe("with subtasks", () => {
		/** A running task whose subtask is shown; the engine runs it. */
		async function withChild() {
			const parts = setUp();
			await parts.session.send(message("one"), "code");
			const [parent] = parts.made;
			if (!parent) throw new Error("No task was made.");
			const child = new FakeTask("child");
			for (const event of [called, started]) parent.say(event);
			parent.signal({ kind: "subtask", child });
			parts.shown.length = 0;
			return { ...parts, parent, child };
		}

		it("shows the subtask, gives it what the person says, and does not run it", async () => {
			const { session, parent, child, shown, store } = await withChild();
			expect(session.fold?.header?.taskId).toBe("child");
			expect(session.parents).toEqual([{ taskId: "new1", title: "Do it" }]);
			await session.send(message("two", "child"), "code");
			session.settle("ap1", { decision: "approve" });
			await session.stop();
			expect(child.asked).toEqual(['send [{"type":"text","text":"two"}]', "settle ap1 approve", "stop"]);
			expect(parent.asked).toEqual(["run"]);
			child.say(said("a"));
			parent.say(said("not seen now"));
			expect(shown).toEqual(["+a"]);
			expect(store.get("kiln.lastTask")).toBe("new1");
		});

		it("shows the parent again when it has the result, with all that it said meanwhile", async () => {
			const { session, parent, child, shown } = await withChild();
			child.say(done);
			parent.say(finished());
			expect(shown).toEqual(["+", "new1"]);
			expect(child.isHeard).toBe(false);
			parent.say(said("b"));
			expect(shown.at(-1)).toBe("+b");
			expect(session.fold?.rows().rows.map((row) => row.id)).toEqual(["c1", "b"]);
			expect([parent.asked, child.asked]).toEqual([["run"], []]);
		});

		it("keeps a stopped subtask on the screen, and runs it and then its parent after a message", async () => {
			const { session, parent, child, shown } = await withChild();
			child.say(aborted);
			await parent.comeToRest();
			expect(session.fold?.header?.taskId).toBe("child");
			await session.send(message("go on", "child"), "code");
			expect(child.asked.at(-1)).toBe("run");
			child.say(done);
			await child.comeToRest();
			expect(shown.at(-1)).toBe("new1");
			expect(parent.asked).toEqual(["run", "run"]);
		});

		it("runs a stopped subtask also when its parent notices only after the message", async () => {
			const { session, parent, child } = await withChild();
			child.say(aborted);
			session.resume();
			expect(child.asked).toEqual([]);
			await parent.comeToRest();
			expect(child.asked).toEqual(["run"]);
		});

		it("does not run a subtask again by itself", async () => {
			const { parent, child } = await withChild();
			child.say(aborted);
			await parent.comeToRest();
			expect(child.asked).toEqual([]);
		});

		it("stays with a subtask that rests again without an end", async () => {
			const { session, parent, child } = await withChild();
			child.say(aborted);
			await parent.comeToRest();
			session.resume();
			await child.comeToRest();
			expect(session.fold?.header?.taskId).toBe("child");
			expect(parent.asked).toEqual(["run"]);
		});

		it("gives up the subtask and goes back, once", async () => {
			const { session, parent, child, shown } = await withChild();
			parent.onAbandon = () => parent.say(finished());
			session.backToParent("child");
			session.backToParent("child");
			expect(shown).toEqual(["new1"]);
			expect(child.isHeard).toBe(false);
			// Its loop still goes: the engine wakes it by itself.
			expect(parent.asked).toEqual(["run", "abandon"]);
		});

		it("runs the parent of a resting subtask that is given up", async () => {
			const { session, parent, child } = await withChild();
			child.say(aborted);
			await parent.comeToRest();
			session.backToParent("child");
			await settled();
			expect(parent.asked).toEqual(["run", "abandon", "run"]);
		});

		it("runs the parent of a subtask that is given up while the parent goes to rest with it", async () => {
			const { session, parent, child } = await withChild();
			parent.onAbandon = () => parent.say(finished());
			child.say(aborted);
			session.backToParent("child");
			expect(parent.asked).toEqual(["run", "abandon"]);
			await parent.comeToRest();
			expect(parent.asked).toEqual(["run", "abandon", "run"]);
		});

		it("leaves a parent alone that went on by itself and has ended since", async () => {
			const { session, parent } = await withChild();
			parent.onAbandon = () => parent.say(finished());
			session.backToParent("child");
			parent.say(aborted);
			await parent.comeToRest();
			expect(parent.asked).toEqual(["run", "abandon"]);
		});

		it("goes back one step of several, and not from the first task", async () => {
			const { session, parent, child } = await withChild();
			const grandchild = new FakeTask("grandchild");
			child.signal({ kind: "subtask", child: grandchild });
			expect(session.parents.map(({ taskId }) => taskId)).toEqual(["new1", "child"]);
			session.backToParent("child");
			expect(session.fold?.header?.taskId).toBe("grandchild");
			session.backToParent("grandchild");
			expect(session.fold?.header?.taskId).toBe("child");
			expect([child.asked, parent.asked]).toEqual([["abandon"], ["run"]]);
			session.backToParent("child");
			session.backToParent("new1");
			expect(session.parents).toEqual([]);
		});

		it("brings the subtask up again after a restart, without a word of the person", async () => {
			const parent = new FakeTask("old", [created, said("a"), called, started, resumed]);
			const { session, shown, store } = setUp([parent], "old");
			await session.restore();
			expect(parent.asked).toEqual(["run"]);
			parent.signal({ kind: "subtask", child: new FakeTask("child", [created, called, asked]) });
			expect(shown).toEqual(["old", "child"]);
			expect(store.get("kiln.lastTask")).toBe("old");
		});

		it("lets go of all with the first task, which closes the others", async () => {
			const { session, parent, child, shown } = await withChild();
			await session.close();
			expect(parent.asked).toEqual(["run", "suspend"]);
			expect([parent.isHeard, child.isHeard]).toEqual([false, false]);
			expect(shown).toEqual([null]);
		});

		it("goes over to the task that takes the shown one's place, and closes that one when it rests", async () => {
			const { session, made, shown, store } = setUp();
			await session.send(message("one"), "code");
			const next = new FakeTask("next");
			made[0]?.signal({ kind: "hand_over", task: next });
			expect(shown).toEqual(["new1", "next"]);
			expect(next.asked).toEqual(["run"]);
			expect(made[0]?.asked).toEqual(["run"]);
			await made[0]?.comeToRest();
			expect(made[0]?.asked).toEqual(["run", "suspend"]);
			expect(store.get("kiln.lastTask")).toBe("next");
			await session.send(message("two", "next"), "code");
			expect(next.asked.at(-1)).toContain("two");
		});
	});
});
