import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Task } from "@core/task/Task";
import { type ToolFormatName, toolFormats } from "@shared/settings";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../support/mockModel";
import { calls, sayIn } from "../support/scriptedCalls";
import { autoAll, createDeps, type StartedTask, startTask, watch, wireFormats } from "../support/startTask";

const { complete, read, run, write } = calls;
let model: MockModel;

beforeEach(async () => {
	model = await startMockModel();
});
afterEach(() => model.stop());

const statuses = ({ events }: StartedTask) => events("tool_finished").map((event) => event.status);
const bodyOf = (index: number) => model.requests()[index]?.body ?? {};
const instantClock = { now: () => Date.now(), sleep: () => Promise.resolve() };

describe("one call a message in xml", () => {
	const say = sayIn("xml");

	it("runs one call a message and tells the model about the second", async () => {
		model.script([say(read("a.txt"), "\n", run("touch evil")), say(complete())]);
		const { task, cwd, events } = await startTask({ model, files: { "a.txt": "x" } });
		await task.run();
		expect(events("tool_finished").map((event) => event.status)).toEqual(["ok", "skipped", "ok"]);
		expect(existsSync(join(cwd, "evil"))).toBe(false);
	});

	it("names a stray tag in a call instead of running half of it", async () => {
		model.script(["<read_file>\n<path>a.txt</path>\n<pth>b</pth>\n</read_file>", say(complete())]);
		const { task, events } = await startTask({ model, files: { "a.txt": "x" } });
		await task.run();
		expect(events("tool_finished")[0]).toMatchObject({
			status: "error",
			error: { code: "malformed_call", message: expect.stringContaining("pth") },
		});
	});
});

describe.each(["xml", "native"] as const)("several calls a message in %s", (format) => {
	const say = sayIn(format);

	it("refuses a completion in the same message as an effect, and skips what follows a denial", async () => {
		model.script([
			say(run("true"), "\n", complete()),
			say(run("false-command"), "\n", run("touch evil")),
			say(complete()),
		]);
		const started = await startTask({
			model,
			format,
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

	it("runs reads and writes in their order", async () => {
		model.script([
			say(write("a.txt", "one"), "\n", run("cat a.txt"), "\n", write("a.txt", "two")),
			say(complete()),
		]);
		const started = await startTask({
			model,
			format,
			settings: { autoApprove: autoAll, toolCallsPerMessage: "many" },
		});
		await started.task.run();
		expect(statuses(started)).toEqual(["ok", "ok", "ok", "ok"]);
		expect(JSON.stringify(started.events("tool_finished")[1]?.result)).toContain("one");
		expect(readFileSync(join(started.cwd, "a.txt"), "utf8")).toBe("two");
	});
});

interface WireMessage {
	readonly role: string;
	readonly content?: unknown;
	readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly arguments: string } }[];
	readonly tool_call_id?: string;
}
interface WireBlock {
	readonly type: string;
	readonly id?: string;
	readonly tool_use_id?: string;
	readonly input?: unknown;
	readonly is_error?: boolean;
}

const messagesOf = (index: number) => bodyOf(index).messages as readonly WireMessage[];
const blocksOf = (message: WireMessage | undefined) =>
	(Array.isArray(message?.content) ? message.content : []) as readonly WireBlock[];

/** Ids of the calls of each answer and of the results right behind it, as they stand on the wire. */
function pairs(messages: readonly WireMessage[]): { calls: string[]; results: string[] }[] {
	return messages.flatMap((message, index) => {
		if (message.role !== "assistant") return [];
		const uses = blocksOf(message).filter((block) => block.type === "tool_use");
		const ids = [...(message.tool_calls ?? []).map(({ id }) => id), ...uses.map(({ id = "" }) => id)];
		const behind = messages.slice(index + 1);
		const tools = behind.slice(0, behind.findIndex(({ role }) => role !== "tool") >>> 0);
		const results = blocksOf(behind[0]).flatMap(({ tool_use_id: id }) => (id === undefined ? [] : [id]));
		return ids.length === 0
			? []
			: [{ calls: ids, results: [...tools.map((each) => each.tool_call_id ?? ""), ...results] }];
	});
}

describe.each(wireFormats)("native calls over %s", (wire) => {
	const say = sayIn("native");
	const settings = { autoApprove: autoAll };

	it("offers the tools as schemas, and the prompt without a catalogue", async () => {
		model.script([say(complete())]);
		await (await startTask({ model, wire, format: "native" })).task.run();
		const tools = bodyOf(0).tools as { name?: string; function?: { name: string } }[];
		expect(tools.map((tool) => tool.name ?? tool.function?.name)).toContain("read_file");
		expect(JSON.stringify(bodyOf(0).messages) + JSON.stringify(bodyOf(0).system)).not.toContain(
			"## read_file",
		);
	});

	it("runs several calls of one message and pairs their results, over several turns", async () => {
		model.script([
			say("I look.", read("a.txt"), read("missing.txt"), run("true")),
			say(read("a.txt")),
			say(complete()),
		]);
		const started = await startTask({ model, wire, format: "native", files: { "a.txt": "alpha" }, settings });
		await started.task.run();
		// reads may overtake each other
		expect([...statuses(started)].sort()).toEqual(["error", "ok", "ok", "ok", "ok"]);
		const found = pairs(messagesOf(2));
		expect(found.map(({ calls: made }) => made.length)).toEqual([3, 1]);
		for (const { calls: made, results } of found) expect(results).toEqual(made);
		const ids = found.flatMap(({ calls: made }) => made);
		expect(new Set(ids).size).toBe(4);
		for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
	});

	it("refuses arguments that are no whole JSON, and sends nothing back that a server would refuse", async () => {
		const args = JSON.stringify(write("a.txt", "half of it").params);
		// what aimock is to write must be JSON; the proxy leaves the end out
		model.script([
			{ ...say("I write.", write("a.txt", "half of it")), chunkSize: 1, keptCallPieces: 30 },
			say(complete()),
		]);
		const started = await startTask({ model, wire, format: "native", settings });
		await started.task.run();
		expect(existsSync(join(started.cwd, "a.txt"))).toBe(false);
		expect(started.events("tool_finished")[0]).toMatchObject({
			status: "error",
			error: { code: "malformed_call", message: expect.stringContaining("incomplete") },
		});
		expect(started.events("tool_called")[0]?.call.source).toBe(args.slice(0, 30));
		const answer = messagesOf(1).find(({ role }) => role === "assistant");
		if (wire === "openai") expect(answer?.tool_calls?.[0]?.function.arguments).toBe("{}");
		else expect(blocksOf(answer).find(({ type }) => type === "tool_use")?.input).toEqual({});
		expect(JSON.stringify(messagesOf(1).at(-1)) + JSON.stringify(messagesOf(1))).toContain("incomplete");
	});

	it("goes on after a stream that was cut behind a whole call: the cut one is refused", async () => {
		const first = write("a.txt", "x");
		const pieces = JSON.stringify(first.params).length;
		model.script([
			{ ...say(first, write("b.txt", "y")), chunkSize: 1, cutAfterCallPieces: pieces + 12 },
			say(complete()),
		]);
		const started = await startTask({
			model,
			wire,
			format: "native",
			settings,
			host: { clock: instantClock },
		});
		await started.task.run();
		expect(statuses(started)).toEqual(["ok", "error", "ok"]);
		expect(existsSync(join(started.cwd, "b.txt"))).toBe(false);
		const [{ calls: made, results } = { calls: [], results: [] }] = pairs(messagesOf(1));
		expect(made).toHaveLength(2);
		expect([...results].sort()).toEqual([...made].sort());
	});

	it("gives a call that Stop interrupted a result before it goes on", async () => {
		model.script([say(write("a.txt", "x")), say(complete())]);
		const reads = { autoApprove: { kinds: { read: { inside: true } } } };
		const started = await startTask({ model, wire, format: "native", settings: reads });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		await asked;
		await started.task.stop("Stopped.");
		await running;
		started.task.send([{ type: "text", text: "go on" }]);
		await started.task.run();
		const [{ calls: made, results } = { calls: [], results: [] }] = pairs(messagesOf(1));
		expect(results).toEqual(made);
		expect(made).toHaveLength(1);
	});
});

describe.each(wireFormats)("ReAct over %s", (wire) => {
	it("asks the server to stop before an observation", async () => {
		model.script([sayIn("react")(complete())]);
		await (await startTask({ model, wire, format: "react" })).task.run();
		const body = bodyOf(0);
		expect(wire === "openai" ? body.stop : body.stop_sequences).toEqual(["\nObservation:"]);
	});

	it("drops what the model makes up behind its action, and keeps the usage", async () => {
		const madeUp =
			'\nObservation: It says beta.\nThought: done\nAction: execute_command(command="touch evil")\n';
		const usage =
			wire === "openai"
				? { prompt_tokens: 10, completion_tokens: 5 }
				: { input_tokens: 10, output_tokens: 5 };
		const text = `Thought: I read.\nAction: read_file(path="a.txt")${madeUp.repeat(3)}`;
		model.script([{ text, usage }, "Final Answer: It says alpha."]);
		const started = await startTask({ model, wire, format: "react", files: { "a.txt": "alpha" } });
		await started.task.run();
		expect(statuses(started)).toEqual(["ok", "ok"]);
		expect(existsSync(join(started.cwd, "evil"))).toBe(false);
		const sent = JSON.stringify(messagesOf(1));
		expect(sent).not.toContain("beta");
		expect(sent).toContain("Observation: [read_file for 'a.txt'] Result:");
		expect(started.events("usage")[0]?.usage).toMatchObject({ inputTokens: 10, outputTokens: 5 });
		expect(started.events("completed")).toMatchObject([{ by: "tool", text: "It says alpha." }]);
	});

	it("waits only so long for a server that does not stop", async () => {
		const text = 'Action: read_file(path="a.txt")\nObservation: and so on';
		model.script([{ text, cutAfterChars: text.length, hang: true }, sayIn("react")(complete())]);
		const started = await startTask({
			model,
			wire,
			format: "react",
			files: { "a.txt": "alpha" },
			host: { clock: instantClock },
		});
		await started.task.run();
		expect(started.events("turn_ended").map((event) => event.reason)).toEqual(["results", "completed"]);
		expect(started.events("retry_scheduled")).toEqual([]);
	});
});

describe("a task that goes on in another format", () => {
	const changes = toolFormats.flatMap((from) =>
		toolFormats.filter((to) => to !== from).flatMap((to) => wireFormats.map((wire) => ({ from, to, wire }))),
	);

	async function begin(from: ToolFormatName, wire: (typeof wireFormats)[number]): Promise<StartedTask> {
		const say = sayIn(from);
		model.script([
			say("I look.\n", read("a.txt")),
			say(write("b.txt", "one\ntwo")),
			say(read("missing.txt")),
			say(complete("First.")),
		]);
		const started = await startTask({ model, wire, format: from, files: { "a.txt": "alpha" } });
		await started.task.run();
		await started.task.suspend();
		return started;
	}

	it.each(changes)("from $from to $to over $wire", async ({ from, to, wire }) => {
		const first = await begin(from, wire);
		const deps = createDeps({ model, wire, format: to, cwd: first.cwd, storage: first.storage });
		const task = await Task.open(deps, first.task.taskId);
		const second = watch(task, deps, first.cwd, first.storage);
		const say = sayIn(to);
		model.script([say("Again.\n", read("b.txt")), say(complete("Second."))]);
		task.send([{ type: "text", text: "once more" }]);
		await task.run();
		expect(second.events("completed").map((event) => event.text)).toEqual(["First.", "Second."]);
		const messages = messagesOf(5);
		const sent = JSON.stringify(messages);
		for (const text of ["I look.", "alpha", "First.", "once more", "Again."]) expect(sent).toContain(text);
		const found = pairs(messages);
		expect(found).toHaveLength(to === "native" ? 5 : 0);
		for (const { calls: made, results } of found) expect(results).toEqual(made);
		expect(sent.includes("<write_to_file>")).toBe(to === "xml");
		expect(sent.includes("Action: write_to_file(")).toBe(to === "react");
		await task.suspend();
	});
});
