import { existsSync } from "node:fs";
import { join } from "node:path";
import { Task } from "@core/task/Task";
import { toolFormats } from "@shared/settings";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../support/mockModel";
import { calls, sayIn } from "../support/scriptedCalls";
import { autoAll, startTask, watch } from "../support/startTask";

const { complete, read, run, write } = calls;
let model: MockModel;

beforeEach(async () => {
	model = await startMockModel();
});
afterEach(() => model.stop());

const askWrites = { autoApprove: { kinds: { read: { inside: true } } } };

async function stopTime(stop: () => Promise<void>): Promise<number> {
	const from = performance.now();
	await stop();
	return performance.now() - from;
}

/** On a loaded machine timers are late; the contract is 100 ms. */
const withinMs = 400;

describe.each(toolFormats)("Stop in %s", (format) => {
	const say = sayIn(format);

	it("ends a stream that has begun and keeps what came", async () => {
		model.script([{ text: "Some words and then silence", cutAfterChars: 10, hang: true }]);
		const started = await startTask({ model, format });
		const firstText = new Promise<void>((resolve) => {
			started.task.subscribe((signal) => {
				if (signal.kind === "live" && signal.live.type === "delta") resolve();
			});
		});
		const running = started.task.run();
		await firstText;
		expect(await stopTime(() => started.task.stop("Stopped."))).toBeLessThan(withinMs);
		await running;
		expect(started.events("assistant_text").length).toBe(1);
		expect(started.events("turn_ended").at(-1)).toMatchObject({ reason: "aborted" });
		expect(started.lastEvent()?.type).toBe("aborted");
	});

	it("ends a request to a server that never answers", async () => {
		model.script([{ hang: true }]);
		const started = await startTask({ model, format });
		const requested = started.next("request_started");
		const running = started.task.run();
		await requested;
		expect(await stopTime(() => started.task.stop("Stopped."))).toBeLessThan(withinMs);
		await running;
	});

	it("settles an open approval and writes nothing; the next message goes on", async () => {
		model.script([say(write("a.txt", "x")), say(complete())]);
		const started = await startTask({ model, format, settings: askWrites });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		const { approvalId } = await asked;
		expect(await stopTime(() => started.task.stop("Stopped."))).toBeLessThan(withinMs);
		await running;
		expect(started.task.settle(approvalId, { decision: "approve" })).toBe(false);
		expect(existsSync(join(started.cwd, "a.txt"))).toBe(false);
		expect(started.events("tool_finished")).toMatchObject([{ status: "interrupted" }]);
		started.task.send([{ type: "text", text: "go on" }]);
		await started.task.run();
		expect(started.events("completed")).toHaveLength(1);
	});

	it("kills the running command and its children", async () => {
		model.script([say(run("sh -c 'sleep 300 & sleep 300'; touch never"))]);
		const started = await startTask({ model, format, settings: askWrites });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		const begun = started.next("tool_started");
		started.task.settle((await asked).approvalId, { decision: "approve" });
		await begun;
		expect(await stopTime(() => started.task.stop("Stopped."))).toBeLessThan(withinMs);
		await running;
		await started.task.suspend();
		expect(existsSync(join(started.cwd, "never"))).toBe(false);
		expect(started.events("tool_finished")).toMatchObject([{ status: "interrupted" }]);
	});

	it("ends the wait before a retry", async () => {
		model.script([{ status: 429, text: "slow", headers: { "retry-after": "60" } }]);
		const started = await startTask({ model, format });
		const scheduled = started.next("retry_scheduled");
		const running = started.task.run();
		await scheduled;
		expect(await stopTime(() => started.task.stop("Stopped."))).toBeLessThan(withinMs);
		await running;
		expect(started.lastEvent()?.type).toBe("aborted");
	});
});

describe.each(toolFormats)("a closed window in %s", (format) => {
	const say = sayIn(format);

	it("leaves an open approval open: it is asked again when the task is opened", async () => {
		model.script([say(write("a.txt", "x")), say(complete())]);
		const first = await startTask({ model, format, settings: askWrites });
		const asked = first.next("approval_asked");
		void first.task.run();
		const { digest } = await asked;
		const before = first.task.events().length;
		await first.task.suspend();
		expect(first.task.events()).toHaveLength(before);
		const task = await Task.open(first.deps, first.task.taskId);
		const second = watch(task, first.deps, first.cwd, first.storage);
		const askedAgain = second.next("approval_asked");
		const running = task.run();
		const again = await askedAgain;
		expect(again.digest).toBe(digest);
		expect(existsSync(join(first.cwd, "a.txt"))).toBe(false);
		task.settle(again.approvalId, { decision: "approve" });
		await running;
		expect(existsSync(join(first.cwd, "a.txt"))).toBe(true);
		expect(second.events("completed")).toHaveLength(1);
		await task.suspend();
	});

	it("goes on after a stream that was cut by the closing, with the same messages", async () => {
		model.script([say(read("a.txt")), { hang: true }, say(complete())]);
		const first = await startTask({
			model,
			format,
			files: { "a.txt": "x" },
			settings: { autoApprove: autoAll },
		});
		void first.task.run();
		await expect.poll(() => model.requests().length).toBe(2);
		await first.task.suspend();
		const task = await Task.open(first.deps, first.task.taskId);
		await task.run();
		const [, second, third] = model.requests().map((request) => request.body.messages as unknown[]);
		expect(third?.slice(0, 3)).toEqual(second?.slice(0, 3));
		expect(task.events().filter((event) => event.type === "completed")).toHaveLength(1);
		await task.suspend();
	});
});
