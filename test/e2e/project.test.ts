import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../integration/support/mockModel";
import { complete, write } from "../integration/support/startTask";
import { chatPage, connectModel } from "./support/chatPage";
import { startVsCode, type VsCode } from "./support/startVsCode";

const lines = `${Array.from({ length: 40 }, (_, index) => `line ${index + 1}`).join("\n")}\n`;
const changed = lines.replace("line 2\n", "line two\n").replace("line 30\n", "line thirty\n");
const modes = `customModes:
  - slug: tester
    name: Tester
    roleDefinition: You are Kiln, a tester.
    groups: [read]
  - slug: broken
    name: Broken
    roleDefinition: You.
    groups: [reed]
`;
const delegate = "<new_task>\n<mode>code</mode>\n<message>Write b.txt.</message>\n</new_task>";

/** What a project's own files bring, hunks that are left out, and a subtask with the way back. */
describe("a project with files for Kiln", () => {
	let code: VsCode;
	let model: MockModel;
	let chat: Frame;

	const page = chatPage(() => chat);
	const { byId, card, send } = page;
	const shot = (name: string) => code.screenshot(`project-${name}`);

	beforeAll(async () => {
		model = await startMockModel();
		code = await startVsCode({
			workspace: {
				"a.txt": lines,
				"docs/how to.md": "# How\n",
				".kilocodemodes": modes,
				".kilocode/rules/style.md": "Be short.\n",
				".kilocode/workflows/tidy.md": "---\ndescription: Tidies up\n---\nTidy $ARGUMENTS.\n",
			},
			name: "project",
		});
		chat = await code.openKiln();
		await connectModel(page, model);
	});
	afterAll(async () => {
		const leaked = await code?.stop();
		await model?.stop();
		expect(leaked ?? []).toEqual([]);
	});

	it("lists the project's modes and rules, and says what is wrong in them", async () => {
		await byId("mode-dropdown").click();
		await byId("mode-dropdown-option-tester").waitFor();
		await code.page.keyboard.press("Escape");
		await byId("show-problems").click();
		await byId("file-problems").getByText(".kilocodemodes:").waitFor();
		await byId("context").click();
		await chat.getByText(".kilocode/rules/style.md").waitFor();
		await shot("1-context");
		await code.page.keyboard.press("Escape");
	});

	it("completes commands and files while a message is typed, and sends what they stand for", async () => {
		const input = byId("chat-input");
		await input.pressSequentially("/ti");
		await byId("completion").waitFor();
		await input.press("Enter");
		await input.pressSequentially("as @how");
		await byId("completion").getByText("how to.md").waitFor();
		await shot("2-mention");
		await input.press("Enter");
		expect(await input.inputValue()).toBe("/tidy as @/docs/how\\ to.md ");
		model.script([write("a.txt", changed)]);
		await input.press("Enter");
		await card("write_to_file", "waiting").waitFor();
		const request = JSON.stringify(model.requests()[0]?.body);
		expect(request).toContain("Tidy as");
		expect(request).toContain("# How");
		expect(request).toContain("Be short.");
	});

	it("writes the hunks that were kept, also when a command of the editor approves", async () => {
		await byId("hunk-1").click();
		await byId("approve").getByText("Approve 1 of 2 hunks").waitFor();
		await shot("3-hunks");
		model.script([complete("Done.")]);
		await code.runCommand("Kiln: Approve");
		await card("attempt_completion", "done").waitFor();
		expect(readFileSync(join(code.workspaceDir, "a.txt"), "utf8")).toBe(
			lines.replace("line 2\n", "line two\n"),
		);
	});

	it("shows a subtask, brings it up again after a reload, and goes back", async () => {
		model.script([delegate, write("b.txt", "x")]);
		await send("Delegate it.");
		await card("new_task", "waiting").waitFor();
		await byId("approve").first().click();
		await byId("breadcrumb").waitFor();
		await card("write_to_file", "waiting").waitFor();
		await shot("4-subtask");
		await code.reloadWindow();
		chat = await code.openKiln();
		await byId("breadcrumb").waitFor();
		await card("write_to_file", "waiting").waitFor();
		model.script([complete("Without it.")]);
		await byId("back-to-parent").click();
		await byId("back-confirm").click();
		await chat.getByText("Without it.").first().waitFor();
		expect(await byId("breadcrumb").count()).toBe(0);
	});

	it("opens the file of the project's modes from the dropdown", async () => {
		await byId("mode-dropdown").click();
		await byId("mode-dropdown-option-action:edit").click();
		await code.page.locator(".tab", { hasText: ".kilocodemodes" }).first().waitFor();
	});
});
