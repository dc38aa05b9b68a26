import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { runCli } from "@hosts/terminal/runCli";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../unit/support/tempDir";
import { type MockModel, startMockModel } from "../support/mockModel";
import { complete, run, write } from "../support/startTask";

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

/** The command line in this process, at a terminal that is none: what is shown, and keys that are pressed. */
function atTerminal(...args: readonly string[]) {
	const stdin = Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.ReadStream;
	const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
	const stderr = new PassThrough();
	let shown = "";
	for (const stream of [stdout, stderr])
		stream.on("data", (data) => {
			shown += String(data);
		});
	const address = ["--provider", "openai", "--base-url", model.openaiBaseUrl, "--model", "m"];
	const code = runCli({
		argv: ["--cwd", cwd, "--storage", storage, ...address, ...args, "do it"],
		environment: { KILN_API_KEY: "test-key", PATH: process.env.PATH },
		currentFolder: cwd,
		homeDir: cwd,
		assetsDir: "",
		version: "0",
		stdin,
		stdout: stdout as unknown as NodeJS.WriteStream,
		stderr: stderr as unknown as NodeJS.WriteStream,
		onInterrupt: () => {},
	});
	const sees = (text: string) => expect.poll(() => shown, { timeout: 10_000 }).toContain(text);
	return {
		code,
		sees,
		press: (keys: string) => (stdin as unknown as PassThrough).write(keys),
		shown: () => shown,
	};
}

function isAnythingLocked(): boolean {
	const tasks = join(storage, "tasks");
	return readdirSync(tasks).some((taskId) => existsSync(join(tasks, taskId, "lock")));
}

describe("at a terminal", () => {
	it("shows all of a command before it asks", async () => {
		const command = `echo ${"x".repeat(150)}\necho second > made.txt`;
		model.script([run(command), complete()]);
		const { code, sees, press, shown } = atTerminal();
		await sees("Allow?");
		expect(shown()).toContain("echo second > made.txt");
		expect(existsSync(join(cwd, "made.txt"))).toBe(false);
		press("y\r");
		expect(await code).toBe(0);
		expect(existsSync(join(cwd, "made.txt"))).toBe(true);
	});

	it.each([
		["Ctrl+C", "\u0003"],
		["Ctrl+D", "\u0004"],
	])("%s at a question stops the task and lets go of it", async (_name, pressed) => {
		model.script([write("b.txt", "x")]);
		const { code, sees, press } = atTerminal();
		await sees("Allow?");
		press(pressed);
		expect(await code).toBe(130);
		expect(existsSync(join(cwd, "b.txt"))).toBe(false);
		expect(isAnythingLocked()).toBe(false);
	});

	it("does not ask with --quiet, which shows nothing of what it would ask about", async () => {
		model.script([write("b.txt", "x")]);
		const { code, shown } = atTerminal("--quiet");
		expect(await code).toBe(2);
		expect(shown()).not.toContain("Allow?");
		expect(isAnythingLocked()).toBe(false);
	});
});
