import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../integration/support/mockModel";
import { complete, write } from "../integration/support/startTask";
import { chatPage, connectModel } from "./support/chatPage";
import { startVsCode, type VsCode } from "./support/startVsCode";

/** A glance at another view takes the chat's page away: what was begun in it is there again, and asks once. */
describe("the chat's view", () => {
	let code: VsCode;
	let model: MockModel;
	let frame: Frame;
	const chat = chatPage(() => frame);
	const { byId, card } = chat;

	const hideAndShow = async () => {
		await code.runCommand("View: Show Explorer");
		await expect.poll(() => frame.isDetached(), { timeout: 20_000 }).toBe(true);
		frame = await code.openKiln();
	};
	const dialog = () => code.page.locator(".monaco-dialog-box");
	const press = (label: string) => dialog().locator(".monaco-button", { hasText: label }).click();

	beforeAll(async () => {
		model = await startMockModel();
		code = await startVsCode({ workspace: { "a.txt": "a\n" }, name: "view" });
		frame = await code.openKiln();
	});
	afterAll(async () => {
		const leaked = await code?.stop();
		await model?.stop();
		expect(leaked ?? []).toEqual([]);
	});

	it("keeps a half-filled form while it is hidden, but not its key", async () => {
		await byId("connect-model").click();
		await byId("profile-base-url").fill("https://half.example");
		await byId("profile-key").fill("sk-half");
		await hideAndShow();
		await byId("profile-form").waitFor();
		expect(await byId("profile-base-url").inputValue()).toBe("https://half.example");
		expect(await byId("profile-key").inputValue()).toBe("");
		await byId("profile-cancel").click();
		await connectModel(chat, model);
	});

	it("keeps feedback, folds and the draft while it is hidden", async () => {
		model.script([write("b.txt", "b")]);
		await chat.send("Write b.txt.");
		await card("write_to_file", "waiting").waitFor();
		await byId("approval-feedback").fill("and then a test");
		await card("write_to_file", "waiting").locator('[data-testid="tool-toggle"]').click();
		await byId("chat-input").fill("half a thought");
		await hideAndShow();
		await card("write_to_file", "waiting").waitFor();
		expect(await byId("approval-feedback").inputValue()).toBe("and then a test");
		expect(await byId("diff-file").count()).toBe(0);
		expect(await byId("chat-input").inputValue()).toBe("half a thought");
	});

	it("asks before a new task takes the place of one at work", async () => {
		await code.runCommand("Kiln: New Task");
		await press("Cancel");
		await byId("approve").waitFor();
		model.script([complete("Written.")]);
		await byId("approve").click();
		await card("attempt_completion", "done").waitFor();
		expect(JSON.stringify(model.requests().at(-1)?.body)).toContain("and then a test");
		await code.runCommand("Kiln: New Task");
		await byId("empty-state").waitFor();
		expect(await dialog().count()).toBe(0);
	});

	it("begins another task when it is confirmed, and the message goes to that one", async () => {
		model.script([write("c.txt", "c")]);
		await chat.send("Write c.txt.");
		await card("write_to_file", "waiting").waitFor();
		await code.runCommand("Kiln: New Task");
		await press("New Task");
		await byId("empty-state").waitFor();
		model.script([complete("Another one.")]);
		await chat.send("Say something.");
		await card("attempt_completion", "done").waitFor();
		expect(await card("write_to_file", "waiting").count()).toBe(0);
	});
});
