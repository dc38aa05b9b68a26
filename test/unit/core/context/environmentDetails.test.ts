import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EditWatch } from "@core/context/EditWatch";
import { environmentDetails } from "@core/context/environmentDetails";
import { TaskFacts } from "@core/task/TaskFacts";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir } from "../../support/tempDir";
import { createTestHost } from "../../support/testHost";
import { createTestTask, type TestTask } from "../tools/support/testTask";

let task: TestTask;
let edits: EditWatch;
const at = (path: string) => join(task.cwd, path);

/** The details of a turn, unless told otherwise not of the first. */
function details(isFirstTurn = false): Promise<string> {
	const facts = new TaskFacts();
	facts.cwd = task.cwd;
	facts.environmentAt = 1;
	const { host, mode, model, settings, signal } = task;
	const commands = { running: () => [], takeEnded: () => [] } as unknown as TestTask["commands"];
	return environmentDetails({
		host,
		facts,
		mode,
		model,
		settings,
		commands,
		edits,
		isIgnored: () => false,
		isFirstTurn,
		signal,
	});
}

beforeEach(() => {
	task = createTestTask();
	edits = new EditWatch(task.host);
});

describe("environment details after edits", () => {
	it("name what the person changed, without what Kiln wrote", async () => {
		edits.noteEdit(at("own.ts"), "mine\n");
		writeFileSync(at("own.ts"), "mine\n");
		task.host.documents.userChanges = [at("own.ts"), at("theirs.ts")];
		const text = await details();
		expect(text).toContain("# Files changed by the user since your last message");
		expect(text).toContain("\ntheirs.ts");
		expect(text).not.toContain("own.ts");
		expect(await details()).toContain("own.ts\ntheirs.ts");
	});

	it("tell new problems and what the editor made of an edit, once", async () => {
		edits.noteEdit(at("own.ts"), "a=1\n");
		writeFileSync(at("own.ts"), "a = 1\n");
		task.host.reported.push({ path: at("own.ts"), line: 1, column: 1, severity: "error", message: "no a" });
		const text = await details();
		expect(text).toContain("# New problems in files that you edited\nown.ts:1 error: no a");
		expect(text).toContain(
			"# own.ts was changed by the editor after your edit\n@@ -1,1 +1,1 @@\n-a=1\n+a = 1",
		);
		const later = await details();
		expect(later).not.toContain("own.ts");
	});
});

describe("environment details of a workspace with several folders", () => {
	it("list the files of each, and name files of the others by their folder", async () => {
		const parent = createTempDir();
		const [one, two] = [join(parent, "one"), join(parent, "two")];
		for (const root of [one, two]) mkdirSync(root);
		writeFileSync(join(one, "a.ts"), "");
		writeFileSync(join(two, "b.ts"), "");
		task = createTestTask({ cwd: one, host: createTestHost({ roots: [one, two] }) });
		task.host.documents.put(join(two, "b.ts"), "");
		const text = await details(true);
		expect(text).toContain(`# Files in ${one}\na.ts\n`);
		expect(text).toContain(`# Files in two/ (${two})\nb.ts\n`);
		expect(text).toContain("# Open tabs\ntwo/b.ts\n");
	});
});
