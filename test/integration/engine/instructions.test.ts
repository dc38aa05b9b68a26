import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProjectFiles } from "@core/instructions/createProjectFiles";
import { ModeFiles } from "@core/instructions/modes/ModeFiles";
import { Task } from "@core/task/Task";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../unit/support/tempDir";
import { type MockModel, startMockModel } from "../support/mockModel";
import {
	autoAll,
	complete,
	createDeps,
	read,
	run,
	type StartedTask,
	watch,
	write,
} from "../support/startTask";

let model: MockModel;

beforeEach(async () => {
	model = await startMockModel();
});
afterEach(() => model.stop());

/** A task in a folder whose instruction files count. */
async function startIn(
	files: Readonly<Record<string, string>>,
	{ text = "Do it.", mode = "code", settings = {} }: { text?: string; mode?: string; settings?: object } = {},
): Promise<StartedTask> {
	const cwd = createTempDir("kiln-ws");
	writeTree(cwd, files);
	const storage = join(createTempDir("kiln-storage"), "s");
	const homeDir = createTempDir("kiln-home");
	const base = createDeps({ model, cwd, storage, settings: { autoApprove: autoAll, ...settings } });
	const roots = () => [cwd];
	const modeFiles = new ModeFiles({ roots, globalFile: undefined, consents: { has: () => false } });
	const project = createProjectFiles({ roots, homeDir, settings: base.settings, modeFiles });
	const deps = { ...base, project };
	return watch(await Task.create(deps, { text, mode }), deps, cwd, storage);
}

const bodyOf = (index: number) => JSON.stringify(model.requests()[index]?.body);

describe("instructions of the project", () => {
	it("sends rules, rules of the mode and AGENTS.md, and no rules of another mode", async () => {
		model.script([complete()]);
		const { task } = await startIn({
			".kilocode/rules/style.md": "Use tabs.",
			".kilocode/rules-code/tests.md": "Write tests first.",
			".kilocode/rules-ask/answers.md": "Answer in verse.",
			"AGENTS.md": "The build is make.",
		});
		await task.run();
		expect(bodyOf(0)).toContain("Use tabs.");
		expect(bodyOf(0)).toContain("Write tests first.");
		expect(bodyOf(0)).toContain("The build is make.");
		expect(bodyOf(0)).not.toContain("Answer in verse.");
	});

	it("counts a rule from the next request on when it changes", async () => {
		model.script([run("true"), complete()]);
		const { task, cwd, next, events } = await startIn({ ".kilocode/rules/style.md": "Use tabs." });
		const ran = next("tool_finished");
		const running = task.run();
		await ran;
		writeFileSync(join(cwd, ".kilocode/rules/style.md"), "Use spaces.");
		await running;
		expect(bodyOf(0)).toContain("Use tabs.");
		expect(bodyOf(1)).toContain("Use spaces.");
		expect(bodyOf(1)).not.toContain("## From .kilocode/rules/style.md\\nUse tabs.");
		expect(events("prompt_set")).toHaveLength(2);
	});

	it("leaves out what the person has switched off", async () => {
		model.script([complete()]);
		const settings = { instructions: { disabled: ["AGENTS.md"] } };
		const { task } = await startIn({ "AGENTS.md": "The build is make." }, { settings });
		await task.run();
		expect(bodyOf(0)).not.toContain("The build is make.");
	});

	it("works in a mode of the project and holds it to its files", async () => {
		model.script([write("src/a.ts", "x"), write("docs/a.md", "x"), complete()]);
		const started = await startIn(
			{
				".kilocodemodes":
					"customModes:\n  - slug: writer\n    name: Writer\n    roleDefinition: You write documents.\n    groups:\n      - read\n      - - edit\n        - fileRegex: ^docs/\n",
			},
			{ mode: "writer" },
		);
		await started.task.run();
		expect(bodyOf(0)).toContain("You write documents.");
		expect(started.events("tool_finished").map(({ status }) => status)).toEqual(["error", "ok", "ok"]);
		expect(existsSync(join(started.cwd, "src/a.ts"))).toBe(false);
		expect(existsSync(join(started.cwd, "docs/a.md"))).toBe(true);
	});
});

describe(".kilocodeignore", () => {
	it("keeps a path from every tool, by name, by listing and by command", async () => {
		model.script([
			read("private/key.txt"),
			write("private/new.txt", "x"),
			run("cat private/key.txt"),
			"<list_files>\n<path>.</path>\n<recursive>true</recursive>\n</list_files>",
			"<search_files>\n<path>.</path>\n<regex>treasure</regex>\n</search_files>",
			"<glob>\n<pattern>**/*.txt</pattern>\n</glob>",
			complete(),
		]);
		const started = await startIn(
			{
				".kilocodeignore": "private/\n",
				"private/key.txt": "treasure",
				"open.txt": "nothing",
			},
			{ settings: { limits: { consecutiveMistakes: 0 } } },
		);
		await started.task.run();
		const finished = started.events("tool_finished");
		for (const { error } of finished.slice(0, 3)) expect(error?.code).toBe("path_ignored");
		for (const { status, result } of finished.slice(3, 6)) {
			expect(status).toBe("ok");
			expect(JSON.stringify(result)).not.toContain("key.txt");
		}
		expect(existsSync(join(started.cwd, "private/new.txt"))).toBe(false);
	});
});

describe("what a message names", () => {
	it("is read once and stays as it was", async () => {
		model.script([write("a.txt", "changed"), complete("Done."), complete("Again.")]);
		const started = await startIn({ "a.txt": "original" }, { text: "Look at @/a.txt please." });
		await started.task.run();
		started.task.send([{ type: "text", text: "Thanks." }]);
		await started.task.run();
		for (const index of [0, 1, 2]) expect(bodyOf(index)).toContain("1 | original");
		expect(started.events("message_expanded")).toHaveLength(1);
	});

	it("switches to the mode of a leading command before the first request", async () => {
		model.script([complete()]);
		const started = await startIn({}, { text: "/ask What is this?" });
		await started.task.run();
		expect(started.events("mode_switched")).toMatchObject([{ from: "code", to: "ask", by: "user" }]);
		expect(bodyOf(0)).toContain('You are in mode \\"ask\\"');
	});

	it("fills the workflow that it calls", async () => {
		model.script([complete()]);
		const started = await startIn(
			{
				".kilocode/workflows/release.md":
					"---\ndescription: Release\nmode: ask\n---\nRelease version $1 now.",
			},
			{ text: "/release 1.2.0" },
		);
		await started.task.run();
		expect(bodyOf(0)).toContain("Release version 1.2.0 now.");
		expect(started.events("mode_switched")).toMatchObject([{ to: "ask" }]);
	});

	it("reads nothing for what a model has written", async () => {
		model.script([
			"<new_task>\n<mode>ask</mode>\n<message>Look at @/a.txt.</message>\n</new_task>",
			complete("Child."),
			complete(),
		]);
		const autoApprove = { kinds: { ...autoAll?.kinds, subtask: { inside: true } } };
		const started = await startIn({ "a.txt": "original" }, { settings: { autoApprove } });
		await started.task.run();
		expect(bodyOf(1)).toContain("Look at @/a.txt.");
		expect(bodyOf(1)).not.toContain("original");
	});

	it("is not read when it is ignored", async () => {
		model.script([complete()]);
		const started = await startIn(
			{ ".kilocodeignore": "a.txt\n", "a.txt": "original" },
			{ text: "Look at @/a.txt." },
		);
		await started.task.run();
		expect(bodyOf(0)).not.toContain("original");
		expect(bodyOf(0)).toContain("kilocodeignore");
	});

	it("sees an ignore file that came in the middle of the task", async () => {
		model.script([read("a.txt"), read("a.txt"), complete()]);
		const started = await startIn({ "a.txt": "original" });
		const subscription = started.task.subscribe((signal) => {
			if (signal.kind === "event" && signal.event.type === "tool_finished")
				writeFileSync(join(started.cwd, ".kilocodeignore"), "a.txt\n");
		});
		await started.task.run();
		subscription.dispose();
		expect(started.events("tool_finished").map(({ status }) => status)).toEqual(["ok", "error", "ok"]);
	});
});

describe("a workspace with several folders", () => {
	it("keeps what the second one's ignore file names from every tool, however the path is written", async () => {
		const parent = createTempDir();
		writeTree(parent, {
			"one/f.txt": "first\n",
			"two/f.txt": "second\n",
			"two/secret.txt": "treasure\n",
			"two/.kilocodeignore": "secret*\n",
			"two/sub/AGENTS.md": "Agents of sub.\n",
			"two/sub/x.txt": "x\n",
		});
		const roots = () => ["one", "two"].map((name) => join(parent, name));
		const cwd = join(parent, "one");
		const base = createDeps({
			model,
			cwd,
			storage: join(createTempDir("kiln-storage"), "s"),
			host: { workspace: { roots, isTrusted: () => true } },
		});
		const modeFiles = new ModeFiles({ roots, globalFile: undefined, consents: { has: () => false } });
		const project = createProjectFiles({
			roots,
			homeDir: createTempDir(),
			settings: base.settings,
			modeFiles,
		});
		const patch = [
			"*** Begin Patch",
			"*** Add File: ok.txt",
			"+a",
			"*** Add File: two/secret3.txt",
			"+b",
			"*** End Patch",
		];
		const tools = (name: string, inner: string) => `<${name}>\n${inner}\n</${name}>`;
		model.script([
			read("two/secret.txt"),
			tools("search_files", "<path>two</path>\n<regex>treas</regex>"),
			read("two/./sub/../secret.txt"),
			tools("list_files", "<path>two</path>\n<recursive>true</recursive>"),
			read("../two/secret.txt"),
			tools("glob", "<path>two</path>\n<pattern>**/*.txt</pattern>"),
			tools("execute_command", "<command>cat secret.txt</command>\n<cwd>two</cwd>"),
			read("two/sub/x.txt"),
			run("cat ../two/secret.txt"),
			read("two/f.txt"),
			write("two/secret2.txt", "x"),
			tools("apply_patch", `<patch>\n${patch.join("\n")}\n</patch>`),
			complete(),
		]);
		const deps = { ...base, project };
		const created = await Task.create(deps, { text: "See @/two/secret.txt and @/two/f.txt", mode: "code" });
		const { task, events } = watch(created, deps, cwd, "");
		await task.run();
		const results = events("tool_finished");
		const refused = "path_ignored";
		const ok = undefined;
		expect(results.map(({ error }) => error?.code)).toEqual([
			...[refused, ok, refused, ok, refused, ok, refused, ok, refused, ok, refused, refused, ok],
		]);
		const told = bodyOf(12);
		expect(told).not.toMatch(/treasure|1 match|secret\.txt\\n/);
		expect(told).toContain("1 | second");
		expect(told).toContain("Agents of sub.");
		expect(existsSync(join(parent, "one/ok.txt"))).toBe(false);
	});
});
