import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../support/mockModel";
import { autoAll, complete, read, run, startTask, wireFormats, write } from "../support/startTask";

let model: MockModel;

beforeEach(async () => {
	model = await startMockModel();
});
afterEach(() => model.stop());

const askWrites = { autoApprove: { kinds: { read: { inside: true } } } };

describe.each(wireFormats)("a task over %s", (wire) => {
	it("reads, writes, diffs, searches, runs and completes", async () => {
		model.script([
			`Let me look.\n${read("a.txt")}`,
			write("b.txt", "one\ntwo"),
			"<apply_diff>\n<path>b.txt</path>\n<diff>\n<<<<<<< SEARCH\ntwo\n=======\nTWO\n>>>>>>> REPLACE\n</diff>\n</apply_diff>",
			"<search_files>\n<path>.</path>\n<regex>TWO</regex>\n</search_files>",
			run("cat b.txt"),
			complete("All done."),
		]);
		const { task, cwd, events } = await startTask({ model, wire, files: { "a.txt": "alpha\n" } });
		await task.run();
		expect(events("error")).toEqual([]);
		expect(readFileSync(join(cwd, "b.txt"), "utf8")).toBe("one\nTWO");
		expect(events("tool_finished").map((event) => event.status)).toEqual([
			"ok",
			"ok",
			"ok",
			"ok",
			"ok",
			"ok",
		]);
		expect(events("completed")).toMatchObject([{ by: "tool", text: "All done." }]);
		const results = events("tool_finished").map((event) => JSON.stringify(event.result));
		expect(results[0]).toContain("1 | alpha");
		expect(results[3]).toContain("b.txt");
		expect(results[4]).toContain("TWO");
	});

	it("sends requests of which each is a prefix of the next, system and tools equal", async () => {
		model.script([
			read("a.txt"),
			write("b.txt", "x"),
			run("true"),
			"<list_files>\n<path>.</path>\n</list_files>",
			complete(),
		]);
		const { task } = await startTask({ model, wire, files: { "a.txt": "alpha\n" } });
		await task.run();
		const bodies = model.requests().map((request) => withoutCacheMarkers(request.body));
		expect(bodies).toHaveLength(5);
		for (const [index, body] of bodies.entries()) {
			const next = bodies[index + 1];
			if (next === undefined) continue;
			expect(next.system).toEqual(body.system);
			expect(next.tools).toEqual(body.tools);
			const messages = body.messages as unknown[];
			expect((next.messages as unknown[]).slice(0, messages.length)).toEqual(messages);
		}
	});

	it("tells a denial with feedback to the model and skips nothing silently", async () => {
		model.script([write("a.txt", "x"), complete()]);
		const started = await startTask({ model, wire, settings: askWrites });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		const { approvalId, reasons } = await asked;
		expect(reasons).toEqual(["changes a file"]);
		expect(existsSync(join(started.cwd, "a.txt"))).toBe(false);
		expect(started.task.settle(approvalId, { decision: "deny", text: "use b.txt" })).toBe(true);
		expect(started.task.settle(approvalId, { decision: "approve" })).toBe(false);
		await running;
		expect(existsSync(join(started.cwd, "a.txt"))).toBe(false);
		expect(JSON.stringify(model.requests()[1]?.body)).toContain("use b.txt");
	});

	it("hands on the feedback of an approval", async () => {
		model.script([write("a.txt", "x"), complete()]);
		const started = await startTask({ model, wire, settings: askWrites });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		started.task.settle((await asked).approvalId, { decision: "approve", text: "then test it" });
		await running;
		expect(readFileSync(join(started.cwd, "a.txt"), "utf8")).toBe("x");
		expect(JSON.stringify(model.requests()[1]?.body)).toContain("then test it");
	});

	it("waits and tries again after 429, without doubling the user's message", async () => {
		model.script([{ status: 429, text: "slow down", headers: { "retry-after": "0" } }, complete()]);
		const { task, events } = await startTask({ model, wire });
		await task.run();
		expect(events("retry_scheduled")).toHaveLength(1);
		expect(events("completed")).toHaveLength(1);
		const [first, second] = model.requests().map((request) => withoutCacheMarkers(request.body).messages);
		expect(second).toEqual(first);
	});

	it("asks again when the stream is cut inside a tag, and drops what was shown of it", async () => {
		const text = `Some words first.\n${read("a.txt")}`;
		model.script([{ text, cutAfterChars: text.length - 7 }, read("a.txt"), complete()]);
		const { task, events } = await startTask({
			model,
			wire,
			files: { "a.txt": "alpha" },
			host: { clock: instantClock },
		});
		const dropped: string[] = [];
		task.subscribe((signal) => {
			if (signal.kind === "live" && signal.live.type === "live_dropped")
				dropped.push(...signal.live.blockIds);
		});
		await task.run();
		expect(dropped.length).toBeGreaterThan(0);
		expect(events("retry_scheduled")).toHaveLength(1);
		expect(events("tool_started").length).toBe(2);
		expect(events("assistant_text").filter((event) => event.text.includes("Some words"))).toEqual([]);
		expect(events("completed")).toHaveLength(1);
	});

	it("does not ask again when the stream is cut after a call was started: nothing runs twice", async () => {
		const first = run("echo once >> log.txt");
		const text = `${first}\nand now some more words that never end`;
		model.script([{ text, cutAfterChars: first.length + 12 }, complete()]);
		const started = await startTask({ model, wire, settings: askWrites });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		started.task.settle((await asked).approvalId, { decision: "approve" });
		await running;
		expect(readFileSync(join(started.cwd, "log.txt"), "utf8")).toBe("once\n");
		expect(started.events("turn_ended").map((event) => event.reason)).toEqual(["truncated", "completed"]);
		expect(started.events("retry_scheduled")).toEqual([]);
		expect(model.requests()).toHaveLength(2);
	});

	it("reminds once a model that calls no tool, then takes a plain answer as the end", async () => {
		model.script(["Hello there.", "It is 42."]);
		const { task, events } = await startTask({ model, wire });
		await task.run();
		expect(events("turn_ended").map((event) => event.reason)).toEqual(["reminder", "plain_answer"]);
		expect(events("completed")).toMatchObject([{ by: "plain_answer", text: "It is 42." }]);
		expect(events("error")).toEqual([]);
	});

	it("names a call that stood in a code fence in the reminder, and runs nothing", async () => {
		model.script([`Do this:\n\`\`\`xml\n${write("evil.txt", "x")}\n\`\`\`\n`, complete()]);
		const { task, cwd, events } = await startTask({ model, wire });
		await task.run();
		expect(existsSync(join(cwd, "evil.txt"))).toBe(false);
		const [reminder] = events("user_message").filter((event) => event.source === "reminder");
		expect(JSON.stringify(reminder?.parts)).toMatch(/write_to_file.*fence/);
	});

	it("goes through 300 steps", { timeout: 120_000 }, async () => {
		const steps = Array.from({ length: 299 }, (_, index) => read(`f${index % 7}.txt`));
		model.script([...steps, complete()]);
		const files = Object.fromEntries(
			Array.from({ length: 7 }, (_, index) => [`f${index}.txt`, `file ${index}\n`]),
		);
		const { task, events } = await startTask({ model, wire, files });
		await task.run();
		expect(events("tool_finished")).toHaveLength(300);
		expect(events("tool_finished").every((event) => event.status === "ok")).toBe(true);
		expect(model.requests()).toHaveLength(300);
	});
});

const instantClock = { now: () => Date.now(), sleep: () => Promise.resolve() };

describe("limits", () => {
	it("refuses the fourth identical call in a row and asks the person with the facts", async () => {
		model.script([read("a.txt"), read("a.txt"), read("a.txt"), read("a.txt"), complete()]);
		const started = await startTask({ model, files: { "a.txt": "x" } });
		const asked = started.next("limit_asked");
		const running = started.task.run();
		const { limitId, limit } = await asked;
		expect(limit).toBe("repetition");
		expect(started.events("tool_finished").map((event) => event.status)).toEqual(["ok", "ok", "ok", "error"]);
		started.task.answerLimit(limitId, "continue", "you have read it");
		await running;
		expect(JSON.stringify(model.requests().at(-1)?.body)).toContain("you have read it");
		expect(started.events("completed")).toHaveLength(1);
	});

	it("asks after three failed calls in a row", async () => {
		model.script([read("x1"), read("x2"), read("x3"), complete()]);
		const started = await startTask({ model });
		const asked = started.next("limit_asked");
		const running = started.task.run();
		const { limitId, limit } = await asked;
		expect(limit).toBe("mistakes");
		started.task.answerLimit(limitId, "stop");
		await running;
		expect(started.task.events().at(-1)?.type).toBe("aborted");
	});

	it("asks at the limit of requests, and goes on for as many again", async () => {
		model.script([read("a"), read("b"), read("a"), complete()]);
		const started = await startTask({
			model,
			files: { a: "1", b: "2" },
			settings: { autoApprove: autoAll, limits: { maxRequests: 2 } },
		});
		const asked = started.next("limit_asked");
		const running = started.task.run();
		const { limitId, limit } = await asked;
		expect(limit).toBe("requests");
		expect(model.requests()).toHaveLength(2);
		started.task.answerLimit(limitId, "continue");
		await running;
		expect(started.events("limit_asked")).toHaveLength(1);
		expect(started.events("completed")).toHaveLength(1);
	});
});

describe("modes and calls", () => {
	it("refuses an edit in ask mode, saying what is possible", async () => {
		model.script([write("a.txt", "x"), complete()]);
		const { task, cwd, events } = await startTask({ model, mode: "ask" });
		await task.run();
		expect(existsSync(join(cwd, "a.txt"))).toBe(false);
		expect(events("tool_finished")[0]).toMatchObject({
			status: "error",
			error: { code: "tool_not_allowed" },
		});
	});

	it("changes and runs nothing in a workspace that is not trusted, but reads", async () => {
		model.script([read("a.txt"), write("b.txt", "x"), run("touch evil"), complete()]);
		const started = await startTask({ model, files: { "a.txt": "x" } });
		const roots = started.deps.host.workspace.roots;
		Object.assign(started.deps.host.workspace, { roots, isTrusted: () => false });
		await started.task.run();
		expect(started.events("tool_finished").map((event) => event.status)).toEqual([
			"ok",
			"error",
			"error",
			"ok",
		]);
		expect(existsSync(join(started.cwd, "b.txt"))).toBe(false);
		expect(existsSync(join(started.cwd, "evil"))).toBe(false);
	});

	it("holds a mode's fileRegex for the path that is really written", async () => {
		model.script([write("a.txt", "x"), write("a.md/../b.txt", "x"), write("plan.md", "x"), complete()]);
		const { task, cwd, events } = await startTask({ model, mode: "architect" });
		await task.run();
		expect(events("tool_finished").map((event) => event.status)).toEqual(["error", "error", "ok", "ok"]);
		expect(existsSync(join(cwd, "b.txt"))).toBe(false);
	});

	it("runs one call a message and tells the model about the second", async () => {
		model.script([`${read("a.txt")}\n${run("touch evil")}`, complete()]);
		const { task, cwd, events } = await startTask({ model, files: { "a.txt": "x" } });
		await task.run();
		expect(events("tool_finished").map((event) => event.status)).toEqual(["ok", "skipped", "ok"]);
		expect(existsSync(join(cwd, "evil"))).toBe(false);
	});

	it("refuses a completion in the same message as an effect, and skips what follows a denial", async () => {
		model.script([
			`${run("true")}\n${complete()}`,
			`${run("false-command")}\n${run("touch evil")}`,
			complete(),
		]);
		const started = await startTask({
			model,
			settings: { autoApprove: { ...autoAll, denyCommands: ["false-command"] }, toolCallsPerMessage: "many" },
		});
		await started.task.run();
		expect(started.events("tool_finished").map((event) => event.status)).toEqual([
			"ok",
			"skipped",
			"denied",
			"skipped",
			"ok",
		]);
		expect(existsSync(join(started.cwd, "evil"))).toBe(false);
	});

	it("switches the mode on the model's wish and gates the next call by it", async () => {
		model.script([
			"<switch_mode>\n<mode_slug>ask</mode_slug>\n</switch_mode>",
			write("a.txt", "x"),
			complete(),
		]);
		const { task, events } = await startTask({ model });
		await task.run();
		expect(events("mode_switched")).toMatchObject([{ from: "code", to: "ask" }]);
		expect(events("tool_finished")[1]).toMatchObject({ status: "error" });
		expect(events("prompt_set")).toHaveLength(2);
	});

	it("asks a question and sends the answer back; a queued message does not answer it", async () => {
		const question =
			"<ask_followup_question>\n<question>Which?</question>\n<follow_up><suggest>red</suggest><suggest>blue</suggest></follow_up>\n</ask_followup_question>";
		model.script([question, complete()]);
		const started = await startTask({ model });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		const { approvalId, kind, suggestions } = await asked;
		expect(kind).toBe("question");
		expect(suggestions).toEqual([{ text: "red" }, { text: "blue" }]);
		started.task.send([{ type: "text", text: "by the way" }]);
		expect(started.events("tool_finished")).toEqual([]);
		started.task.settle(approvalId, { decision: "answer", text: "green" });
		await running;
		const last = JSON.stringify(model.requests()[1]?.body);
		expect(last).toContain("green");
		expect(last).toContain("by the way");
	});

	it("takes feedback after a completion as a new turn", async () => {
		model.script([complete("first"), complete("second")]);
		const { task, events } = await startTask({ model });
		await task.run();
		task.send([{ type: "text", text: "not quite" }]);
		await task.run();
		expect(events("completed").map((event) => event.text)).toEqual(["first", "second"]);
		expect(JSON.stringify(model.requests()[1]?.body)).toContain("not quite");
	});

	it("names a stray tag in a call instead of running half of it", async () => {
		model.script(["<read_file>\n<path>a.txt</path>\n<pth>b</pth>\n</read_file>", complete()]);
		const { task, events } = await startTask({ model, files: { "a.txt": "x" } });
		await task.run();
		expect(events("tool_finished")[0]).toMatchObject({
			status: "error",
			error: { code: "malformed_call", message: expect.stringContaining("pth") },
		});
	});
});

/** Cache markers move from request to request by design; everything else must stand still. */
function withoutCacheMarkers(body: Record<string, unknown>): Record<string, unknown> {
	return JSON.parse(
		JSON.stringify(body, (key, value: unknown) => (key === "cache_control" ? undefined : value)),
	) as Record<string, unknown>;
}
