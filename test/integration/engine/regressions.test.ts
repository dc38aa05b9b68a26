import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Task } from "@core/task/Task";
import { KilnError } from "@shared/errors";
import { createTaskFold } from "@shared/TaskFold";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempDir } from "../../unit/support/tempDir";
import { type MockModel, startMockModel } from "../support/mockModel";
import {
	autoAll,
	complete,
	read,
	run,
	type StartedTask,
	startTask,
	watch,
	write,
} from "../support/startTask";

let model: MockModel;

beforeEach(async () => {
	model = await startMockModel();
});
afterEach(() => model.stop());

const readsOnly = { autoApprove: { kinds: { read: { inside: true } } } };
const runsOnly = {
	autoApprove: { kinds: { read: { inside: true }, execute: { inside: true } }, allowCommands: ["*"] },
};

async function reopen(first: StartedTask): Promise<StartedTask> {
	await first.task.suspend();
	const task = await Task.open(first.deps, first.task.taskId);
	return watch(task, first.deps, first.cwd, first.storage);
}

function phaseOf(task: Task): string {
	const fold = createTaskFold();
	for (const event of task.events()) fold.push(event);
	return fold.phase;
}

const messagesOf = (index: number) =>
	model.requests()[index]?.body.messages as { role: string; content: unknown }[];

describe("a task that was opened again", () => {
	it("keeps the rules of the message: one call, and nothing after a denial", async () => {
		model.script([`${write("a.txt", "x")}\n${run("touch evil")}`, complete()]);
		const first = await startTask({ model, settings: runsOnly });
		const asked = first.next("approval_asked");
		void first.task.run();
		await asked;
		const second = await reopen(first);
		const askedAgain = second.next("approval_asked");
		const running = second.task.run();
		second.task.settle((await askedAgain).approvalId, { decision: "deny" });
		await running;
		expect(existsSync(join(first.cwd, "evil"))).toBe(false);
		expect(second.events("tool_finished").map((event) => event.status)).toEqual(["denied", "skipped", "ok"]);
		await second.task.suspend();
	});

	it("ends the open turn before a new message: nothing that was sent changes", async () => {
		model.script([write("a.txt", "x"), complete()]);
		const first = await startTask({ model, settings: readsOnly });
		const asked = first.next("approval_asked");
		void first.task.run();
		await asked;
		const second = await reopen(first);
		second.task.send([{ type: "text", text: "and b" }]);
		const askedAgain = second.next("approval_asked");
		const running = second.task.run();
		second.task.settle((await askedAgain).approvalId, { decision: "approve" });
		await running;
		expect(messagesOf(1).slice(0, 2)).toEqual(messagesOf(0));
		expect(JSON.stringify(messagesOf(1).at(-1))).toContain("and b");
		await second.task.suspend();
	});

	it("keeps an open question when there is no model to go on with", async () => {
		model.script([write("a.txt", "x"), complete()]);
		const first = await startTask({ model, settings: readsOnly });
		const asked = first.next("approval_asked");
		void first.task.run();
		await asked;
		await first.task.suspend();
		const noModel = () => Promise.reject(new KilnError("missing_key", "No key."));
		const without = await Task.open({ ...first.deps, provider: noModel }, first.task.taskId);
		await without.run();
		expect(without.events().at(-1)).toMatchObject({ type: "error", error: { code: "missing_key" } });
		expect(without.events().some((event) => event.type === "tool_finished")).toBe(false);
		await without.suspend();
		const task = await Task.open(first.deps, first.task.taskId);
		const third = watch(task, first.deps, first.cwd, first.storage);
		const askedAgain = third.next("approval_asked");
		const running = task.run();
		task.settle((await askedAgain).approvalId, { decision: "approve" });
		await running;
		expect(readFileSync(join(first.cwd, "a.txt"), "utf8")).toBe("x");
		await task.suspend();
	});
});

describe("permissions", () => {
	it("does not let the rule for questions switch the mode", async () => {
		const question =
			'<ask_followup_question>\n<question>May I?</question>\n<follow_up><suggest mode="code">Yes</suggest></follow_up>\n</ask_followup_question>';
		model.script([question]);
		const kinds = { read: { inside: true }, question: { inside: true }, write: { inside: true } };
		const started = await startTask({ model, mode: "ask", settings: { autoApprove: { kinds } } });
		const asked = started.next("approval_asked");
		void started.task.run();
		expect((await asked).kind).toBe("question");
		await started.task.suspend();
	});

	it("refuses a command whose folder became a link elsewhere while the question was open", async () => {
		model.script([
			"<execute_command>\n<command>touch here</command>\n<cwd>sub</cwd>\n</execute_command>",
			complete(),
		]);
		const started = await startTask({ model, files: { "sub/": "" }, settings: readsOnly });
		const elsewhere = createTempDir("kiln-elsewhere");
		const asked = started.next("approval_asked");
		const running = started.task.run();
		const { approvalId } = await asked;
		renameSync(join(started.cwd, "sub"), join(started.cwd, "old"));
		symlinkSync(elsewhere, join(started.cwd, "sub"));
		started.task.settle(approvalId, { decision: "approve" });
		await running;
		expect(existsSync(join(elsewhere, "here"))).toBe(false);
		expect(started.events("tool_finished")[0]).toMatchObject({
			status: "error",
			error: { code: "file_changed" },
		});
	});

	it("holds a mode that the person switches to while the answer streams", async () => {
		model.script([{ text: write("a.txt", "x"), latencyMs: 40, chunkSize: 12 }, complete()]);
		const started = await startTask({ model });
		const running = started.task.run();
		await expect.poll(() => started.events("request_started").length).toBe(1);
		started.task.switchMode("ask");
		await running;
		expect(existsSync(join(started.cwd, "a.txt"))).toBe(false);
	});

	it("refuses a completion beside an edit that failed", async () => {
		model.script([
			`<apply_diff>\n<path>missing.txt</path>\n<diff>\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n</diff>\n</apply_diff>\n${complete("lie")}`,
			complete("truth"),
		]);
		const started = await startTask({
			model,
			settings: { autoApprove: autoAll, toolCallsPerMessage: "many" },
		});
		await started.task.run();
		expect(started.events("completed").map((event) => event.text)).toEqual(["truth"]);
	});
});

describe("the loop", () => {
	it("logs what follows from a call beside its result", async () => {
		model.script([complete()]);
		const { task } = await startTask({ model });
		await task.run();
		const types = task.events().map((event) => event.type);
		expect(types.indexOf("completed")).toBe(types.indexOf("tool_finished") + 1);
		expect(phaseOf(task)).toBe("completed");
	});

	it("logs the cost of a request before its calls are decided", async () => {
		model.script([write("a.txt", "x")]);
		const started = await startTask({ model, settings: readsOnly });
		const asked = started.next("approval_asked");
		void started.task.run();
		await asked;
		await expect.poll(() => started.events("usage").length).toBe(1);
		await started.task.suspend();
	});

	it("tells the model that its output limit cut the answer, and goes on", async () => {
		model.script([
			{ text: "A long story that", finishReason: "length" },
			{ text: write("a.txt", "x").slice(0, 60), finishReason: "length" },
			complete(),
		]);
		const { task, events, cwd } = await startTask({ model });
		await task.run();
		expect(events("turn_ended").map((event) => event.reason)).toEqual(["length", "length", "completed"]);
		expect(JSON.stringify(messagesOf(1))).toContain("output limit");
		expect(existsSync(join(cwd, "a.txt"))).toBe(false);
	});

	it("does not ask a server that cuts every answer as fast as it can fail", async () => {
		const cut = (index: number) => ({
			text: `${read(`f${index}`)}\nand more words`,
			cutAfterChars: read(`f${index}`).length + 8,
		});
		model.script([cut(0), cut(1), complete()]);
		const waits: number[] = [];
		const sleep = (ms: number) => {
			waits.push(ms);
			return Promise.resolve();
		};
		const started = await startTask({
			model,
			files: { f0: "0", f1: "1" },
			host: { clock: { now: () => Date.now(), sleep } },
		});
		await started.task.run();
		expect(started.events("turn_ended").map((event) => event.reason)).toEqual([
			"truncated",
			"truncated",
			"completed",
		]);
		expect(waits).toHaveLength(1);
		expect(started.events("retry_scheduled")).toHaveLength(1);
	});

	it("is no question any more once the person went on from a limit in another way", async () => {
		model.script([read("x1"), read("x2"), read("x3"), complete()]);
		const started = await startTask({ model });
		const asked = started.next("limit_asked");
		const running = started.task.run();
		await asked;
		expect(phaseOf(started.task)).toBe("awaiting_answer");
		await started.task.stop("Stopped.");
		await running;
		started.task.send([{ type: "text", text: "try the other file" }]);
		await started.task.run();
		expect(phaseOf(started.task)).toBe("completed");
	});

	it("goes on with a message that was sent while Stop unwound", async () => {
		model.script([{ hang: true }, complete()]);
		const started = await startTask({ model });
		const running = started.task.run();
		await expect.poll(() => model.requests().length).toBe(1);
		const stopping = started.task.stop("Stopped.");
		started.task.send([{ type: "text", text: "rather this" }]);
		await stopping;
		await running;
		// The message came before the stop was logged: it waits for the person to go on.
		await started.task.run();
		expect(JSON.stringify(messagesOf(1))).toContain("rather this");
	});

	it("says nothing of storage when a window closes, and lets go of the task once", async () => {
		model.script([write("a.txt", "x")]);
		const lines: string[] = [];
		const note = (line: string) => void lines.push(line);
		const log = { debug: note, info: note, warn: note, error: note };
		const started = await startTask({ model, settings: readsOnly, host: { log } });
		const asked = started.next("approval_asked");
		void started.task.run();
		await asked;
		await Promise.all([started.task.suspend(), started.task.suspend()]);
		expect(lines).toEqual([]);
		expect(existsSync(join(started.storage, "tasks", started.task.taskId, "lock"))).toBe(false);
	});

	it("sends the signature of a call back with it, under the id that the call has now", async () => {
		const call = { index: 0, id: "tool_0", function: { name: "read_file", arguments: '{"path":"a.txt"}' } };
		const extra_content = { google: { thought_signature: "SIG" } };
		const detail = { type: "reasoning.encrypted", format: "google-gemini-v1", data: "ENC", id: "tool_0" };
		const delta = { tool_calls: [{ ...call, extra_content }], reasoning_details: [detail] };
		const event = { choices: [{ index: 0, delta, finish_reason: "tool_calls" }] };
		const headers = { "content-type": "text/event-stream" };
		model.script([{ headers, text: `data: ${JSON.stringify(event)}\n\ndata: [DONE]\n\n` }, "Done."]);
		const files = { "a.txt": "x" };
		const started = await startTask({ model, settings: readsOnly, format: "native", files });
		await started.task.run();
		const callId = started.events("tool_called")[0]?.call.callId;
		expect(messagesOf(1)).toContainEqual(
			expect.objectContaining({
				tool_calls: [expect.objectContaining({ id: callId, extra_content })],
				reasoning_details: [{ ...detail, id: callId }],
			}),
		);
		expect(started.events("completed")).toHaveLength(1);
	});

	it("says that an answer was refused, and does not ask for it again", async () => {
		model.script([{ text: "", finishReason: "content_filter" }, complete()]);
		const started = await startTask({ model, settings: readsOnly });
		await started.task.run();
		expect(started.events("error")).toMatchObject([
			{ error: { message: expect.stringContaining("refused") } },
		]);
		expect(model.requests()).toHaveLength(1);
	});

	it("survives a diff view that fails", async () => {
		model.script([write("a.txt", "x"), complete()]);
		const diff = {
			show: () => Promise.reject(new Error("no view")),
			close: () => Promise.reject(new Error("no view")),
		};
		const started = await startTask({ model, settings: readsOnly, host: { diff } });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		started.task.settle((await asked).approvalId, { decision: "approve" });
		await running;
		expect(started.events("completed")).toHaveLength(1);
	});

	it("asks about a look by its own card, and keeps the feedback of both answers", async () => {
		const outside = createTempDir("kiln-outside");
		mkdirSync(join(outside, "d"));
		model.script([write(join(outside, "d/a.txt"), "x"), complete()]);
		const started = await startTask({ model, settings: readsOnly });
		const first = started.next("approval_asked");
		const running = started.task.run();
		const look = await first;
		expect(look.row.title).toMatch(/^Look at /);
		const then = started.next("approval_asked");
		started.task.settle(look.approvalId, { decision: "approve", text: "one" });
		const edit = await then;
		expect(edit.row.body.kind).toBe("diff");
		started.task.settle(edit.approvalId, { decision: "approve", text: "two" });
		await running;
		expect(JSON.stringify(messagesOf(1).at(-1))).toMatch(/one[^"]*two/);
	});
});

describe("a workspace with several folders", () => {
	it("takes paths by the name of their folder, in calls and in what the model is told", async () => {
		const parent = createTempDir();
		const roots = ["one", "two"].map((name) => join(parent, name));
		for (const root of roots) mkdirSync(root);
		writeFileSync(join(parent, "two/f.txt"), "second\n");
		writeFileSync(join(parent, "secret.txt"), "treasure\n");
		model.script([
			read("two/f.txt"),
			read("two/../../secret.txt"),
			write("two/f.txt", "changed\n"),
			run("ls"),
			complete(),
		]);
		const workspace = { roots: () => roots, isTrusted: () => true };
		const task = await startTask({ model, host: { workspace } });
		const asked = task.next("approval_asked");
		const rested = task.task.run();
		task.task.settle((await asked).approvalId, { decision: "deny" });
		await rested;
		expect(readFileSync(join(parent, "two/f.txt"), "utf8")).toBe("changed\n");
		const told = JSON.stringify(messagesOf(4));
		expect(told).toContain("Other workspace folders: two/");
		expect(told).toContain("1 | second");
		expect(told).not.toContain("treasure");
		expect(existsSync(join(parent, "one/two"))).toBe(false);
	});
});
