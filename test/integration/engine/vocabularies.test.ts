import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "@shared/host";
import { type ToolFormatName, type ToolVocabulary, toolFormats, toolVocabularies } from "@shared/settings";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../support/mockModel";
import { call, calls, type ScriptedCall, sayIn } from "../support/scriptedCalls";
import { autoAll, type StartedTask, type StartOptions, startTask } from "../support/startTask";

let model: MockModel;
let tasks: StartedTask[];

beforeEach(async () => {
	tasks = [];
	model = await startMockModel();
});
afterEach(async () => {
	for (const { task } of tasks) await task.suspend();
	await model.stop();
});

async function start(options: Omit<StartOptions, "model">): Promise<StartedTask> {
	const started = await startTask({ model, ...options });
	tasks.push(started);
	return started;
}

const files = { "src/a.ts": "let a = 1;\nlet b = 2;\n", "src/deep/c.go": "package c\n" };
const diff = "------- SEARCH\nlet b = 2;\n=======\nconst b = 2;\n+++++++ REPLACE";
/** A page of a public host, which no test asks in earnest. */
const network: Host["network"] = {
	fetch: async () => new Response('{"a": 1}', { headers: { "content-type": "application/json" } }),
};

/** Each foreign name once, with what its result must hold. */
const examples: readonly (readonly [ScriptedCall, result: string])[] = [
	[call("Read", { file_path: "src/a.ts", offset: "1", limit: "1" }), "2: let b = 2;"],
	[call("Write", { file_path: "new.txt", content: "one\n" }), "Successfully wrote to new.txt"],
	[
		call("Edit", { file_path: "src/a.ts", old_string: "let a", new_string: "const a" }),
		"Replaced 1 occurrence",
	],
	[call("Edit", { file_path: "made.txt", old_string: "", new_string: "made\n" }), "Created made.txt"],
	[call("Glob", { pattern: "src/*.ts" }), "src/a.ts"],
	[call("Glob", { path: "**/*.go" }), "src/deep/c.go"],
	[call("Grep", { pattern: "package \\w", path: "src/**/*.go", output_mode: "count" }), "src/deep/c.go: 1"],
	[call("Bash", { command: "echo from bash" }), "from bash"],
	[call("Diff", { old_string: "a\n", new_string: "b\n" }), "-a\\n+b"],
	[call("Tree", { path: "src", limit: "2" }), "c.go"],
	[call("WebFetch", { url: "https://example.com/x.json", goal: "a" }), '{\\"a\\": 1}'],
	[call("TodoWrite", { todos: '[{"content": "Mend", "status": "in_progress"}]' }), "1. 🔄 Mend"],
	[
		call("TodoWrite", { todos: '[{"id": "1", "status": "completed"}, {"content": "Rest"}]' }),
		"1. ✅ Mend\\n2. 📋 Rest",
	],
	[call("replace_in_file", { path: "src/a.ts", diff }), "successfully saved to src/a.ts"],
	[call("load_mcp_documentation"), "MCP"],
	[call("ask_followup_question", { question: "Which?", options: '["This", "That"]' }), "This"],
	[call("execute_command", { command: "echo cline", requires_approval: "false" }), "cline"],
	[call("plan_mode_respond", { response: "I would split it." }), "shown to the user"],
];

const kinds = { ...autoAll?.kinds, network: { inside: true }, question: { inside: true } };

async function runAll(format: ToolFormatName, toolVocabulary: ToolVocabulary): Promise<StartedTask> {
	model.script(examples.map(([made]) => sayIn(format)(made)));
	const autoApprove = { ...autoAll, kinds };
	const started = await start({
		format,
		files,
		host: { network },
		settings: { autoApprove, toolVocabulary },
	});
	await started.task.run();
	return started;
}

const matrix = toolFormats.flatMap((format) =>
	toolVocabularies.map((vocabulary) => ({ format, vocabulary })),
);

describe.each(matrix)(
	"in $format, where the prompt offers the $vocabulary names",
	({ format, vocabulary }) => {
		it("every agent's names are understood", async () => {
			const started = await runAll(format, vocabulary);
			const results = started.events("tool_finished");
			expect(started.events("tool_called").map((event) => event.call.name)).toEqual(
				examples.map(([{ name }]) => name),
			);
			expect(results.map(({ status }) => status)).toEqual(examples.map(() => "ok"));
			for (const [index, [, want]] of examples.entries()) {
				expect(JSON.stringify(results[index]?.result)).toContain(want);
			}
			expect(readFileSync(join(started.cwd, "src/a.ts"), "utf8")).toBe("const a = 1;\nconst b = 2;\n");
			expect(readFileSync(join(started.cwd, "made.txt"), "utf8")).toBe("made\n");
			expect(started.events("completed")).toMatchObject([{ text: "I would split it." }]);
			expect(started.events("approval_asked")).toEqual([]);
		});
	},
);

describe.each(toolFormats)("in %s", (format) => {
	const say = sayIn(format);

	it.each([
		["Read", { file_path: "/etc/hostname" }, [{ kind: "read" }]],
		["Glob", { pattern: "/etc/*.conf" }, [{ kind: "read" }]],
		["Grep", { pattern: "a", path: "/etc/*.conf" }, [{ kind: "read" }]],
		["Write", { file_path: "a.txt", content: "x" }, [{ kind: "write" }]],
		[
			"Edit",
			{ file_path: "src/a.ts", old_string: "let a", new_string: "x" },
			[{ kind: "read" }, { kind: "write" }],
		],
		["replace_in_file", { path: "src/a.ts", diff }, [{ kind: "read" }, { kind: "write" }]],
		["Bash", { command: "touch evil" }, [{ kind: "execute", command: "touch evil" }]],
		["WebFetch", { url: "http://127.0.0.1:1/" }, [{ kind: "network" }, { kind: "consent" }]],
		["new_task", { context: "All of it." }, [{ kind: "consent" }]],
	])("%s asks by its effects", async (name, params, effects) => {
		model.script([say(call(name, params)), say(calls.complete())]);
		const autoApprove = {
			kinds: { read: { inside: true }, network: { inside: true }, subtask: { inside: true } },
		};
		const started = await start({ format, files, settings: { autoApprove } });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		const { approvalId, effects: shown } = await asked;
		expect(shown.map(({ effect }) => effect)).toMatchObject(effects);
		started.task.settle(approvalId, { decision: "deny" });
		await running;
		expect(started.events("tool_finished")[0]?.status).toBe("denied");
	});

	it("a command that its model holds to be risky is asked about, even where a rule allows it", async () => {
		model.script([
			say(call("execute_command", { command: "touch a.txt", requires_approval: "true" })),
			say(calls.complete()),
		]);
		const started = await start({ format });
		const asked = started.next("approval_asked");
		const running = started.task.run();
		const { approvalId, reasons } = await asked;
		expect(reasons).toEqual(["asks you to run this command, which the model itself holds to be risky"]);
		started.task.settle(approvalId, { decision: "approve" });
		await running;
		expect(started.events("tool_finished")[0]?.status).toBe("ok");
	});

	it("Bash is bound by the rules for commands, and by the mode", async () => {
		const script = [say(call("Bash", { command: "rm -rf src" })), say(calls.complete())];
		model.script(script);
		const denied = await start({
			format,
			files,
			settings: { autoApprove: { ...autoAll, denyCommands: ["rm"] } },
		});
		await denied.task.run();
		expect(denied.events("tool_finished")[0]?.status).toBe("denied");
		model.script(script);
		const refused = await start({ format, files, mode: "ask" });
		await refused.task.run();
		expect(refused.events("tool_finished")[0]?.error).toMatchObject({ code: "tool_not_allowed" });
	});

	it("Write is bound by the mode's files", async () => {
		const writes = ["a.ts", "a.md"].map((file_path) => say(call("Write", { file_path, content: "x" })));
		model.script([...writes, say(calls.complete())]);
		const started = await start({ format, mode: "architect" });
		await started.task.run();
		const [refused, allowed] = started.events("tool_finished");
		expect(refused?.error).toMatchObject({ code: "tool_not_allowed" });
		expect(allowed?.status).toBe("ok");
	});
});

/** Names of the tools that the first request offers. */
async function offeredNames(format: ToolFormatName, toolVocabulary: ToolVocabulary): Promise<string[]> {
	const index = model.requests().length;
	model.script([sayIn(format)(calls.complete())]);
	await (await start({ format, settings: { autoApprove: autoAll, toolVocabulary } })).task.run();
	const { tools, messages } = model.requests()[index]?.body ?? {};
	if (format === "native") {
		return (tools as { function: { name: string } }[]).map((tool) => tool.function.name);
	}
	const [{ content }] = messages as [{ content: string }];
	return [...content.matchAll(/^## (\w+)(?:\(|$)/gm)].map(([, name = ""]) => name);
}

const goCodeNames = [
	"Read",
	"Write",
	"Edit",
	"Glob",
	"Grep",
	"Bash",
	"Diff",
	"Tree",
	"WebFetch",
	"TodoWrite",
];
const clineNames = ["replace_in_file", "plan_mode_respond", "load_mcp_documentation"];
const replacedBy = {
	kilo: [],
	"go-code": [
		"read_file",
		"apply_diff",
		"write_to_file",
		"glob",
		"search_files",
		"execute_command",
		"diff",
		"tree",
		"web_fetch",
		"update_todo_list",
	],
	cline: ["apply_diff", "fetch_instructions"],
} as const satisfies Record<ToolVocabulary, readonly string[]>;

describe.each(toolFormats)("the prompt in %s", (format) => {
	it.each([
		["go-code", goCodeNames],
		["cline", clineNames],
	] as const)(
		"offers the names of %s and those of Kiln's that have no counterpart there",
		async (vocabulary, own) => {
			const kilo = await offeredNames(format, "kilo");
			expect(kilo.filter((name) => [...goCodeNames, ...clineNames].includes(name))).toEqual([]);
			const replaced: readonly string[] = replacedBy[vocabulary];
			expect(kilo).toEqual(expect.arrayContaining([...replaced]));
			const kept = kilo.filter((name) => !replaced.includes(name));
			expect(await offeredNames(format, vocabulary)).toEqual([...kept, ...own]);
		},
	);
});

describe("parameters that only one vocabulary offers", () => {
	async function parametersOf(tool: string, toolVocabulary: ToolVocabulary): Promise<string[]> {
		const index = model.requests().length;
		model.script([sayIn("native")(calls.complete())]);
		await (await start({ format: "native", settings: { toolVocabulary } })).task.run();
		const tools = model.requests()[index]?.body.tools as {
			function: { name: string; parameters: { properties: object } };
		}[];
		const found = tools.find(({ function: { name } }) => name === tool);
		return Object.keys(found?.function.parameters.properties ?? {});
	}

	it.each([
		["ask_followup_question", "kilo", ["question", "follow_up"]],
		["ask_followup_question", "cline", ["question", "options"]],
		["new_task", "kilo", ["mode", "message", "todos"]],
		["new_task", "cline", ["context"]],
		["attempt_completion", "cline", ["result", "command"]],
		["execute_command", "kilo", ["command", "cwd", "timeout", "background"]],
		["execute_command", "cline", ["command", "cwd", "timeout", "background", "requires_approval"]],
		["plan_mode_respond", "cline", ["response"]],
	] as const)("%s in %s", async (tool, vocabulary, want) => {
		expect(await parametersOf(tool, vocabulary)).toEqual(want);
	});
});
