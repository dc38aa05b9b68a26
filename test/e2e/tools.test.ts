import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../integration/support/mockModel";
import { call, calls, sayIn } from "../integration/support/scriptedCalls";
import { chatPage, connectModel } from "./support/chatPage";
import { startVsCode, type VsCode } from "./support/startVsCode";

const say = sayIn("native");
const source = "export function first() {\n\treturn 1;\n}\n\nexport class Second {}\n";
const patch = [
	"*** Begin Patch",
	"*** Update File: src/a.ts",
	"@@",
	"-\treturn 1;",
	"+\treturn 2;",
	"*** Add File: src/b.ts",
	"+export const b = 1;",
	"*** End Patch",
].join("\n");

/** One scenario for each group of tools, in native function calls, as a person sees it. */
describe("the tools in VS Code", () => {
	let code: VsCode;
	let model: MockModel;
	let chat: Frame;

	const page = chatPage(() => chat);
	const { byId, card, send } = page;
	const shot = (name: string) => code.screenshot(`tools-${name}`);
	const fileText = (path: string) => readFileSync(join(code.workspaceDir, path), "utf8");
	const approve = async (tool: string) => {
		await card(tool, "waiting").waitFor();
		await card(tool, "waiting").locator('[data-testid="approve"]').click();
	};
	const open = async (tool: string) => {
		const done = card(tool, "done").last();
		await done.locator('[data-testid="tool-toggle"]').click();
		return done.innerText();
	};

	beforeAll(async () => {
		model = await startMockModel();
		code = await startVsCode({
			workspace: {
				"src/a.ts": source,
				"src/old.ts": "gone\n",
				"notes.txt": "one\ntwo\nthree\n",
				".kilocodeignore": "private/\n",
				"private/key.txt": "treasure\n",
			},
			name: "tools",
		});
		chat = await code.openKiln();
		await connectModel(page, model, async () => {
			await byId("profile-tool-format").selectOption("native");
			await byId("profile-tool-apply_patch").click();
		});
	});
	afterAll(async () => {
		const leaked = await code?.stop();
		await model?.stop();
		expect(leaked ?? []).toEqual([]);
	});

	it("read: several calls of one message, each with its card", async () => {
		model.script([
			say(
				"I look around.",
				call("list_code_definition_names", { path: "src/a.ts" }),
				call("glob", { pattern: "**/*.ts" }),
				call("tree", {}),
				call("diff", { path_a: "src/a.ts", path_b: "src/old.ts" }),
				call("read_file", { files: [{ path: "src/a.ts", line_ranges: [[1, 2]] }, { path: "notes.txt" }] }),
				call("read_file", { files: [{ path: "private/key.txt" }] }),
			),
			say(calls.complete("Looked.")),
		]);
		await send("Look around.");
		await card("attempt_completion", "done").waitFor();
		for (const tool of ["list_code_definition_names", "glob", "tree", "diff"])
			expect(await card(tool, "done").count()).toBe(1);
		expect(await card("read_file", "failed").count()).toBe(1);
		const results = JSON.stringify(model.requests().at(-1)?.body.messages);
		expect(results).toContain("1--3 | export function first()");
		expect(results).toContain("Second");
		expect(results).toContain("2 | two");
		expect(results).not.toContain("treasure");
		await shot("1-read");
	});

	it("edit: a patch over two files, then a proposal that is changed in the editor", async () => {
		model.script([say(call("apply_patch", { patch })), say(calls.write("notes.txt", "one\n2\nthree\n"))]);
		await send("Change it.");
		await card("apply_patch", "waiting").waitFor();
		expect(await card("apply_patch", "waiting").locator('[data-testid="diff-file"]').count()).toBe(2);
		await shot("2-patch");
		await approve("apply_patch");
		await card("write_to_file", "waiting").waitFor();
		expect(fileText("src/a.ts")).toContain("return 2;");
		expect(fileText("src/b.ts")).toBe("export const b = 1;\n");

		const right = code.page.locator(".monaco-diff-editor .editor.modified .view-lines").first();
		await right.waitFor();
		await right.click();
		await code.page.keyboard.press("Control+End");
		await code.page.keyboard.type("four");
		await shot("3-edited-proposal");
		model.script([say(calls.complete("Changed."))]);
		await approve("write_to_file");
		await card("attempt_completion", "done").nth(1).waitFor();
		expect(fileText("notes.txt")).toBe("one\n2\nthree\nfour");
		expect(JSON.stringify(model.requests().at(-1)?.body)).toContain("+four");
		await code.page.locator(".monaco-diff-editor").first().waitFor({ state: "detached" });
	});

	it("edit: a deletion says what would go, and goes after approval only", async () => {
		model.script([say(call("delete_file", { path: "src/old.ts" })), say(calls.complete("Deleted."))]);
		await send("Delete the old one.");
		await card("delete_file", "waiting").waitFor();
		expect(existsSync(join(code.workspaceDir, "src/old.ts"))).toBe(true);
		await shot("4-delete");
		await approve("delete_file");
		await card("attempt_completion", "done").nth(2).waitFor();
		expect(existsSync(join(code.workspaceDir, "src/old.ts"))).toBe(false);
	});

	it("command: goes on in the background, is read, answered and ended", async () => {
		const command = "read -r name; echo hello $name; sleep 600";
		model.script([say(call("execute_command", { command, background: true }))]);
		await send("Start it.");
		await card("execute_command", "waiting").waitFor();
		const read = (params: object) => say(call("read_command_output", { id: "cmd-1", ...params }));
		model.script([read({ input: "Kiln" }), read({ search: "hello" }), read({ kill: true })]);
		await approve("execute_command");
		// What is typed into a command runs something: it asks.
		await approve("read_command_output");
		model.script([say(calls.complete("Ended."))]);
		await card("attempt_completion", "done").nth(3).waitFor();
		expect(JSON.stringify(model.requests().at(-2)?.body)).toContain("hello Kiln");
		await shot("5-command");
	});

	it("modes: a suggested answer switches the mode", async () => {
		const follow_up = [{ text: "Write tests" }, { text: "Explain it", mode: "ask" }];
		model.script([say(call("ask_followup_question", { question: "What next?", follow_up }))]);
		await send("And now?");
		await byId("question").last().waitFor();
		await shot("6-question");
		model.script([say(calls.complete("Explained."))]);
		await byId("suggestion-1").last().click();
		await card("attempt_completion", "done").nth(4).waitFor();
		await expect.poll(() => byId("mode-dropdown").innerText()).toContain("Ask");
		await byId("mode-dropdown").click();
		await byId("mode-dropdown-option-code").click();
	});

	it("subtasks: a child that waits over a reload of the window, then the parent goes on", async () => {
		const message = "Write c.txt and report.";
		model.script([say(call("new_task", { mode: "code", message })), say(calls.write("c.txt", "child\n"))]);
		await send("Delegate it.");
		await approve("new_task");
		await byId("breadcrumb").waitFor();
		await card("write_to_file", "waiting").waitFor();
		await shot("7-subtask");
		await code.reloadWindow();
		chat = await code.openKiln();
		await byId("breadcrumb").waitFor();
		model.script([say(calls.complete("Child is done.")), say(calls.complete("All is done."))]);
		await approve("write_to_file");
		await chat.getByText("All is done.").first().waitFor();
		expect(fileText("c.txt")).toBe("child\n");
		expect(await byId("breadcrumb").count()).toBe(0);
		expect(await open("new_task")).toContain("Write c.txt");
		await shot("8-back-at-parent");
		expect(JSON.stringify(model.requests().at(-1)?.body)).toContain("Child is done.");
	});

	it("shows the parent, and not the child, after another reload", async () => {
		await code.reloadWindow();
		chat = await code.openKiln();
		await chat.getByText("All is done.").first().waitFor();
		expect(await byId("task-title").first().innerText()).toContain("Look around");
		expect(await byId("breadcrumb").count()).toBe(0);
	});
});
