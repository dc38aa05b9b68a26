import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toolFormats } from "@shared/settings";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../support/mockModel";
import { call, calls, sayIn, variants } from "../support/scriptedCalls";
import { autoAll, startTask } from "../support/startTask";

const { complete, read, run, write } = calls;
let model: MockModel;

beforeEach(async () => {
	model = await startMockModel();
});
afterEach(() => model.stop());

const askWrites = { autoApprove: { kinds: { read: { inside: true } } } };

describe.each(variants)("a task in $format over $wire", (variant) => {
	const { format } = variant;
	const say = sayIn(format);

	it("reads, writes, diffs, searches, runs and completes", async () => {
		model.script([
			say("Let me look.\n", read("a.txt")),
			say(write("b.txt", "one\ntwo")),
			say(call("apply_diff", { path: "b.txt", diff: "<<<<<<< SEARCH\ntwo\n=======\nTWO\n>>>>>>> REPLACE" })),
			say(call("search_files", { path: ".", regex: "TWO" })),
			say(run("cat b.txt")),
			say(complete("All done.")),
		]);
		const { task, cwd, events } = await startTask({ model, ...variant, files: { "a.txt": "alpha\n" } });
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
			say("I read.\n", read("a.txt")),
			say(write("b.txt", "x")),
			say(run("true")),
			say(call("list_files", { path: "." })),
			say(complete()),
		]);
		const { task } = await startTask({ model, ...variant, files: { "a.txt": "alpha\n" } });
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
		model.script([say(write("a.txt", "x")), say(complete())]);
		const started = await startTask({ model, ...variant, settings: askWrites });
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
		model.script([say(write("a.txt", "x")), say(complete())]);
		const started = await startTask({ model, ...variant, settings: askWrites });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		started.task.settle((await asked).approvalId, { decision: "approve", text: "then test it" });
		await running;
		expect(readFileSync(join(started.cwd, "a.txt"), "utf8")).toBe("x");
		expect(JSON.stringify(model.requests()[1]?.body)).toContain("then test it");
	});

	it("waits and tries again after 429, without doubling the user's message", async () => {
		model.script([{ status: 429, text: "slow down", headers: { "retry-after": "0" } }, say(complete())]);
		const { task, events } = await startTask({ model, ...variant });
		await task.run();
		expect(events("retry_scheduled")).toHaveLength(1);
		expect(events("completed")).toHaveLength(1);
		const [first, second] = model.requests().map((request) => withoutCacheMarkers(request.body).messages);
		expect(second).toEqual(first);
	});

	it("asks again when the stream is cut inside a call, and drops what was shown of it", async () => {
		const whole = say("Some words first.\n", read("a.txt"));
		const cut = format === "native" ? { cutAfterCallPieces: 2 } : { cutAfterChars: whole.text.length - 7 };
		model.script([{ ...whole, ...cut, chunkSize: 4 }, say(read("a.txt")), say(complete())]);
		const { task, events } = await startTask({
			model,
			...variant,
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
		const echo = run("echo once >> log.txt");
		const whole = say(
			echo,
			...(format === "native" ? [read("a-file-that-does-not-matter.txt")] : ["\nand now more words"]),
		);
		const first = JSON.stringify(echo.params).length;
		const cut =
			format === "native" ? { cutAfterCallPieces: first + 3 } : { cutAfterChars: whole.text.length - 5 };
		model.script([{ ...whole, ...cut, chunkSize: 1 }, say(complete())]);
		const started = await startTask({ model, ...variant, settings: askWrites });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		started.task.settle((await asked).approvalId, { decision: "approve" });
		await running;
		expect(readFileSync(join(started.cwd, "log.txt"), "utf8")).toBe("once\n");
		// what ReAct says behind its action is no part of the answer, so that a cut there is none
		const reason = format === "react" ? "results" : "truncated";
		expect(started.events("turn_ended").map((event) => event.reason)).toEqual([reason, "completed"]);
		expect(started.events("retry_scheduled")).toEqual([]);
		expect(model.requests()).toHaveLength(2);
	});

	it("takes a plain answer as the end, after one reminder where calls are text", async () => {
		model.script(format === "native" ? ["It is 42."] : ["Hello there.", "It is 42."]);
		const { task, events } = await startTask({ model, ...variant });
		await task.run();
		const reasons = format === "native" ? ["plain_answer"] : ["reminder", "plain_answer"];
		expect(events("turn_ended").map((event) => event.reason)).toEqual(reasons);
		expect(events("completed")).toMatchObject([{ by: "plain_answer", text: "It is 42." }]);
		expect(events("error")).toEqual([]);
	});

	it("runs nothing that stands in a code fence", async () => {
		const fenced = `Do this:\n\`\`\`\n${say(write("evil.txt", "x")).text || "write_to_file"}\n\`\`\`\n`;
		model.script([fenced, say(complete())]);
		const { task, cwd, events } = await startTask({ model, ...variant });
		await task.run();
		expect(existsSync(join(cwd, "evil.txt"))).toBe(false);
		if (format === "native") return;
		const [reminder] = events("user_message").filter((event) => event.source === "reminder");
		expect(JSON.stringify(reminder?.parts)).toMatch(/write_to_file.*fence/);
	});

	it("goes through 300 steps", { timeout: 120_000 }, async () => {
		const steps = Array.from({ length: 299 }, (_, index) => say(read(`f${index % 7}.txt`)));
		model.script([...steps, say(complete())]);
		const files = Object.fromEntries(
			Array.from({ length: 7 }, (_, index) => [`f${index}.txt`, `file ${index}\n`]),
		);
		const { task, events } = await startTask({ model, ...variant, files });
		await task.run();
		expect(events("tool_finished")).toHaveLength(300);
		expect(events("tool_finished").every((event) => event.status === "ok")).toBe(true);
		expect(model.requests()).toHaveLength(300);
	});
});

const instantClock = { now: () => Date.now(), sleep: () => Promise.resolve() };

describe.each(toolFormats)("limits in %s", (format) => {
	const say = sayIn(format);

	it("refuses the fourth identical call in a row and asks the person with the facts", async () => {
		model.script([
			say(read("a.txt")),
			say(read("a.txt")),
			say(read("a.txt")),
			say(read("a.txt")),
			say(complete()),
		]);
		const started = await startTask({ model, format, files: { "a.txt": "x" } });
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
		model.script([say(read("x1")), say(read("x2")), say(read("x3")), say(complete())]);
		const started = await startTask({ model, format });
		const asked = started.next("limit_asked");
		const running = started.task.run();
		const { limitId, limit } = await asked;
		expect(limit).toBe("mistakes");
		started.task.answerLimit(limitId, "stop");
		await running;
		expect(started.task.events().at(-1)?.type).toBe("aborted");
	});

	it("asks at the limit of requests, and goes on for as many again", async () => {
		model.script([say(read("a")), say(read("b")), say(read("a")), say(complete())]);
		const started = await startTask({
			model,
			format,
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

describe.each(toolFormats)("modes and calls in %s", (format) => {
	const say = sayIn(format);

	it("refuses an edit in ask mode, saying what is possible", async () => {
		model.script([say(write("a.txt", "x")), say(complete())]);
		const { task, cwd, events } = await startTask({ model, format, mode: "ask" });
		await task.run();
		expect(existsSync(join(cwd, "a.txt"))).toBe(false);
		expect(events("tool_finished")[0]).toMatchObject({
			status: "error",
			error: { code: "tool_not_allowed" },
		});
	});

	it("changes and runs nothing in a workspace that is not trusted, but reads", async () => {
		model.script(
			[read("a.txt"), write("b.txt", "x"), run("touch evil"), complete()].map((each) => say(each)),
		);
		const started = await startTask({ model, format, files: { "a.txt": "x" } });
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
		model.script(
			[write("a.txt", "x"), write("a.md/../b.txt", "x"), write("plan.md", "x"), complete()].map((each) =>
				say(each),
			),
		);
		const { task, cwd, events } = await startTask({ model, format, mode: "architect" });
		await task.run();
		expect(events("tool_finished").map((event) => event.status)).toEqual(["error", "error", "ok", "ok"]);
		expect(existsSync(join(cwd, "b.txt"))).toBe(false);
	});

	it("switches the mode on the model's wish and gates the next call by it", async () => {
		model.script([say(call("switch_mode", { mode_slug: "ask" })), say(write("a.txt", "x")), say(complete())]);
		const { task, events } = await startTask({ model, format });
		await task.run();
		expect(events("mode_switched")).toMatchObject([{ from: "code", to: "ask" }]);
		expect(events("tool_finished")[1]).toMatchObject({ status: "error" });
		expect(events("prompt_set")).toHaveLength(2);
	});

	it("asks a question and sends the answer back; a queued message does not answer it", async () => {
		const question = call("ask_followup_question", { question: "Which?", follow_up: ["red", "blue"] });
		model.script([say(question), say(complete())]);
		const started = await startTask({ model, format });
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
		model.script([say(complete("first")), say(complete("second"))]);
		const { task, events } = await startTask({ model, format });
		await task.run();
		task.send([{ type: "text", text: "not quite" }]);
		await task.run();
		expect(events("completed").map((event) => event.text)).toEqual(["first", "second"]);
		expect(JSON.stringify(model.requests()[1]?.body)).toContain("not quite");
	});
});

/** Cache markers move from request to request by design; everything else must stand still. */
function withoutCacheMarkers(body: Record<string, unknown>): Record<string, unknown> {
	return JSON.parse(
		JSON.stringify(body, (key, value: unknown) => (key === "cache_control" ? undefined : value)),
	) as Record<string, unknown>;
}
