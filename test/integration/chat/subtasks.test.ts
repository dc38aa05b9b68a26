import { join } from "node:path";
import { Task } from "@core/task/Task";
import type { TaskDeps } from "@core/task/types";
import { TaskSession } from "@hosts/vscode/chat/TaskSession";
import { WorkspaceMemory } from "@hosts/vscode/stores/WorkspaceMemory";
import type { RowOf } from "@shared/task-view";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MemoryStore } from "../../unit/hosts/vscode/support/memoryStore";
import { createSilentLog } from "../../unit/hosts/vscode/support/silentLog";
import { createTempDir } from "../../unit/support/tempDir";
import { type MockModel, startMockModel } from "../support/mockModel";
import { complete, createDeps, type StartOptions, write } from "../support/startTask";

let model: MockModel;

beforeEach(async () => {
	model = await startMockModel();
});
afterEach(() => model.stop());

const delegate = "<new_task>\n<mode>code</mode>\n<message>Write a.txt.</message>\n</new_task>";
const handOver = "<new_task>\n<context>Go on with b.txt.</context>\n</new_task>";
const askWrites = { autoApprove: { kinds: { read: { inside: true }, subtask: { inside: true } } } };

/** for a machine that is busy with other things */
const patience = { timeout: 20_000 };

interface Desk {
	readonly session: TaskSession;
	/** title of each task as it came on the screen */
	readonly shown: string[];
	readonly store: MemoryStore;
	readonly deps: TaskDeps;
}

/** The chat's session over the real engine; `before`: what an earlier window has left. */
function openDesk(options: Partial<StartOptions> = {}, before?: Desk): Desk {
	const places = { cwd: createTempDir("kiln-ws"), storage: join(createTempDir("kiln-storage"), "s") };
	const deps = before?.deps ?? createDeps({ model, settings: askWrites, ...options, ...places });
	const store = before?.store ?? new MemoryStore();
	const shown: string[] = [];
	const session = new TaskSession({
		tasks: { create: (input) => Task.create(deps, input), open: (taskId) => Task.open(deps, taskId) },
		screen: {
			show: (fold) => void shown.push(fold?.header?.title ?? "nothing"),
			changed: () => undefined,
			live: () => undefined,
		},
		memory: new WorkspaceMemory(store),
		log: createSilentLog(),
	});
	return { session, shown, store, deps };
}

const phase = ({ session }: Desk) => session.fold?.phase;
const say = ({ session }: Desk, text: string) =>
	session.send({ text, images: [], taskId: session.fold?.header?.taskId ?? null }, "code");

function approve({ session }: Desk): void {
	const row = session.fold
		?.rows()
		.rows.find((one): one is RowOf<"tool"> => one.kind === "tool" && one.approval !== undefined);
	if (row?.approval === undefined) throw new Error("Nothing is asked.");
	session.settle(row.approval.approvalId, { decision: "approve" });
}

async function withAskingChild(): Promise<Desk> {
	const desk = openDesk();
	model.script([delegate, write("a.txt", "x")]);
	await say(desk, "Do it all.");
	await expect.poll(() => phase(desk), patience).toBe("awaiting_approval");
	expect(desk.shown).toEqual(["Do it all.", "Write a.txt."]);
	return desk;
}

describe("TaskSession over the engine", () => {
	it("goes to the subtask and back by itself", async () => {
		const desk = await withAskingChild();
		model.script([complete("Written."), complete("All done.")]);
		approve(desk);
		// The subtask's own end is not the end.
		await expect
			.poll(() => [desk.shown, phase(desk)], patience)
			.toEqual([["Do it all.", "Write a.txt.", "Do it all."], "completed"]);
		expect(desk.session.fold?.header?.requests).toBe(4);
		await desk.session.suspend();
	});

	it("stops the subtask only, goes on with it after a message, and then with its parent", async () => {
		const desk = await withAskingChild();
		await desk.session.stop();
		expect(phase(desk)).toBe("aborted");
		model.script([complete("Left out."), complete("All done.")]);
		await say(desk, "Leave the file out.");
		await expect.poll(() => [desk.shown.length, phase(desk)], patience).toEqual([3, "completed"]);
		expect(model.remaining()).toBe(0);
		await desk.session.suspend();
	});

	it("goes on with a stopped subtask also when the message comes in the same moment", async () => {
		const desk = await withAskingChild();
		model.script([complete("Left out."), complete("All done.")]);
		const stopped = desk.session.stop();
		await say(desk, "Leave the file out.");
		await stopped;
		await expect.poll(() => [desk.shown.length, phase(desk)], patience).toEqual([3, "completed"]);
		await desk.session.suspend();
	});

	it("gives up a subtask at work, and one that rests", async () => {
		for (const isStopped of [false, true]) {
			const desk = await withAskingChild();
			if (isStopped) await desk.session.stop();
			model.script([complete("Without it.")]);
			desk.session.backToParent(desk.session.fold?.header?.taskId ?? "");
			expect(desk.session.parents).toEqual([]);
			await expect.poll(() => phase(desk), patience).toBe("completed");
			await desk.session.suspend();
		}
	});

	it("brings the subtask and its question up again in the next window", async () => {
		const before = await withAskingChild();
		await before.session.suspend();
		const desk = openDesk({}, before);
		await desk.session.restore();
		await expect
			.poll(() => [desk.shown, phase(desk)], patience)
			.toEqual([["Do it all.", "Write a.txt."], "awaiting_approval"]);
		model.script([complete("Written."), complete("All done.")]);
		approve(desk);
		await expect.poll(() => [desk.shown.length, phase(desk)], patience).toEqual([3, "completed"]);
		await desk.session.suspend();
	});

	it("shows a stopped subtask again in the next window, without a word to the model", async () => {
		const before = await withAskingChild();
		await before.session.stop();
		await before.session.suspend();
		const desk = openDesk({}, before);
		await desk.session.restore();
		await expect.poll(() => desk.shown, patience).toEqual(["Do it all.", "Write a.txt."]);
		expect([phase(desk), model.requests().length]).toEqual(["aborted", 2]);
		model.script([complete("Left out."), complete("All done.")]);
		await say(desk, "Go on.");
		await expect.poll(() => [desk.shown.length, phase(desk)], patience).toEqual([3, "completed"]);
		await desk.session.suspend();
	});

	it("goes over to the task that a hand-over begins, and remembers that one", async () => {
		const autoApprove = { kinds: { subtask: { inside: true } } };
		const desk = openDesk({ settings: { autoApprove, toolVocabulary: "cline" } });
		model.script([handOver, complete("Went on.")]);
		await say(desk, "Do it all.");
		await expect
			.poll(() => phase(desk) === "awaiting_approval" || desk.shown.length === 2, patience)
			.toBe(true);
		if (phase(desk) === "awaiting_approval") approve(desk);
		await expect
			.poll(() => [desk.shown, phase(desk)], patience)
			.toEqual([["Do it all.", "Go on with b.txt."], "completed"]);
		expect(desk.store.get("kiln.lastTask")).toBe(desk.session.fold?.header?.taskId);
		await desk.session.suspend();
	});
});
