import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../integration/support/mockModel";
import { complete, read, run, write } from "../integration/support/startTask";
import { startVsCode, type VsCode } from "./support/startVsCode";

const greet = 'export function greet(name) {\n\treturn "Hello " + name;\n}\n';

/** A person's first hour: connect a model, send a task, approve, deny, switch the mode, see what came of it. */
describe.each(["dark", "light"] as const)("a task in the chat, %s theme", (theme) => {
	let code: VsCode;
	let model: MockModel;
	let chat: Frame;

	const byId = (id: string) => chat.locator(`[data-testid="${id}"]`);
	const card = (tool: string, state: string) =>
		chat.locator(`[data-testid="tool-card"][data-tool="${tool}"][data-state="${state}"]`);
	const send = async (text: string) => {
		await byId("chat-input").fill(text);
		await byId("chat-input").press("Enter");
	};
	const shot = (name: string) => code.screenshot(`chat-${theme}-${name}`);

	beforeAll(async () => {
		model = await startMockModel();
		code = await startVsCode({
			workspace: { "greet.js": greet, "README.md": "# Greeter\n" },
			theme,
			name: `chat-${theme}`,
		});
		chat = await code.openKiln();
	});
	afterAll(async () => {
		const leaked = await code?.stop();
		await model?.stop();
		expect(leaked ?? []).toEqual([]);
	});

	it("offers a model, a local one or the demo at first", async () => {
		await byId("first-run").waitFor();
		expect(await byId("start-demo").isVisible()).toBe(true);
		await shot("1-first-run");
	});

	it("connects a model through the form, and says in words what is wrong with it", async () => {
		await byId("connect-model").click();
		await byId("profile-base-url")
			.locator("input")
			.or(byId("profile-base-url"))
			.last()
			.fill(model.openaiBaseUrl);
		await fill("profile-name", "Mock");
		await fill("profile-key", "test-key");
		await fill("profile-model", "mock-model");
		model.script([{ status: 401, text: "Incorrect API key provided" }]);
		await byId("profile-test").click();
		await expect.poll(() => byId("profile-test-result").innerText(), { timeout: 20_000 }).toMatch(/key/i);
		await shot("2-profile-refused");
		while (model.remaining() > 0) throw new Error("The test of the connection made no request.");
		model.script(["ok"]);
		await byId("profile-test").click();
		await expect
			.poll(() => byId("profile-test-result").innerText(), { timeout: 20_000 })
			.toMatch(/connect|works|answer/i);
		await byId("profile-save").click();
		await byId("profile-form").waitFor({ state: "detached" });
		await byId("chat-input").waitFor();
		await shot("3-empty");
	});

	it("shows the diff before anything is written, and writes when it is approved", async () => {
		const after = greet.replace('"Hello " + name', "`Hello, $" + "{name}!`");
		model.script([
			`I will read the file first.\n${read("greet.js")}`,
			`Now the greeting.\n${write("greet.js", after)}`,
		]);
		await send("Make the greeting friendlier.");
		await card("read_file", "done").waitFor();
		await card("write_to_file", "waiting").waitFor();
		expect(await byId("approval-reasons").first().innerText()).toMatch(/changes a file/i);
		expect(await byId("diff-file").first().innerText()).toContain("Hello, ");
		expect(readFileSync(join(code.workspaceDir, "greet.js"), "utf8")).toBe(greet);
		await code.page.locator(".monaco-diff-editor").first().waitFor();
		await shot("4-approval-with-diff");
		const sofar = model.requests().length;
		model.script([run("node --version")]);
		await byId("approve").first().click();
		await card("write_to_file", "done").waitFor();
		expect(readFileSync(join(code.workspaceDir, "greet.js"), "utf8").trimEnd()).toBe(after.trimEnd());
		await expect.poll(() => model.requests().length).toBeGreaterThan(sofar);
		await code.page.locator(".monaco-diff-editor").first().waitFor({ state: "detached" });
	});

	it("runs a command after approval and shows its output and exit code", async () => {
		await card("execute_command", "waiting").waitFor();
		await shot("5-approve-command");
		model.script([write("secret.txt", "x")]);
		await byId("approve").first().click();
		await card("execute_command", "done").waitFor();
		await card("execute_command", "done").locator('[data-testid="tool-toggle"]').click();
		expect(await card("execute_command", "done").innerText()).toMatch(/v\d+\.\d+/);
	});

	it("denies with feedback, which reaches the model; nothing is written", async () => {
		await card("write_to_file", "waiting").waitFor();
		await byId("approval-feedback")
			.first()
			.locator("textarea, input")
			.or(byId("approval-feedback").first())
			.last()
			.fill("no new files, please");
		model.script([complete("The greeting is friendlier now: `greet.js:2`.")]);
		await byId("deny").first().click();
		await card("write_to_file", "denied").waitFor();
		await card("attempt_completion", "done").waitFor();
		expect(existsSync(join(code.workspaceDir, "secret.txt"))).toBe(false);
		expect(JSON.stringify(model.requests().at(-1)?.body)).toContain("no new files, please");
		await shot("6-completed");
	});

	it("switches the mode from the dropdown, and the mode holds", async () => {
		await byId("mode-dropdown").click();
		await byId("mode-dropdown-list").waitFor();
		await shot("7-modes");
		await byId("mode-dropdown-option-ask").click();
		await expect.poll(() => byId("mode-dropdown").innerText()).toContain("Ask");
		// The second plain answer is the one to the reminder.
		model.script([write("other.txt", "x"), "I may not edit here.", "I may not edit in this mode."]);
		await send("And now write a file.");
		await card("write_to_file", "failed").waitFor();
		await byId("messages").getByText("I may not edit in this mode.").waitFor();
		expect(existsSync(join(code.workspaceDir, "other.txt"))).toBe(false);
	});

	it("stops at once, and keeps what came", async () => {
		model.script([{ text: "Thinking about it for a long time", cutAfterChars: 20, hang: true }]);
		await expect.poll(() => byId("stop").count()).toBe(0);
		await send("Think.");
		await byId("messages").getByText("Thinking about it").first().waitFor();
		await byId("stop").click();
		await expect.poll(() => byId("stop").count(), { timeout: 2_000 }).toBe(0);
		await shot("8-stopped");
	});

	it("comes back after a reload of the window with the same transcript", async () => {
		await code.reloadWindow();
		chat = await code.openKiln();
		await card("attempt_completion", "done").waitFor();
		expect(await card("write_to_file", "denied").count()).toBe(1);
		await byId("messages").getByText("Thinking about it").first().waitFor();
		await shot("9-reloaded");
	});

	async function fill(id: string, value: string): Promise<void> {
		await byId(id).locator("input").or(byId(id)).last().fill(value);
	}
});
