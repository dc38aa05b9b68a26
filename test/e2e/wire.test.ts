import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolFormatName } from "@shared/settings";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../integration/support/mockModel";
import { call, calls, sayIn } from "../integration/support/scriptedCalls";
import { chatPage, connectModel } from "./support/chatPage";
import { shotOnFailure } from "./support/shotOnFailure";
import { startVsCode, type VsCode } from "./support/startVsCode";

/** What a person chooses about the wire, and what then goes over it: each with an edit and a command. */
describe("tool formats and names in VS Code", () => {
	let code: VsCode;
	let model: MockModel;
	let chat: Frame;

	const page = chatPage(() => chat);
	const { byId, card, send } = page;
	const shot = (name: string) => code.screenshot(`wire-${name}`);
	const fileText = (path: string) => readFileSync(join(code.workspaceDir, path), "utf8");
	const lastBody = () => model.requests().at(-1)?.body ?? {};
	const offered = () => {
		const { tools = [] } = lastBody() as {
			tools?: readonly { readonly function: { readonly name: string } }[];
		};
		return tools.map((tool) => tool.function.name);
	};
	const approve = async (tool: string) => {
		const button = card(tool, "waiting").locator('[data-testid="approve"]');
		await button.click();
	};
	/** By its text: the list draws only what is on the screen, and what comes has to be there. */
	const completed = async (text: string) => {
		await card("attempt_completion", "done").getByText(text).waitFor();
		expect(await byId("jump-to-latest").count()).toBe(0);
	};
	const chooseFormat = async (format: ToolFormatName) => {
		await byId("profile-dropdown").click();
		await byId("profile-dropdown-option-action:edit").click();
		await byId("profile-tool-format").selectOption(format);
		await byId("profile-save").click();
		await byId("profile-form").waitFor({ state: "detached" });
	};

	beforeAll(async () => {
		model = await startMockModel();
		code = await startVsCode({ workspace: { "a.txt": "one\n" }, name: "wire" });
		chat = await code.openKiln();
		await connectModel(page, model, async () => {
			await byId("profile-tool-format").selectOption("react");
		});
	});
	afterAll(async () => {
		const leaked = await code?.stop();
		await model?.stop();
		expect(leaked ?? []).toEqual([]);
	});
	shotOnFailure("wire", () => code);

	it("ReAct: thought and action as text, and no tools on the wire", async () => {
		const say = sayIn("react");
		model.script([
			say("Thought: I write first.\n", calls.write("a.txt", "two\n")),
			say("Thought: I run it.\n", calls.run("cat a.txt")),
			say("Thought: It is done.\n", calls.complete("Changed by ReAct.")),
		]);
		await send("Change it.");
		await approve("write_to_file");
		await approve("execute_command");
		await completed("Changed by ReAct.");
		expect(fileText("a.txt")).toBe("two\n");
		expect(offered()).toEqual([]);
		const told = JSON.stringify(lastBody());
		expect(told).toContain("Action: write_to_file(path=");
		expect(told).toContain("Observation: [execute_command for 'cat a.txt'] Result:");
		await shot("1-react");
	});

	it("native: the same task goes on in function calls, those before it, too", async () => {
		await chooseFormat("native");
		const say = sayIn("native");
		model.script([
			say("I write.", calls.write("a.txt", "three\n")),
			say(calls.run("cat a.txt")),
			say(calls.complete("Changed natively.")),
		]);
		await send("Change it again.");
		await approve("write_to_file");
		await approve("execute_command");
		await completed("Changed natively.");
		expect(fileText("a.txt")).toBe("three\n");
		expect(offered()).toContain("execute_command");
		const { messages } = lastBody() as { messages: readonly { role: string; tool_calls?: unknown[] }[] };
		expect(messages.filter(({ role }) => role === "tool")).toHaveLength(5);
		expect(JSON.stringify(messages)).not.toContain("Action: write_to_file(");
		await shot("2-native");
	});

	it.each<ToolFormatName>(["native", "xml"])("go-code's names, %s", async (format) => {
		await chooseFormat(format);
		await byId("context").click();
		await byId("tool-vocabulary").selectOption("go-code");
		await shot("3-context");
		await byId("tool-vocabulary").press("Escape");
		const say = sayIn(format);
		const edit = { file_path: "a.txt", old_string: "three", new_string: format };
		const back = { file_path: "a.txt", old_string: format, new_string: "three" };
		model.script([
			say("I read.\n", call("Read", { file_path: "a.txt" })),
			say("I edit.\n", call("Edit", edit)),
			say("I run.\n", call("Bash", { command: "cat a.txt" })),
			say("Back.\n", call("Edit", back)),
			say(calls.complete(`Edited in ${format}.`)),
		]);
		await send("Edit it.");
		await approve("Edit");
		await card("Bash", "waiting").waitFor();
		expect(fileText("a.txt")).toBe(`${format}\n`);
		await shot(`4-go-code-${format}`);
		await approve("Bash");
		await approve("Edit");
		await completed(`Edited in ${format}.`);
		const told = JSON.stringify(lastBody());
		expect(told).toContain("1: three");
		expect(told).toContain(`Output:\\n${format}`);
		if (format === "native") {
			expect(offered()).toEqual(expect.arrayContaining(["Bash", "Read", "Edit"]));
			expect(offered()).not.toContain("execute_command");
		} else {
			expect(offered()).toEqual([]);
			expect(told).toContain("## Bash");
			expect(told).not.toContain("## execute_command");
		}
	});
});
