import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../unit/support/tempDir";
import { type MockModel, startMockModel } from "../support/mockModel";
import { jsonEvents, kiln, startKiln } from "../support/runKiln";
import { complete, read, run, write } from "../support/startTask";

let model: MockModel;
let cwd: string;
let storage: string;

beforeEach(async () => {
	model = await startMockModel();
	cwd = createTempDir("kiln-cli");
	storage = join(createTempDir("kiln-storage"), "s");
	writeTree(cwd, { "a.txt": "alpha\n" });
});
afterEach(() => model.stop());

const key = { KILN_API_KEY: "test-key" };
const base = () => [
	"--cwd",
	cwd,
	"--storage",
	storage,
	"--provider",
	"openai",
	"--base-url",
	model.openaiBaseUrl,
	"--model",
	"m",
];

describe("kiln --json", () => {
	it("prints each logged event as one line and nothing else, and exits 0", async () => {
		model.script([read("a.txt"), write("b.txt", "x"), complete("ok")]);
		const { code, stdout, stderr } = await kiln([...base(), "--json", "--auto-approve", "all", "do it"], key);
		expect(stderr).toBe("");
		expect(code).toBe(0);
		const events = jsonEvents(stdout);
		expect(events[0]?.type).toBe("task_created");
		expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index));
		expect(new Set(events.map((event) => event.taskId)).size).toBe(1);
		const onDisk = readFileSync(join(storage, "tasks", events[0]?.taskId ?? "", "events.jsonl"), "utf8");
		expect(jsonEvents(onDisk)).toEqual(events);
		expect(readFileSync(join(cwd, "b.txt"), "utf8")).toBe("x");
		expect(onDisk).not.toContain("test-key");
	});

	it("ends a plain answer with 0", async () => {
		model.script(["It is 4.", "It is 4."]);
		const { code, stdout } = await kiln([...base(), "--json", "what is 2+2"], key);
		expect(code).toBe(0);
		expect(jsonEvents(stdout).at(-1)).toMatchObject({ type: "completed", by: "plain_answer" });
	});
});

describe("a question without a terminal", () => {
	it("exits 2 and goes on with --approve", async () => {
		model.script([write("b.txt", "x"), complete()]);
		const first = await kiln([...base(), "--json", "do it"], key);
		expect(first.code).toBe(2);
		expect(existsSync(join(cwd, "b.txt"))).toBe(false);
		const taskId = jsonEvents(first.stdout)[0]?.taskId ?? "";
		expect(first.stderr).toContain(`--continue ${taskId}`);
		const second = await kiln([...base(), "--json", "--continue", taskId, "--approve"], key);
		expect(second.code).toBe(0);
		expect(readFileSync(join(cwd, "b.txt"), "utf8")).toBe("x");
		const onDisk = readFileSync(join(storage, "tasks", taskId, "events.jsonl"), "utf8");
		expect(jsonEvents(onDisk)).toEqual([...jsonEvents(first.stdout), ...jsonEvents(second.stdout)]);
	});

	it("goes on with --deny and the message as feedback", async () => {
		model.script([write("b.txt", "x"), complete()]);
		const first = await kiln([...base(), "--json", "do it"], key);
		const taskId = jsonEvents(first.stdout)[0]?.taskId ?? "";
		const second = await kiln([...base(), "--json", "--continue", taskId, "rather c.txt", "--deny"], key);
		expect(second.code).toBe(0);
		expect(existsSync(join(cwd, "b.txt"))).toBe(false);
		expect(JSON.stringify(model.requests()[1]?.body)).toContain("rather c.txt");
	});

	it("asks on although everything inside is approved when the target is outside or protected", async () => {
		model.script([write("../outside.txt", "x")]);
		expect((await kiln([...base(), "--auto-approve", "all", "do it"], key)).code).toBe(2);
		model.script([write(".vscode/settings.json", "{}")]);
		expect((await kiln([...base(), "--auto-approve", "all", "do it"], key)).code).toBe(2);
	});

	it("answers a model's question with the message", async () => {
		model.script([
			"<ask_followup_question>\n<question>Which?</question>\n</ask_followup_question>",
			complete(),
		]);
		const first = await kiln([...base(), "--json", "do it"], key);
		expect(first.code).toBe(2);
		const taskId = jsonEvents(first.stdout)[0]?.taskId ?? "";
		const second = await kiln([...base(), "--continue", taskId, "the red one"], key);
		expect(second.code).toBe(0);
		expect(JSON.stringify(model.requests()[1]?.body)).toContain("the red one");
	});

	it("exits 2 at the limit of requests", async () => {
		model.script([read("a.txt"), complete()]);
		expect((await kiln([...base(), "--max-requests", "1", "do it"], key)).code).toBe(2);
		expect(model.requests()).toHaveLength(1);
	});
});

describe("commands", () => {
	it("run by a word-wise rule only", async () => {
		model.script([run("cat a.txt"), run("cat a.txt > b.txt"), complete()]);
		const result = await kiln([...base(), "--json", "--allow-command", "cat", "do it"], key);
		expect(result.code).toBe(2);
		const events = jsonEvents(result.stdout);
		expect(events.filter((event) => event.type === "tool_finished")).toMatchObject([{ status: "ok" }]);
		expect(existsSync(join(cwd, "b.txt"))).toBe(false);
	});
});

describe("Stop", () => {
	it("exits 130 on Ctrl+C and leaves a task that can be continued", async () => {
		model.script([{ hang: true }, complete()]);
		const started = startKiln([...base(), "--json", "do it"], key);
		await new Promise<void>((resolve) => {
			started.child.stdout.on("data", () => {
				if (started.stdout().includes('"request_started"')) resolve();
			});
		});
		started.child.kill("SIGINT");
		const { code, stdout } = await started.done;
		expect(code).toBe(130);
		const taskId = jsonEvents(stdout)[0]?.taskId ?? "";
		expect((await kiln([...base(), "--continue", taskId, "go on"], key)).code).toBe(0);
	});
});

describe("bad input", () => {
	it.each([
		["an unknown flag", ["--nonsense", "x"], /--nonsense/],
		["no task", [], /no task/i],
		["an unknown kind", ["--auto-approve", "reed", "x"], /reed/],
		["a bad number", ["--max-cost", "-1", "x"], /--max-cost/],
		["an unknown mode", ["--mode", "cooking", "x"], /cooking/],
		["an unknown task", ["--continue", "nope", "x"], /nope/],
		["a task id that is a path", ["--continue", "../../etc", "x"], /\.\.\/\.\.\/etc/],
		["a bad URL", ["--base-url", "not a url", "x"], /base URL/],
	])("names %s on stderr and exits 1", async (_name, args, pattern) => {
		const { code, stdout, stderr } = await kiln([...base(), "--json", ...args], key);
		expect(code).toBe(1);
		expect(stderr).toMatch(pattern);
		expect(() => jsonEvents(stdout)).not.toThrow();
	});

	it("says what to do when the key is missing", async () => {
		const { code, stderr } = await kiln([
			"--cwd",
			cwd,
			"--storage",
			storage,
			"--provider",
			"anthropic",
			"--model",
			"m",
			"x",
		]);
		expect(code).toBe(1);
		expect(stderr).toMatch(/key/i);
	});

	it("names a workspace that is none and a storage that cannot be written", async () => {
		writeFileSync(join(cwd, "file"), "");
		const noFolder = await kiln([...base(), "--cwd", join(cwd, "missing"), "x"], key);
		expect(noFolder).toMatchObject({ code: 1, stderr: expect.stringContaining("missing") });
		const noStorage = await kiln([...base(), "--storage", join(cwd, "file", "s"), "x"], key);
		expect(noStorage).toMatchObject({ code: 1, stderr: expect.stringContaining("storage") });
	});

	it("names a refused key without showing it", async () => {
		model.script([{ status: 401, text: "Incorrect API key provided: test-key" }]);
		const { code, stdout, stderr } = await kiln([...base(), "--json", "x"], key);
		expect(code).toBe(1);
		expect(stderr + stdout).not.toContain("test-key");
		expect(
			jsonEvents(stdout).some((event) => event.type === "error" && event.error.code === "provider_auth"),
		).toBe(true);
	});
});

describe("the demo", () => {
	it("plays the recording through the real engine and tools", async () => {
		const result = await kiln([
			"--cwd",
			cwd,
			"--storage",
			storage,
			"--provider",
			"replay",
			"--model",
			"demo",
			"--json",
			"--auto-approve",
			"all",
			"Play the demo.",
		]);
		expect(result.stderr).toBe("");
		expect(result.code).toBe(0);
		expect(
			jsonEvents(result.stdout).filter((event) => event.type === "tool_finished" && event.status !== "ok"),
		).toEqual([]);
	});
});
