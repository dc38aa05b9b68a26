import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../integration/support/mockModel";
import { complete, run } from "../integration/support/startTask";
import { startVsCode, type VsCode } from "./support/startVsCode";

/** What goes wrong for a new user, in words and with a way on; draft and log survive. */
describe("errors in the chat", () => {
	let code: VsCode;
	let model: MockModel;
	let chat: Frame;
	const byId = (id: string) => chat.locator(`[data-testid="${id}"]`);
	const fill = (id: string, value: string) => byId(id).locator("input").or(byId(id)).last().fill(value);

	beforeAll(async () => {
		model = await startMockModel();
		code = await startVsCode({ workspace: { "a.txt": "a\n" }, theme: "light", width: 1600, name: "errors" });
		chat = await code.openKiln();
	});
	afterAll(async () => {
		await code?.stop();
		await model?.stop();
	});

	it("refuses a malformed address in the form", async () => {
		await byId("connect-model").click();
		await fill("profile-base-url", "nonsense");
		await fill("profile-model", "m");
		await byId("profile-save").click();
		await expect.poll(() => byId("profile-form").innerText()).toMatch(/http/i);
		await fill("profile-base-url", model.openaiBaseUrl);
		await fill("profile-key", "wrong-key");
		await byId("profile-save").click();
		await byId("profile-form").waitFor({ state: "detached" });
	});

	it("names a refused key, never shows it, and goes on with Retry without doubling the message", async () => {
		model.script([{ status: 401, text: "Incorrect API key provided: wrong-key" }]);
		await byId("chat-input").fill("Say hello.");
		await byId("chat-input").press("Enter");
		await byId("row-error").waitFor();
		const text = await byId("row-error").innerText();
		expect(text).toMatch(/key/i);
		expect(text).not.toContain("wrong-key");
		await code.screenshot("errors-light-key");
		model.script([complete("Hello.")]);
		await byId("retry").click();
		await chat.locator('[data-tool="attempt_completion"][data-state="done"]').waitFor();
		expect(await byId("row-user").count()).toBe(1);
		const logs = join(code.userDataDir, "User/globalStorage/kiln.kiln/tasks");
		for (const task of readdirSync(logs)) {
			expect(readFileSync(join(logs, task, "events.jsonl"), "utf8")).not.toContain("wrong-key");
		}
	});

	it("shows a command's output while it runs", async () => {
		model.script([run("echo early; sleep 4; echo late"), complete("Ran it.")]);
		await byId("chat-input").fill("Run it.");
		await byId("chat-input").press("Enter");
		await byId("approve").first().click();
		const running = chat.locator('[data-tool="execute_command"][data-state="running"]');
		// The output, not the command line above it.
		const output = running.locator('[data-testid="terminal-output"]');
		await expect.poll(() => output.innerText().catch(() => "")).toContain("early");
		expect(await output.innerText()).not.toContain("late");
		await chat.locator('[data-tool="execute_command"][data-state="done"]').waitFor();
		await byId("messages").getByText("Ran it.").first().waitFor();
	});

	it("keeps a draft over a reload of the window", async () => {
		await byId("chat-input").fill("half a thought");
		// It is saved once the typing pauses, and nothing on the screen says so.
		await code.page.waitForTimeout(1000);
		await code.reloadWindow();
		chat = await code.openKiln();
		await expect.poll(() => byId("chat-input").inputValue()).toBe("half a thought");
	});
});
