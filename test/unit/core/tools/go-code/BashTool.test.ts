import { BashTool } from "@core/tools/go-code/BashTool";
import { describe, expect, it } from "vitest";
import { createCommandTask, untilSleeping } from "../command/support";
import { parseParams, runTool } from "../support/testTask";

const tool = new BashTool();

describe("Bash", () => {
	it("runs in the project's root", async () => {
		const task = createCommandTask();
		const { text, operation } = await runTool(tool, { command: "pwd -P; exit 3" }, task);
		expect(text).toContain(task.cwd);
		expect(text).toContain("exit code 3");
		expect(operation.effects).toEqual([{ kind: "execute", command: "pwd -P; exit 3", cwd: task.cwd }]);
	});

	it("shows more lines than execute_command would, and head and tail of 100 KB", async () => {
		const task = createCommandTask({ settings: { command: { maxOutputLines: 10, maxOutputBytes: 1000 } } });
		const many = (await runTool(tool, { command: "seq 1 5000" }, task)).text;
		expect(many.split("\n").slice(-5000)).toEqual(Array.from({ length: 5000 }, (_, index) => `${index + 1}`));
		const huge = (await runTool(tool, { command: "seq 1 100000" }, task)).text;
		expect(huge).toContain("\n1\n2\n");
		expect(huge).toMatch(/\n100000$/);
		expect(huge).toContain("left out");
		expect(Buffer.byteLength(huge)).toBeGreaterThan(90 * 1024);
		expect(Buffer.byteLength(huge)).toBeLessThan(101 * 1024);
	});

	it("waits for 120 s, whatever execute_command would; then the command goes on", async () => {
		const task = createCommandTask({ settings: { command: { timeoutMs: 1000 } } });
		const running = runTool(tool, { command: "sleep 600" }, task);
		await untilSleeping(task);
		task.host.clock.advance(119_999);
		expect(task.host.clock.sleepers).toBe(1);
		task.host.clock.advance(1);
		expect((await running).text).toMatch(/^Still running after 2 min 0 s, id cmd-1/);
	});

	it("takes a command and nothing else", () => {
		expect(parseParams(tool, { command: "ls", cwd: "/", timeout: 1 })).toEqual({ command: "ls" });
		expect(tool.label({ command: "ls" }, "streaming").title).toContain("ls");
	});
});
