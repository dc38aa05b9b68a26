import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ExecuteCommandTool } from "@core/tools/command/ExecuteCommandTool";
import { maxRowTextChars } from "@shared/tools";
import { describe, expect, it } from "vitest";
import { parseParams, runTool, type TestTask } from "../support/testTask";
import { createCommandTask, untilSleeping } from "./support";

const tool = new ExecuteCommandTool();

function run(command: string, task: TestTask = createCommandTask(), more: Record<string, unknown> = {}) {
	return runTool(tool, { command, ...more }, task);
}

/** A handle of the only command that runs. */
function onlyCommand(task: TestTask) {
	const [running] = task.commands.running();
	const handle = running && task.commands.get(running.id);
	if (!handle) throw new Error("no command runs");
	return handle;
}

async function untilOutput(task: TestTask, text: string): Promise<void> {
	await untilSleeping(task);
	const handle = onlyCommand(task);
	while (!handle.excerpt({ maxLines: 100, maxBytes: 10_000 }).head.includes(text)) {
		await new Promise((resolve) => setImmediate(resolve));
	}
}

describe("the result for the model", () => {
	it("says exit code, duration, place and output", async () => {
		const { text, result } = await run("echo hello; echo world >&2");
		expect(text).toMatch(/^Exit code 0 after \d+\.\d s in `\.`\.\nOutput:\nhello\nworld$/);
		expect(result.error).toBeUndefined();
		expect(result.next).toBeUndefined();
	});

	it("says a failure first, and it is no tool error", async () => {
		const { text, result } = await run("echo broken; exit 3");
		expect(text).toMatch(/^The command failed: exit code 3 after .* s in `\.`\.\nOutput:\nbroken$/);
		expect(result.error).toBeUndefined();
	});

	it("says a signal, also one that the shell has seen", async () => {
		expect((await run("kill -TERM $$")).text).toMatch(/^The command was ended by SIGTERM after/);
		expect((await run("bash -c 'kill -9 $$'; exit $?")).text).toContain("exit code 137 (as after SIGKILL)");
	});

	it("says that there was no output", async () => {
		expect((await run("true")).text).toMatch(/^Exit code 0 .*\nNo output\.$/);
	});

	it("keeps head and tail of a long output, with the handle", async () => {
		const { text } = await run("seq 1 10000");
		const lines = text.split("\n");
		expect(lines.slice(1, 4)).toEqual(["Output (all of it: read_command_output, id cmd-1):", "1", "2"]);
		expect(lines).toContain("… 9500 lines left out (id cmd-1) …");
		expect(lines.at(-1)).toBe("10000");
		expect(lines).toHaveLength(2 + 500 + 1);
	});

	it("stores what has no room in it", async () => {
		const task = createCommandTask();
		await run("seq 1 501", task);
		await run("seq 1 500", task);
		expect(task.commands.get("cmd-1")?.logPath).toMatch(/cmd-1\.log$/);
		expect(task.commands.get("cmd-2")?.logPath).toBeUndefined();
	});

	it("honours the limits of the settings", async () => {
		const task = createCommandTask({ settings: { command: { maxOutputLines: 10, maxOutputBytes: 200 } } });
		expect((await run("seq 1 100", task)).text).toContain("… 90 lines left out");
		const { text } = await run("head -c 5000 /dev/zero | tr '\\0' x", task);
		expect(text).toContain("… 4800 characters left out (id cmd-2) …");
	});

	it("gets shorter when the window is nearly full", async () => {
		const { text } = await run("seq 1 100000", createCommandTask({ freeContextTokens: 1000 }));
		expect(Buffer.byteLength(text)).toBeLessThan(3300);
	});

	it("says which files of the editor the command did not see", async () => {
		const task = createCommandTask();
		task.host.documents.put(join(task.cwd, "a.ts"), "new", { isDirty: true });
		task.host.documents.put(join(task.cwd, "b.ts"), "saved");
		expect((await run("true", task)).text).toMatch(
			/\n\(The editor has unsaved changes in a\.ts: the command saw what is on disk\.\)$/,
		);
	});

	it("says that a process was left behind", async () => {
		const { text } = await run("sleep 30 & echo started");
		expect(text).toContain("A process that it left behind still runs");
		expect(text).toContain("read_command_output ends it with id cmd-1 and kill.");
	});

	it("runs in the directory that was asked for", async () => {
		const task = createCommandTask();
		mkdirSync(join(task.cwd, "sub dir"));
		const { text, result } = await run("pwd -P", task, { cwd: "sub dir" });
		expect(text).toContain(`in \`sub dir\`.\nOutput:\n${join(realpathSync(task.cwd), "sub dir")}`);
		expect(result.row.body).toMatchObject({ cwd: "sub dir" });
	});

	it("does not wait for input", async () => {
		expect((await run("cat; read x; echo done")).text).toContain("Output:\ndone");
	});
});

describe("parameters", () => {
	it.each([
		["   ", {}, "invalid_parameters"],
		["true", { cwd: "nowhere" }, "path_not_found"],
		["true", { cwd: "file.txt" }, "path_not_directory"],
		["true", { cwd: "dangling" }, "path_not_found"],
		["true", { timeout: 0 }, "invalid_parameters"],
		["true", { timeout: 3601 }, "invalid_parameters"],
		["true", { timeout: "soon" }, "invalid_parameters"],
		["echo a\0b", {}, "invalid_parameters"],
		["", {}, "invalid_parameters"],
	])("refuses %j with %j", async (command, more, code) => {
		const task = createCommandTask();
		writeFileSync(join(task.cwd, "file.txt"), "");
		symlinkSync("nowhere", join(task.cwd, "dangling"));
		await expect(run(command, task, more)).rejects.toMatchObject({ code });
	});

	it("names the directory that does not exist", async () => {
		await expect(run("true", createCommandTask(), { cwd: "no/where" })).rejects.toThrow("no/where");
	});

	it("are what the effect says", async () => {
		const task = createCommandTask();
		const params = parseParams(tool, { command: "make all", cwd: "../x", timeout: "5" });
		expect(tool.targets(params, task)).toEqual([{ kind: "execute", command: "make all", cwd: "../x" }]);
		const whole = parseParams(tool, { command: "make", background: "true" });
		expect(tool.targets(whole, task)).toEqual([{ kind: "execute", command: "make", cwd: task.cwd }]);
		const { operation } = await run("true", task, { timeout: "7" });
		expect(operation.effects).toEqual([{ kind: "execute", command: "true", cwd: task.cwd }]);
		expect(operation.data).toEqual({ command: "true", cwd: task.cwd, timeoutMs: 7000, isBackground: false });
	});
});

describe("a time limit", () => {
	it("lets the command go on in the background, and its end is told later", async () => {
		const task = createCommandTask();
		// a FIFO holds the command until the test opens it
		execFileSync("mkfifo", [join(task.cwd, "gate")]);
		const running = run("echo early; read x < gate; echo late; exit 5", task, { timeout: 2 });
		await untilOutput(task, "early");
		task.host.clock.advance(2000);
		const { text, result } = await running;
		expect(text).toMatch(/^Still running after 2\.0 s, id cmd-1, in `\.`\. /);
		expect(text).toContain("Output so far:\nearly");
		expect(result.row.detail).toBe("running · cmd-1");
		expect(task.commands.takeEnded()).toEqual([]);
		const handle = onlyCommand(task);
		writeFileSync(join(task.cwd, "gate"), "\n");
		expect((await handle.finished).exitCode).toBe(5);
		expect(task.commands.running()).toEqual([]);
		const [ended] = task.commands.takeEnded();
		expect(ended).toBe(handle);
		// what the result has shown is not told again
		expect(ended?.takeNewOutput()).toBe("late\n");
	});

	it("comes from the settings", async () => {
		const task = createCommandTask({ settings: { command: { timeoutMs: 90_000 } } });
		const running = run("sleep 300", task);
		await untilSleeping(task);
		task.host.clock.advance(90_000);
		const { text } = await running;
		expect(text).toMatch(/^Still running after 1 min 30 s/);
		expect(text).toContain("No output so far.");
	});

	it("is a second for a background command, whose input stays open", async () => {
		const task = createCommandTask();
		const running = run("read x; echo got $x", task, { background: true });
		await untilSleeping(task);
		task.host.clock.advance(1000);
		expect((await running).text).toMatch(/^Started, id cmd-1, in `\.`\./);
		const handle = onlyCommand(task);
		expect(handle.write("it\n")).toBe(true);
		await handle.finished;
		expect(handle.takeNewOutput()).toBe("got it\n");
	});

	it("shows a background command that fails at once", async () => {
		const { text } = await run("echo port taken; exit 1", createCommandTask(), { background: true });
		expect(text).toMatch(/^The command failed: exit code 1[\s\S]*port taken$/);
	});

	it("leaves no timer behind", async () => {
		const task = createCommandTask();
		await run("true", task);
		expect(task.host.clock.sleepers).toBe(0);
	});
});

describe("abort", () => {
	it("settles within 100 ms and ends the command even if it does not listen", async () => {
		const task = createCommandTask();
		const running = run("trap '' TERM; echo ready; while :; do sleep 0.1; done", task);
		await untilOutput(task, "ready");
		const handle = onlyCommand(task);
		const start = performance.now();
		task.abort();
		await expect(running).rejects.toMatchObject({ name: "AbortError" });
		expect(performance.now() - start).toBeLessThan(100);
		expect((await handle.finished).signal).toBe("SIGKILL");
	});

	it("before the start starts nothing", async () => {
		const task = createCommandTask();
		task.abort();
		await expect(run("touch made", task)).rejects.toThrow();
		expect(task.commands.running()).toEqual([]);
	});

	it("after the time limit leaves the background command alone", async () => {
		const task = createCommandTask();
		const running = run("sleep 300", task, { timeout: 1 });
		await untilSleeping(task);
		task.host.clock.advance(1000);
		await running;
		task.abort();
		expect(task.commands.running()).toHaveLength(1);
	});
});

describe("the card", () => {
	it("says how the command ended", async () => {
		const { result } = await run("echo out; exit 2");
		expect(result.row).toMatchObject({ icon: "terminal", title: "Run `echo out; exit 2`" });
		expect(result.row.detail).toMatch(/^exit 2 · \d\.\d s$/);
		expect(result.row.body).toMatchObject({ kind: "terminal", cwd: ".", output: "out", exitCode: 2 });
	});

	it("is capped and shows the end", async () => {
		const { result } = await run("seq 1 100000; head -c 100000 /dev/zero | tr '\\0' '\\344'");
		const { body } = result.row;
		if (body.kind !== "terminal") throw new Error("no terminal");
		expect(body.output.length).toBeLessThanOrEqual(maxRowTextChars);
		expect(body.output).toContain("left out (id cmd-1)");
	});

	it.each([
		[{}, "Run a command"],
		[{ command: "npm test" }, "Run `npm test`"],
		[{ command: "\ncd x\nmake" }, "Run `cd x …`"],
		[{ command: "x".repeat(500) }, `Run \`${"x".repeat(93)}…\``],
		[{ command: "ls \u202egpj.sh" }, "Run `ls ⟨U+202E⟩gpj.sh`"],
		[{ command: "ls \u001b[2Kx\r" }, "Run `ls ⟨U+001B⟩[2Kx`"],
	])("of %j is titled %j", (params, title) => {
		const row = tool.label(params, "streaming");
		expect(row.title).toBe(title);
		expect(row.title.length).toBeLessThanOrEqual(100);
	});

	it("shows invisible characters of the command also in full", () => {
		expect(tool.label({ command: "a\u200bb\n\tc" }, "ready").body).toMatchObject({
			command: "a⟨U+200B⟩b\n\tc",
		});
	});
});

describe("live output", () => {
	it("arrives while the command runs, and all of it once", async () => {
		const { output } = await run("echo one; sleep 0.1; echo two; printf three");
		expect(output).toBe("one\ntwo\nthree");
	});

	it("of a flood is thinned out", async () => {
		const { output } = await run("yes | head -c 20000000");
		expect(output.length).toBeLessThan(300_000);
		expect(output).toContain("characters left out …");
	});

	it("is shown in the host's terminal with its exit code", async () => {
		const task = createCommandTask({ hasTerminals: true });
		await run("echo shown; exit 4", task);
		const [terminal] = task.host.shownTerminals;
		expect(terminal).toMatchObject({ title: "Run `echo shown; exit 4`", output: "shown\n", exitCode: 4 });
	});

	it("takes what is typed into the terminal, and ^C", async () => {
		const task = createCommandTask({ hasTerminals: true });
		const running = run("trap 'exit 9' INT; read x; echo [$x]; while :; do sleep 0.05; done", task, {
			background: true,
		});
		await untilSleeping(task);
		const [terminal] = task.host.shownTerminals;
		terminal?.type("typed\r");
		await untilOutput(task, "[typed]");
		terminal?.type("\u0003");
		expect((await running).text).toContain("exit code 9");
		expect(terminal?.output).toContain("typed\n");
	});

	it("ends the command when its terminal is closed", async () => {
		const task = createCommandTask({ hasTerminals: true });
		const running = run("sleep 300", task);
		await untilSleeping(task);
		task.host.shownTerminals[0]?.close();
		expect((await running).text).toMatch(/^The command was ended by SIGTERM/);
	});
});

it("describes itself briefly, with the limits that hold", () => {
	const task = createCommandTask({ settings: { command: { timeoutMs: 30_000, maxOutputLines: 77 } } });
	expect(tool.describe(task)).toMatch(/30 s.*77 lines/s);
	expect(tool.describe(task).length).toBeLessThan(700);
	expect(parseParams(tool, tool.example).command).toBe("npm test");
});
