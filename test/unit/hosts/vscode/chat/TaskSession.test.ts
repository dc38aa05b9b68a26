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

const message = (text: string) => ({ text, images: [] });

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

	it("sends an image without text as an image only", async () => {
		const { session, made } = setUp();
		await session.send(message("one"), "code");
		await session.send({ text: "", images: [{ mediaType: "image/png", data: "AA" }] }, "code");
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
});
