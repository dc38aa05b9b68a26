import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTaskLog } from "@core/task/TaskLog";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempDir } from "../../unit/support/tempDir";
import { type MockModel, startMockModel } from "../support/mockModel";
import { jsonEvents, startKiln } from "../support/runKiln";
import { complete, run } from "../support/startTask";

let model: MockModel;

beforeEach(async () => {
	model = await startMockModel();
});
afterEach(() => model.stop());

const key = { KILN_API_KEY: "test-key" };
const effects = 6;
const appendScript =
	'import { appendFileSync } from "node:fs";\nappendFileSync("log.txt", process.argv[2] + ",");\n';
const allowed = ["--auto-approve", "all", "--allow-command", "*"];

/** The model wants each effect once; a kill at any event must not make one happen twice. */
describe("kill -9", () => {
	it.each([
		"request_started",
		"tool_called",
		"approval_given",
		"tool_started",
		"tool_finished",
		"turn_ended",
	])("right after %s: the log is whole, no effect runs twice, the task goes on", async (type) => {
		const cwd = createTempDir("kiln-kill");
		const storage = join(createTempDir("kiln-storage"), "s");
		const args = [
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
			"--json",
			...allowed,
		];
		writeFileSync(join(cwd, "append.mjs"), appendScript);
		// Each effect has its own number; a plain command, so that the rule lets it run.
		const wanted = Array.from({ length: effects }, (_, index) => run(`node append.mjs ${index}`));
		model.script([...wanted.slice(0, 3)]);
		await killAfter(type, args);
		const taskId = readTaskId(storage);
		const before = readTaskLog(join(storage, "tasks", taskId));
		expect(before.unknown).toEqual([]);
		model.script([...wanted.slice(3), complete()]);
		const again = startKiln([...args, "--continue", taskId], key);
		const { code, stdout } = await again.done;
		expect(code).toBe(0);
		const log = readTaskLog(join(storage, "tasks", taskId));
		expect(log.unknown).toEqual([]);
		expect(log.events.map((event) => event.seq)).toEqual(log.events.map((_, index) => index));
		expect(jsonEvents(stdout).length).toBeGreaterThan(0);
		const done = readFileSync(join(cwd, "log.txt"), "utf8")
			.split(",")
			.filter((entry) => entry !== "");
		expect(new Set(done).size).toBe(done.length);
	});
});

/** Kills the process the moment the second event of a type is on its output: the first turn is then behind it. */
async function killAfter(type: string, args: readonly string[]): Promise<void> {
	const started = startKiln([...args, "run them"], key);
	started.child.stdout.on("data", () => {
		const seen = started.stdout().split(`"type":"${type}"`).length - 1;
		if (seen >= 2) started.child.kill("SIGKILL");
	});
	const { signal } = await started.done;
	expect(signal).toBe("SIGKILL");
}

function readTaskId(storage: string): string {
	const [taskId = ""] = readdirSync(join(storage, "tasks"));
	return taskId;
}
