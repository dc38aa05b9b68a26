import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../integration/support/mockModel";
import { call, calls, sayIn } from "../integration/support/scriptedCalls";
import { chatPage, connectModel } from "./support/chatPage";
import { shotOnFailure } from "./support/shotOnFailure";
import { startVsCode, type VsCode } from "./support/startVsCode";

const say = sayIn("native");
const modes = `customModes:
  - slug: helper
    name: Helper
    roleDefinition: You help.
    groups: [read]
`;

/** A folder that is not trusted (yet), no folder at all, and two of them. */
describe("workspaces", () => {
	let code: VsCode;
	let model: MockModel;
	let chat: Frame;

	const page = chatPage(() => chat);
	const { byId, card, send } = page;
	const shot = (name: string) => code.screenshot(`workspaces-${name}`);
	const inWorkspace = (path: string) => join(code.workspaceDir, path);
	const lastRequest = () => JSON.stringify(model.requests().at(-1)?.body);
	const approve = (tool: string) => card(tool, "waiting").last().locator('[data-testid="approve"]').click();
	const completed = (text: string) => card("attempt_completion", "done").getByText(text).waitFor();

	/** VS Code itself now and then opens a workspace file without its folders; its own explorer says so then. */
	const openWorkspaceFile = async (file: string, attempts = 5): Promise<void> => {
		await code.open(`${code.url}?workspace=${file}`);
		await code.runCommand("View: Show Explorer");
		const folders = code.page.locator(".explorer-folders-view .monaco-list-row");
		const hasFolders = await folders
			.first()
			.waitFor({ timeout: 5000 })
			.then(
				() => true,
				() => false,
			);
		if (hasFolders) return;
		if (attempts === 1) throw new Error(`VS Code does not open the folders of ${file}.`);
		await openWorkspaceFile(file, attempts - 1);
	};

	beforeAll(async () => {
		model = await startMockModel();
		code = await startVsCode({
			workspace: {
				"a.txt": "readable\n",
				".kilocodemodes": modes,
			},
			isRestricted: true,
			name: "workspaces",
		});
		chat = await code.openKiln();
		await connectModel(page, model, async () => {
			await byId("profile-tool-format").selectOption("native");
		});
	});
	afterAll(async () => {
		const leaked = await code?.stop();
		await model?.stop();
		expect(leaked ?? []).toEqual([]);
	});
	shotOnFailure("workspaces", () => code);

	it("a folder that is not trusted is read and nothing else, and it is said why", async () => {
		await byId("empty-state").getByText("not trusted").waitFor();
		await shot("1-restricted");
		model.script([
			say(call("read_file", { files: [{ path: "a.txt" }] })),
			say(calls.write("b.txt", "x\n")),
			say(calls.run("touch c.txt")),
			say(calls.complete("I may only read.")),
		]);
		await send("Do all of it.");
		await completed("I may only read.");
		expect(await card("read_file", "done").count()).toBe(1);
		for (const tool of ["write_to_file", "execute_command"])
			expect(await card(tool, "failed").innerText()).toMatch(/has not trusted this workspace/);
		expect(existsSync(inWorkspace("b.txt"))).toBe(false);
		expect(existsSync(inWorkspace("c.txt"))).toBe(false);
		await byId("mode-dropdown").click();
		await byId("mode-dropdown-list").waitFor();
		await shot("2-refused");
		expect(await byId("mode-dropdown-option-helper").count()).toBe(0);
		await byId("mode-dropdown-list").press("Escape");
	});

	it("once it is trusted, all of it counts, without a reload", async () => {
		await code.runCommand("Workspaces: Manage Workspace Trust");
		await code.page
			.locator(".workspace-trust-editor")
			.getByRole("button", { name: "Trust", exact: true })
			.click();
		await expect
			.poll(async () => {
				await byId("mode-dropdown").click();
				const count = await byId("mode-dropdown-option-helper").count();
				await byId("mode-dropdown-list").press("Escape");
				return count;
			})
			.toBe(1);
		model.script([say(calls.write("b.txt", "x\n")), say(calls.complete("Written."))]);
		await send("And now?");
		await approve("write_to_file");
		await completed("Written.");
		expect(readFileSync(inWorkspace("b.txt"), "utf8")).toBe("x\n");
		await shot("3-trusted");
	});

	it("no folder: says so, and starts nothing", async () => {
		await code.open(`${code.url}?ew=true`);
		chat = await code.openKiln();
		await chat.getByText("No folder is open.").first().waitFor();
		await shot("4-no-folder");
		const before = model.requests().length;
		await send("Hello?");
		await expect.poll(() => byId("chat-input").inputValue()).toBe("Hello?");
		expect(model.requests().length).toBe(before);
		await shot("5-no-folder-sent");
	});

	it("two folders: each by its name, with its own modes and rules", async () => {
		for (const name of ["one", "two"]) {
			mkdirSync(inWorkspace(`${name}/.kilocode/rules`), { recursive: true });
			writeFileSync(inWorkspace(`${name}/f.txt`), `${name}\n`);
			writeFileSync(inWorkspace(`${name}/.kilocode/rules/r.md`), `Rule of ${name}.\n`);
			writeFileSync(
				inWorkspace(`${name}/.kilocodemodes`),
				modes.replace("helper", `helper-${name}`).replace("Helper", name),
			);
		}
		writeFileSync(
			inWorkspace("both.code-workspace"),
			JSON.stringify({ folders: [{ path: "one" }, { path: "two" }] }),
		);
		await openWorkspaceFile(inWorkspace("both.code-workspace"));
		chat = await code.openKiln();
		await byId("empty-state").getByText("both").waitFor();
		model.script([
			say(call("read_file", { files: [{ path: "one/f.txt" }, { path: "two/f.txt" }] })),
			say(call("search_files", { path: "two", regex: "tw." })),
			say(calls.write("two/f.txt", "changed\n")),
			say(calls.complete("Changed the second.")),
		]);
		await send("Change the second.");
		await card("write_to_file", "waiting").waitFor();
		await shot("6-two-roots");
		await approve("write_to_file");
		await completed("Changed the second.");
		expect(readFileSync(inWorkspace("two/f.txt"), "utf8")).toBe("changed\n");
		expect(readFileSync(inWorkspace("one/f.txt"), "utf8")).toBe("one\n");
		expect(lastRequest()).toContain("1 | one");
		expect(lastRequest()).toContain("1 | two");
		expect(lastRequest()).toContain("Rule of one.");
		expect(lastRequest()).toContain("Rule of two.");
		await byId("mode-dropdown").click();
		await byId("mode-dropdown-option-helper-one").waitFor();
		await byId("mode-dropdown-option-helper-two").waitFor();
		await shot("7-modes");
	});
});
