import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../unit/support/tempDir";
import { type MockModel, startMockModel } from "../support/mockModel";
import { jsonEvents, kiln } from "../support/runKiln";
import { complete, write } from "../support/startTask";

let model: MockModel;
let cwd: string;
let storage: string;

beforeEach(async () => {
	model = await startMockModel();
	cwd = createTempDir("kiln-cli");
	storage = join(createTempDir("kiln-storage"), "s");
});
afterEach(() => model.stop());

const key = { KILN_API_KEY: "test-key" };
const delegate = "<new_task>\n<mode>code</mode>\n<message>Write a.txt.</message>\n</new_task>";

function start(...args: readonly string[]) {
	const address = ["--provider", "openai", "--base-url", model.openaiBaseUrl, "--model", "m"];
	return kiln(["--cwd", cwd, "--storage", storage, ...address, ...args, "do it"], key);
}
const goOn = (taskId: string, ...args: readonly string[]) =>
	kiln(["--storage", storage, "--json", "--continue", taskId, ...args], key);

describe("a subtask at the terminal", () => {
	it("is run with its parent; --json tells them apart, --quiet says only the parent's result", async () => {
		const script = [delegate, write("a.txt", "x"), complete("Child."), complete("Parent.")];
		model.script([...script, ...script]);
		const json = await start("--json", "--auto-approve", "all");
		expect(json.code).toBe(0);
		const events = jsonEvents(json.stdout);
		expect(new Set(events.map(({ taskId }) => taskId)).size).toBe(2);
		const quiet = await start("--quiet", "--auto-approve", "all");
		expect(quiet.stdout).toBe("Parent.\n");
	});

	it("that has to ask ends with 2; the answer to its question goes by the parent's id", async () => {
		model.script([delegate, write("a.txt", "x"), complete("Child."), complete("Parent.")]);
		const first = await start("--json", "--auto-approve", "read,subtask");
		expect(first.code).toBe(2);
		const [parent] = jsonEvents(first.stdout);
		expect(first.stderr).toContain(`--continue ${parent?.taskId}`);
		expect(existsSync(join(cwd, "a.txt"))).toBe(false);
		const second = await goOn(parent?.taskId ?? "", "--auto-approve", "read,subtask", "--approve");
		expect(second.stderr).toBe("");
		expect(second.code).toBe(0);
		expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("x");
		const completed = jsonEvents(second.stdout).filter((event) => event.type === "completed");
		expect(completed.map((event) => (event.type === "completed" ? event.text : ""))).toEqual([
			"Child.",
			"Parent.",
		]);
	});

	it("that failed is tried again when its parent is continued", async () => {
		model.script([delegate, { status: 401, text: "no" }]);
		const first = await start("--json", "--auto-approve", "all");
		expect(first.code).toBe(1);
		const [parent] = jsonEvents(first.stdout);
		model.script([complete("Child."), complete("Parent.")]);
		const second = await goOn(parent?.taskId ?? "");
		expect(second.code).toBe(0);
	});
});

describe("project files at the terminal", () => {
	it("count: modes, rules, mistakes are said", async () => {
		writeTree(cwd, {
			".kilocodemodes":
				"customModes:\n  - slug: poet\n    name: Poet\n    roleDefinition: You write verse.\n    groups: [read]\n  - slug: bad slug\n    name: Bad\n    roleDefinition: x\n    groups: []\n",
			".kilocode/rules/style.md": "Rhyme.",
		});
		model.script([complete("Done.")]);
		const run = await start("--json", "--mode", "poet");
		expect(run.code).toBe(0);
		expect(run.stderr).toMatch(/\.kilocodemodes:6: /);
		const body = JSON.stringify(model.requests()[0]?.body);
		expect(body).toContain("You write verse.");
		expect(body).toContain("Rhyme.");
	});

	it("offers tools as the flags say", async () => {
		model.script([complete("Done."), complete("Done.")]);
		await start("--json", "--tool-vocabulary", "go-code", "--custom-tools", "apply_patch");
		const first = JSON.stringify(model.requests()[0]?.body);
		expect(first).toContain("## Grep");
		expect(first).toContain("## apply_patch");
		expect(first).not.toContain("## search_files");
		const bad = await start("--custom-tools", "nothing");
		expect(bad.code).toBe(1);
		expect(bad.stderr).toContain("--custom-tools");
	});
});
