import { rmSync } from "node:fs";
import { join } from "node:path";
import { decide } from "@core/approval/ApprovalPolicy";
import { resolveEffects } from "@core/approval/resolvePath";
import { ReadCommandOutputTool } from "@core/tools/command/ReadCommandOutputTool";
import type { CommandHandle, CommandRequest } from "@services/terminal/CommandStore";
import { createCommandStore } from "@services/terminal/createCommandStore";
import { autoApproveSchema } from "@shared/settings";
import { beforeEach, describe, expect, it } from "vitest";
import { isAlive, pidsIn, waitForOutput } from "../../../services/terminal/support/testStore";
import { createTempDir } from "../../../support/tempDir";
import { parseParams, runTool, type TestTask } from "../support/testTask";
import { createCommandTask, untilSleeping } from "./support";

const tool = new ReadCommandOutputTool();
let task: TestTask;

beforeEach(() => {
	task = createCommandTask();
});

function start(command: string, more: Partial<CommandRequest> = {}, inTask = task): Promise<CommandHandle> {
	return inTask.commands.start({ command, cwd: inTask.cwd, ...more });
}

/** Runs a command to its end; `keepChars` is small, so that its output goes to a file. */
async function finish(
	command: string,
	more: Partial<CommandRequest> = { keepChars: 1000 },
): Promise<CommandHandle> {
	const handle = await start(command, more);
	await handle.finished;
	return handle;
}

async function read(params: Record<string, unknown> = {}, inTask = task): Promise<string> {
	return (await runTool(tool, { id: "cmd-1", ...params }, inTask)).text;
}

/** Numbered lines of a result. */
function linesIn(text: string): string[] {
	return text.split("\n").filter((line) => /^\d+ \| /.test(line));
}

describe("a page", () => {
	it("is as long as one result of execute_command, and says how to go on", async () => {
		await finish("seq 1 1200");
		const text = await read();
		expect(text).toMatch(/^Exit code 0 after .*\nLines 1-500 of 1200:\n1 \| 1\n2 \| 2\n/);
		expect(text).toMatch(/\n500 \| 500\n\(Go on with offset 501\.\)$/);
		expect(await read({ offset: "501" })).toMatch(/Lines 501-1000 of 1200:\n501 \| 501\n/);
		const last = await read({ offset: 1001 });
		expect(last).toMatch(/\n1200 \| 1200$/);
		expect(linesIn(last)).toHaveLength(200);
	});

	it("is as wide as the limits allow", async () => {
		task = createCommandTask({ settings: { command: { maxOutputLines: 500, maxOutputBytes: 2000 } } });
		await finish("for i in 1 2 3 4 5; do head -c 800 /dev/zero | tr '\\0' $i; echo; done");
		expect(await read()).toMatch(/Lines 1-2 of 5:[\s\S]*\(Go on with offset 3\.\)$/);
		expect(await read({ offset: 3 })).toMatch(/Lines 3-4 of 5:/);
	});

	it("of a short output comes from memory", async () => {
		await finish("echo one; printf two", {});
		expect(await read()).toMatch(/\nLines 1-2 of 2:\n1 \| one\n2 \| two$/);
	});

	it("counts from the end when offset is negative", async () => {
		await finish("seq 1 1000");
		expect(await read({ offset: -3 })).toMatch(
			/Lines 998-1000 of 1000:\n998 \| 998\n999 \| 999\n1000 \| 1000$/,
		);
		expect(await read({ offset: -5000 })).toContain("Lines 1-500 of 1000:");
	});

	it("behind the end says where that is", async () => {
		await finish("seq 1 10");
		expect(await read({ offset: 11 })).toContain("Nothing at line 11: there are 10 lines so far.");
		await finish("true");
		expect(await read({ id: "cmd-2" })).toContain("No output so far.");
	});

	it("cuts lines that are longer than a page", async () => {
		await finish("head -c 300000 /dev/zero | tr '\\0' x");
		expect((await read()).length).toBeLessThan(11_000);
		expect(await read()).toContain("[line cut: 300000 characters long]");
	});

	it("shows a command that runs up to the line that is open, and that is not told again", async () => {
		const handle = await start("seq 1 2000; printf 'Name: '; sleep 300", { keepChars: 1000 });
		await waitForOutput(handle, "Name: ");
		expect(await read({ offset: 2000 })).toMatch(
			/^cmd-1 is running\.\nLines 2000-2001 of 2001:\n2000 \| 2000\n2001 \| Name: $/,
		);
		expect(handle.takeNewOutput()).toBe("");
	});

	it("says what is missing in the store", async () => {
		const dir = join(createTempDir(), "commands");
		const commands = createCommandStore({ dir, host: task.host, maxLogChars: 5000 });
		task = createCommandTask({ commands });
		await finish("seq 1 5000");
		expect(await read({ offset: 2 })).toMatch(/\(Note: only the first 5000 characters are stored\.\)$/);
		rmSync(dir, { recursive: true });
		await expect(read()).rejects.toMatchObject({
			code: "io_error",
			message: expect.stringContaining("stored output of cmd-1 cannot be read"),
		});
	});

	it("comes from an earlier session, too", async () => {
		const dir = join(createTempDir(), "commands");
		const before = createCommandStore({ dir, host: task.host });
		await (await before.start({ command: "seq 1 500", cwd: task.cwd, keepChars: 100 })).finished;
		await before.dispose();
		task = createCommandTask({ commands: createCommandStore({ dir, host: task.host }) });
		expect(await read({ offset: 499 })).toBe(
			"cmd-1 ran before this task was resumed; its stored output:\nLines 499-500 of 500:\n499 | 499\n500 | 500",
		);
	});
});

describe("search", () => {
	it("shows matching lines with their numbers", async () => {
		await finish("seq 1 1000; echo 'Error: x'");
		expect(await read({ search: "^99\\d$" })).toMatch(/\n10 lines match:\n990 \| 990\n/);
		expect(await read({ search: "(?i)error", offset: 1000 })).toMatch(/\n1 line matches:\n1001 \| Error: x$/);
		expect(await read({ search: "^7$", offset: 8 })).toContain("No line matches ^7$.");
	});

	it("takes what is no regex as plain text", async () => {
		await finish("echo 'call f(x'; echo other", {});
		expect(await read({ search: "f(x" })).toMatch(/1 line matches \(as plain text: .*\):\n1 \| call f\(x$/);
		expect(await read({ search: "-x" })).toContain("No line matches -x.");
	});

	it("is bounded, and says how to go on", async () => {
		await finish("seq 1 100000");
		const text = await read({ search: "1" });
		expect(text).toContain("200+ lines match:");
		const lines = linesIn(text);
		expect(lines).toHaveLength(200);
		const next = Number(/offset (\d+)\.\)$/.exec(text)?.[1]);
		expect(next).toBe(Number.parseInt(lines.at(-1) ?? "", 10) + 1);
		expect(linesIn(await read({ search: "1", offset: next }))).toHaveLength(200);
	});

	it("cuts long lines", async () => {
		await finish("head -c 100000 /dev/zero | tr '\\0' x");
		const text = await read({ search: "x" });
		expect(text).toMatch(/\n1 \| x{500}… \[line cut\]$/);
	});

	it("is not held up by an expression that hangs others", async () => {
		await finish("head -c 5000 /dev/zero | tr '\\0' a; echo b");
		expect(await read({ search: "^(a+)+$" })).toContain("No line matches");
	});

	it("finds lines that are still open", async () => {
		const handle = await start("printf 'Password: '; sleep 300");
		await waitForOutput(handle, "Password");
		expect(await read({ search: "Pass" })).toContain("1 | Password: ");
	});
});

describe("input", () => {
	it("reaches the command, and its answer comes back", async () => {
		const handle = await start("echo ready; read x; echo got $x", { stdin: "open" });
		await waitForOutput(handle, "ready");
		handle.takeNewOutput();
		const text = await read({ input: "it" });
		expect(text).toContain("New output:\ngot it");
	});

	it("waits a second for an answer, not longer", async () => {
		await start("read x; sleep 300", { stdin: "open" });
		const running = read({ input: "quiet" });
		await untilSleeping(task);
		task.host.clock.advance(1000);
		expect(await running).toBe("cmd-1 is running.\nNo new output.");
		expect(task.host.clock.sleepers).toBe(0);
	});

	it("that is closed is said to be", async () => {
		await start("sleep 300");
		await expect(read({ input: "x" })).rejects.toMatchObject({
			code: "command_failed",
			message: expect.stringContaining("input of cmd-1 is closed"),
		});
	});

	it("is a run effect that shows both the command and the input", async () => {
		await start("bash", { stdin: "open" });
		const params = parseParams(tool, { id: "cmd-1", input: "rm \u202e-r x" });
		const operation = await tool.plan(params, task);
		expect(operation.effects).toEqual([{ kind: "execute", command: "bash\n← rm \u202e-r x", cwd: task.cwd }]);
		expect(operation.effects).toEqual(tool.targets(params, task));
		expect(operation.row).toMatchObject({
			title: "Type into cmd-1",
			body: { kind: "terminal", command: "bash\n← rm ⟨U+202E⟩-r x", cwd: "." },
		});
	});

	it.each(["y", "git push", "", "a\nb"])("%j is never allowed by a rule", async (input) => {
		await start("node", { stdin: "open" });
		const params = { ...parseParams(tool, { id: "cmd-1" }), input };
		const effects = await resolveEffects(tool.targets(params, task), scope());
		const settings = autoApproveSchema.parse({
			kinds: { execute: { inside: true, outside: true } },
			allowCommands: ["*", "node *", "node"],
		});
		expect(decide(effects, settings).answer).toBe("ask");
	});

	it.each([["git push"], ["node"]])("is denied by a rule against %s", async (denied) => {
		await start("node", { stdin: "open" });
		const params = parseParams(tool, { id: "cmd-1", input: "git push --force" });
		const effects = await resolveEffects(tool.targets(params, task), scope());
		expect(decide(effects, autoApproveSchema.parse({ denyCommands: [denied] })).answer).toBe("deny");
	});

	it("is refused when nobody would read all of it", async () => {
		await start("cat", { stdin: "open" });
		await expect(read({ input: "x".repeat(10_001) })).rejects.toMatchObject({ code: "invalid_parameters" });
	});

	function scope() {
		return { cwd: task.cwd, roots: [task.cwd], homeDir: "/home/nobody", storageRoot: "/storage" };
	}
});

describe("kill", () => {
	it("ends the whole tree without asking", async () => {
		const handle = await start("sleep 301 & echo pid=$!; echo pid=$$; wait");
		await waitForOutput(handle, "pid=");
		while (pidsIn(handle.excerpt({ maxLines: 9, maxBytes: 999 }).head).length < 2)
			await new Promise((resolve) => setImmediate(resolve));
		const pids = pidsIn(handle.excerpt({ maxLines: 9, maxBytes: 999 }).head);
		const { operation, text } = await runTool(tool, { id: "cmd-1", kill: "true" }, task);
		expect(operation.effects).toEqual([]);
		expect(text).toMatch(/^The command was ended by SIGTERM after .*\nNew output:\npid=/);
		expect(pids.filter(isAlive)).toEqual([]);
	});

	it("ends what a command has left behind, and only once", async () => {
		const handle = await finish("sleep 301 & echo pid=$!");
		const pids = pidsIn(handle.excerpt({ maxLines: 9, maxBytes: 999 }).head);
		expect(pids.filter(isAlive)).toHaveLength(1);
		expect(await read({ kill: true })).toBe(
			`What cmd-1 had left behind is ended.\nNew output:\npid=${pids[0]}`,
		);
		expect(pids.filter(isAlive)).toEqual([]);
		await expect(read({ kill: true })).rejects.toMatchObject({ message: "cmd-1 has ended." });
	});

	it("says that the command has ended already", async () => {
		await finish("true");
		await expect(read({ kill: true })).rejects.toMatchObject({
			code: "unknown_command",
			message: "cmd-1 has ended.",
			hint: "No command of this task runs.",
		});
	});
});

describe("errors", () => {
	it("list the ids that exist", async () => {
		await expect(read()).rejects.toMatchObject({
			code: "unknown_command",
			hint: "No command of this task has output.",
		});
		await finish("true");
		await finish("seq 1 1000");
		await start("sleep 300");
		await expect(read({ id: "cmd-9" })).rejects.toMatchObject({
			code: "unknown_command",
			message: "There is no output of a command cmd-9.",
			hint: "These exist: cmd-1, cmd-2, cmd-3.",
		});
		await expect(read({ id: "cmd-9", kill: true })).rejects.toMatchObject({ hint: "These run: cmd-3." });
	});

	it.each(["../../etc/passwd", "cmd-1.log", "cmd-1/../cmd-1", ""])("refuse the id %j", async (id) => {
		await finish("seq 1 1000");
		await expect(read({ id })).rejects.toMatchObject({ name: "KilnError" });
	});

	it.each([
		[{ input: "x", kill: true }],
		[{ search: "x", kill: true }],
		[{ offset: 2, input: "x" }],
		[{ offset: "two" }],
		[{ kill: "perhaps" }],
	])("refuse %o", async (params) => {
		await start("sleep 300");
		await expect(read(params)).rejects.toMatchObject({ code: "invalid_parameters" });
	});

	it("stops when the task is aborted", async () => {
		await finish("seq 1 1000");
		const operation = await tool.plan(parseParams(tool, { id: "cmd-1" }), task);
		task.abort();
		await expect(tool.execute(operation, task)).rejects.toMatchObject({ name: "AbortError" });
	});
});

it("says on its card what it does", async () => {
	expect(tool.label({}, "streaming").title).toBe("Read the output of a command");
	expect(tool.label({ id: "cmd-1", kill: true }, "ready").title).toBe("End cmd-1");
	expect(tool.label({ id: "cmd-1", kill: false }, "ready").title).toBe("Read the output of cmd-1");
	await finish("echo out", {});
	const { result } = await runTool(tool, { id: "cmd-1" }, task);
	expect(result.row.body).toMatchObject({ kind: "text", text: expect.stringContaining("1 | out") });
	expect(parseParams(tool, tool.example)).toEqual(tool.example);
	expect(tool.describe().length).toBeLessThan(300);
});
