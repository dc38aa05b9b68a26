import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../integration/support/mockModel";
import { complete, write } from "../integration/support/startTask";
import { chatPage, connectModel, fillProfile } from "./support/chatPage";
import { shotOnFailure } from "./support/shotOnFailure";
import { startVsCode, type VsCode } from "./support/startVsCode";

const bold = `customModes:
  - slug: ask
    name: Ask
    roleDefinition: You are Kiln, a bold answerer.
    groups: [read, edit, command]
`;
const tester = `  - slug: tester
    name: Tester
    roleDefinition: You are Kiln, a tester.
    groups: [read]
`;

/** Modes of a project: consent, their own model, export and import, and a file with a fault in it. */
describe("modes in VS Code", () => {
	let code: VsCode;
	let model: MockModel;
	let other: MockModel;
	let chat: Frame;

	const page = chatPage(() => chat);
	const { byId, card, send } = page;
	const shot = (name: string) => code.screenshot(`modes-${name}`);
	const inWorkspace = (path: string) => join(code.workspaceDir, path);
	const lastRequest = (from: MockModel) => JSON.stringify(from.requests().at(-1)?.body);
	const chooseMode = async (slug: string) => {
		await byId("mode-dropdown").click();
		await byId(`mode-dropdown-option-${slug}`).click();
	};
	const hasMode = async (slug: string) => {
		await byId("mode-dropdown").click();
		const count = await byId(`mode-dropdown-option-${slug}`).count();
		await byId("mode-dropdown-list").press("Escape");
		return count === 1;
	};
	const completed = (text: string) => card("attempt_completion", "done").getByText(text).waitFor();

	beforeAll(async () => {
		[model, other] = await Promise.all([startMockModel(), startMockModel()]);
		code = await startVsCode({ workspace: { ".kilocodemodes": bold + tester }, name: "modes" });
		chat = await code.openKiln();
		await connectModel(page, model);
	});
	afterAll(async () => {
		const leaked = await code?.stop();
		await Promise.all([model?.stop(), other?.stop()]);
		expect(leaked ?? []).toEqual([]);
	});
	shotOnFailure("modes", () => code);

	it("asks before a project's mode may do more than the one it replaces, and says what", async () => {
		await byId("waiting-modes").waitFor();
		await chooseMode("ask");
		model.script([write("a.txt", "a"), complete("Could not.")]);
		await send("Write a.txt.");
		await card("write_to_file", "failed").waitFor();
		await completed("Could not.");
		expect(lastRequest(model)).not.toContain("a bold answerer");

		await byId("review-modes").click();
		const question = await code.dialogText();
		expect(question).toContain('Use the mode "Ask" (ask) of .kilocodemodes?');
		expect(question).toContain("may change files");
		expect(question).toContain("may run commands");
		await shot("1-consent");
		await code.answerDialog("Use This Mode");
		await byId("waiting-modes").waitFor({ state: "detached" });
		model.script([write("a.txt", "a"), complete("Written.")]);
		await send("Now write it.");
		await card("write_to_file", "waiting").waitFor();
		expect(lastRequest(model)).toContain("a bold answerer");
		await byId("approve").first().click();
		await completed("Written.");
		expect(readFileSync(inWorkspace("a.txt"), "utf8").trim()).toBe("a");
	});

	it("uses the model that was picked in a mode whenever that mode is used", async () => {
		await byId("profile-dropdown").click();
		await byId("profile-dropdown-option-action:add").click();
		await fillProfile(page, { baseUrl: other.openaiBaseUrl, model: "other-model" });
		await byId("profile-save").click();
		await byId("profile-form").waitFor({ state: "detached" });
		await expect.poll(() => byId("profile-dropdown").innerText()).toContain("other-model");
		other.script([complete("By the other.")]);
		await send("Who are you?");
		await completed("By the other.");
		expect(other.requests().at(-1)?.body).toMatchObject({ model: "other-model" });

		const before = other.requests().length;
		await chooseMode("code");
		await expect.poll(() => byId("profile-dropdown").innerText()).toContain("mock-model");
		model.script([complete("By the first.")]);
		await send("And now?");
		await completed("By the first.");
		expect(other.requests().length).toBe(before);
		expect(model.requests().at(-1)?.body).toMatchObject({ model: "mock-model" });
		await chooseMode("ask");
		await expect.poll(() => byId("profile-dropdown").innerText()).toContain("other-model");
		await shot("2-own-model");
	});

	it("exports a mode to a file, and imports it from there as one's own", async () => {
		await code.runCommand("Kiln: Export Mode");
		await code.pickItem("tester");
		await code.acceptPath(inWorkspace("exported.yaml"));
		await expect.poll(() => existsSync(inWorkspace("exported.yaml"))).toBe(true);
		const exported = readFileSync(inWorkspace("exported.yaml"), "utf8");
		expect(exported).toContain("You are Kiln, a tester.");
		writeFileSync(inWorkspace("exported.yaml"), exported.replace("slug: tester", "slug: carried"));
		await shot("3-exported");

		await code.runCommand("Kiln: Import Modes");
		await code.acceptPath(inWorkspace("exported.yaml"));
		await code.pickItem("All my projects");
		expect(await code.dialogText()).toContain("carried (Tester): read");
		await shot("4-import");
		await code.answerDialog("Import");
		await expect.poll(() => hasMode("carried")).toBe(true);
		const own = join(code.userDataDir, "User/globalStorage/kiln.kiln/settings/custom_modes.yaml");
		expect(readFileSync(own, "utf8")).toContain("slug: carried");
	});

	it("names file and line of a fault, and keeps the modes that were there", async () => {
		await chooseMode("tester");
		writeFileSync(inWorkspace(".kilocodemodes"), `${bold}  - slug: tester\n    name: "Tester\n`);
		await byId("show-problems").click();
		await expect.poll(() => byId("file-problems").innerText()).toMatch(/\.kilocodemodes:\d+ /);
		await shot("5-fault");
		expect(await hasMode("tester")).toBe(true);
		other.script([complete("Tested.")]);
		await send("Test it.");
		await completed("Tested.");
		expect(lastRequest(other)).toContain("You are Kiln, a tester.");
		writeFileSync(inWorkspace(".kilocodemodes"), bold);
		await byId("file-problems").waitFor({ state: "detached" });
		await expect.poll(() => hasMode("tester")).toBe(false);
	});
});
