import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../unit/support/tempDir";
import { type MockModel, startMockModel } from "../support/mockModel";
import { jsonEvents, kiln } from "../support/runKiln";
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

/** Starts a task in `cwd` and says which one it is. */
async function start(
	...args: readonly string[]
): Promise<{ taskId: string; code: number | null; stderr: string }> {
	const address = ["--provider", "openai", "--base-url", model.openaiBaseUrl, "--model", "m"];
	const { code, stdout, stderr } = await kiln(
		["--cwd", cwd, "--storage", storage, ...address, "--json", ...args, "do it"],
		key,
	);
	return { taskId: jsonEvents(stdout)[0]?.taskId ?? "", code, stderr };
}

const goOn = (taskId: string, ...args: readonly string[]) =>
	kiln(["--storage", storage, "--json", "--continue", taskId, ...args], key);
const isLocked = (taskId: string) => existsSync(join(storage, "tasks", taskId, "lock"));
const lastRequest = () => JSON.stringify(model.requests().at(-1)?.body);

const edit =
	"<apply_diff>\n<path>a.txt</path>\n<diff>\n<<<<<<< SEARCH\nalpha\n=======\nbeta\n>>>>>>> REPLACE\n</diff>\n</apply_diff>";

describe("--approve", () => {
	it("is for the call that the task stopped at, never for a later one", async () => {
		model.script([edit, run("echo hi > made.txt"), complete()]);
		const { taskId, code } = await start();
		expect(code).toBe(2);
		writeFileSync(join(cwd, "a.txt"), "something else\n");
		const second = await goOn(taskId, "--approve");
		expect(second.code).toBe(2);
		expect(second.stderr).toContain("your answer was not used");
		expect(existsSync(join(cwd, "made.txt"))).toBe(false);
		expect(jsonEvents(second.stdout).filter((event) => event.type === "approval_given")).toEqual([]);
		expect(isLocked(taskId)).toBe(false);
	});

	it("is for all that its call asks: to look and to write", async () => {
		writeTree(cwd, { ".env": "A=1\n" });
		model.script([write(".env", "A=2"), complete()]);
		const { taskId, code } = await start();
		expect(code).toBe(2);
		const second = await goOn(taskId, "--approve");
		expect(second).toMatchObject({ code: 0, stderr: "" });
		expect(readFileSync(join(cwd, ".env"), "utf8").trim()).toBe("A=2");
		const given = jsonEvents(second.stdout).filter((event) => event.type === "approval_given");
		expect(given.length).toBeGreaterThan(1);
	});

	it("is not for a limit that comes afterwards", async () => {
		model.script([write("b.txt", "x"), complete()]);
		const { taskId } = await start();
		const second = await goOn(taskId, "--approve", "--max-requests", "1");
		expect(second.code).toBe(2);
		expect(readFileSync(join(cwd, "b.txt"), "utf8")).toContain("x");
		expect(second.stderr).toContain(`--continue ${taskId}`);
		expect(second.stderr).not.toContain("--approve");
		expect(model.requests()).toHaveLength(1);
		expect(isLocked(taskId)).toBe(false);
	});

	it("is refused for a question, and the task is let go of", async () => {
		model.script(["<ask_followup_question>\n<question>Which?</question>\n</ask_followup_question>"]);
		const { taskId } = await start();
		const second = await goOn(taskId, "--approve");
		expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining("no approval") });
		expect(isLocked(taskId)).toBe(false);
		// without an answer it only asks again
		expect((await goOn(taskId)).code).toBe(2);
	});
});

describe("a limit", () => {
	const atLimit = async () => {
		model.script([read("a.txt")]);
		const started = await start("--max-requests", "1");
		expect(started.code).toBe(2);
		expect(started.stderr).not.toContain("--approve");
		return started.taskId;
	};
	const limits = ["--max-requests", "1"];

	it("is passed with the message as guidance", async () => {
		const taskId = await atLimit();
		model.script([complete()]);
		const second = await goOn(taskId, "look at b", ...limits);
		expect(second).toMatchObject({ code: 0, stderr: "" });
		const events = jsonEvents(second.stdout);
		expect(events.find((event) => event.type === "limit_answered")).toMatchObject({ decision: "continue" });
		expect(events.find((event) => event.type === "user_message")).toMatchObject({ source: "guidance" });
		expect(lastRequest()).toContain("look at b");
	});

	it("is passed with --approve, once", async () => {
		const taskId = await atLimit();
		model.script([read("a.txt"), complete()]);
		expect((await goOn(taskId, "--approve", ...limits)).code).toBe(2);
		expect(model.requests()).toHaveLength(2);
	});

	it("only asks again without an answer", async () => {
		const taskId = await atLimit();
		expect((await goOn(taskId, ...limits)).code).toBe(2);
		expect(model.requests()).toHaveLength(1);
	});

	it("stops the task with --deny", async () => {
		const taskId = await atLimit();
		const second = await goOn(taskId, "--deny", ...limits);
		expect(second.code).toBe(130);
		expect(jsonEvents(second.stdout).find((event) => event.type === "limit_answered")).toMatchObject({
			decision: "stop",
		});
		expect(model.requests()).toHaveLength(1);
	});

	it("that is raised meanwhile is not asked again: --deny goes no further, a message reaches the model", async () => {
		const taskId = await atLimit();
		expect((await goOn(taskId, "--deny")).code).toBe(130);
		expect(model.requests()).toHaveLength(1);
		expect(isLocked(taskId)).toBe(false);
		model.script([complete()]);
		expect((await goOn(taskId, "look at b")).code).toBe(0);
		expect(lastRequest()).toContain("look at b");
	});
});

describe("what --continue takes from the task", () => {
	it("the folder: what lies beside it stays outside", async () => {
		model.script(["Which?", "Which?"]);
		const { taskId } = await start();
		const parent = join(cwd, "..");
		const other = await goOn(taskId, "--cwd", parent, "go on");
		expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining(cwd) });
		expect(isLocked(taskId)).toBe(false);
		model.script([write("b.txt", "x"), read(join(process.cwd(), "package.json"))]);
		const second = await goOn(taskId, "--auto-approve", "read,write", "go on");
		expect(existsSync(join(cwd, "b.txt"))).toBe(true);
		// the folder that Kiln is called from is not the task's
		expect(second.code).toBe(2);
	});

	it("and says so when the folder is gone", async () => {
		model.script(["Which?", "Which?"]);
		const { taskId } = await start();
		rmSync(cwd, { recursive: true });
		const second = await goOn(taskId, "go on");
		expect(second).toMatchObject({ code: 1, stderr: expect.stringMatching(/no longer exists/) });
	});

	it("the base URL: the conversation goes to the server that had it", async () => {
		model.script(["Which?", "Which?"]);
		const { taskId } = await start();
		const before = model.requests().length;
		model.script([complete()]);
		expect((await goOn(taskId, "go on")).code).toBe(0);
		expect(model.requests()).toHaveLength(before + 1);
	});
});

describe("a task that cannot be continued", () => {
	it("is let go of", async () => {
		model.script(["Which?", "Which?"]);
		const { taskId } = await start();
		const second = await goOn(taskId, "--mode", "cooking", "go on");
		expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining("cooking") });
		expect(isLocked(taskId)).toBe(false);
	});
});
