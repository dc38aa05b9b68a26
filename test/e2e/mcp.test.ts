import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../integration/support/mockModel";
import { call, calls, sayIn } from "../integration/support/scriptedCalls";
import { chatPage, connectModel } from "./support/chatPage";
import { startVsCode, type Theme, type VsCode } from "./support/startVsCode";

const say = sayIn("xml");
const require = createRequire(import.meta.url);
const everything = join(
	dirname(require.resolve("@modelcontextprotocol/server-everything/package.json")),
	"dist/index.js",
);
const callTool = (tool_name: string, args: unknown) =>
	call("use_mcp_tool", { server_name: "everything", tool_name, arguments: JSON.stringify(args) });

const projectFile = `{
	// kept when Kiln edits
	"mcpServers": {
		"ours": {
			"command": "node",
			"args": [${JSON.stringify(everything)}, "stdio"],
			"env": { "GREETING": "hello \u202eworld" },
			"alwaysAllow": ["echo", "get-sum"]
		},
		"broken": { "command": "node", "args": ["--no-such-option"] },
		"faulty": { "command": "node", "timeout": 0 }
	}
}
`;

const cursorFile = JSON.stringify({
	mcpServers: {
		imported: { type: "stdio", command: "node", args: [everything, "stdio"], env: { "KEY\u200b": "a b" } },
		ours: { command: "node", args: ["another.js"], disabled: true },
		homely: { command: "$" + "{userHome}/bin/server" },
	},
});

/** MCP servers from the first entry in the form to a call that need not ask, as a person sees it. */
describe.each<Theme>(["dark", "light"])("MCP servers in VS Code, %s", (theme) => {
	let code: VsCode;
	let model: MockModel;
	let chat: Frame;

	const page = chatPage(() => chat);
	const { byId, card, send } = page;
	const shot = (name: string) => code.screenshot(`mcp-${theme}-${name}`);
	const server = (name: string, status: string) =>
		chat.locator(`[data-testid="mcp-server"][data-server="${name}"][data-status="${status}"]`);
	const tool = (name: string) => chat.locator(`[data-testid="mcp-tool"][data-tool="${name}"]`);
	const projectPath = () => join(code.workspaceDir, ".kilocode/mcp.json");
	const projectText = () => readFileSync(projectPath(), "utf8");
	const openServers = () => code.page.locator('.action-label[aria-label="MCP Servers"]').first().click();

	beforeAll(async () => {
		model = await startMockModel();
		code = await startVsCode({
			workspace: {
				".kilocode/mcp.json": projectFile,
				".cursor/mcp.json": cursorFile,
				".mcp.json": '{ "mcpServers": { "half": ',
			},
			name: `mcp-${theme}`,
			theme,
		});
		chat = await code.openKiln();
		await connectModel(page, model);
	});
	afterAll(async () => {
		const leaked = await code?.stop();
		await model?.stop();
		expect(leaked ?? []).toEqual([]);
	});

	it("says what wants the person, and starts nothing of the project by itself", async () => {
		await byId("mcp-notice").getByText("wait for your consent").waitFor();
		await openServers();
		await server("ours", "awaiting_trust").waitFor();
		await byId("mcp-problems").getByText("timeout").waitFor();
		await shot("1-list");
	});

	it("offers other programs' servers, imports the chosen ones, and starts none of them", async () => {
		const line = (origin: string) => chat.locator(`[data-testid="mcp-import-line"][data-origin="${origin}"]`);
		const offered = (name: string) =>
			chat.locator(`[data-testid="mcp-import-server"][data-server="${name}"]`);
		await line(".mcp.json").getByText("The JSON is broken").first().waitFor();
		await line(".mcp.json").locator('[data-testid="mcp-import-dismiss"]').click();
		await line(".mcp.json").waitFor({ state: "detached" });
		await line(".cursor/mcp.json").getByText("2 servers (imported, homely)").waitFor();
		await line(".cursor/mcp.json").locator('[data-testid="mcp-import-open"]').click();
		await offered("imported").getByText("KEY⟨U+200B⟩=a b").waitFor();
		await offered("ours").getByText("Already configured there").waitFor();
		await offered("homely").getByText("Cannot be imported").waitFor();
		await shot("1a-import");
		await byId("mcp-import-target").selectOption("global");
		await byId("mcp-import-effect").getByText("start by themselves").waitFor();
		await byId("mcp-import-target").selectOption({ label: "This project" });
		await offered("ours").locator('[data-testid="mcp-import-choose"]').click();
		await byId("mcp-import-send").getByText("Import 2 servers, replacing 1").waitFor();
		await byId("mcp-import-cancel").scrollIntoViewIfNeeded();
		await shot("1c-import-end");
		await offered("ours").locator('[data-testid="mcp-import-choose"]').click();
		await byId("mcp-import-send").click();
		await server("imported", "awaiting_trust").waitFor();
		await byId("mcp-import").waitFor({ state: "detached" });
		expect(projectText()).toContain("// kept when Kiln edits");
		expect(projectText()).not.toContain("another.js");
		await line(".cursor/mcp.json").getByText("1 server (homely)").waitFor();
		await shot("1b-imported");
		await line(".cursor/mcp.json").locator('[data-testid="mcp-import-dismiss"]').click();
		await line(".cursor/mcp.json").waitFor({ state: "detached" });
		await byId("mcp-back").click();
		await openServers();
		await server("imported", "awaiting_trust").waitFor();
		expect(await byId("mcp-import-line").count()).toBe(0);
	});

	it("adds a server by the form, with faults named and a test before", async () => {
		await byId("mcp-add").click();
		await byId("mcp-save").click();
		expect(await byId("mcp-field-name").getAttribute("aria-invalid")).toBe("true");
		await byId("mcp-field-name").fill("everything");
		await byId("mcp-field-command").fill("node");
		await byId("mcp-field-args").fill("/no/such/file.js");
		await byId("mcp-test").click();
		await byId("mcp-test-result").getByText("no/such/file").first().waitFor();
		await shot("2-test-failed");
		await byId("mcp-field-args").fill(`${everything}\nstdio`);
		await byId("mcp-test").click();
		await byId("mcp-test-result").getByText("It works").waitFor();
		await shot("3-form");
		await byId("mcp-save").click();
		await server("everything", "connected").waitFor();
		const file = join(code.userDataDir, "User/globalStorage/kiln.kiln/settings/mcp_settings.json");
		expect(existsSync(file)).toBe(true);
	});

	it("starts a project's server after consent to exactly what is shown", async () => {
		await server("ours", "awaiting_trust").locator('[data-testid="mcp-review"]').click();
		await byId("mcp-trust-facts").getByText(everything).waitFor();
		await byId("mcp-trust-facts").getByText("hello ⟨U+202E⟩world").waitFor();
		await shot("4-trust");
		await byId("mcp-trust-tools").getByText("get-sum").click();
		await byId("mcp-trust-start").click();
		await server("ours", "connected").waitFor();
		await server("ours", "connected").locator('[data-testid="mcp-server-toggle"]').click();
		const isAllowed = (name: string) =>
			tool(name)
				.locator('[data-testid="mcp-tool-allow"]')
				.evaluate((box) => (box as unknown as { checked: boolean }).checked);
		expect([await isAllowed("echo"), await isAllowed("get-sum")]).toEqual([false, true]);
	});

	it("turns a switch back that was refused, and says why", async () => {
		const text = projectText();
		const doubled = '"disabledTools": [], "disabledTools": [], "alwaysAllow"';
		writeFileSync(projectPath(), text.replace('"alwaysAllow"', doubled));
		const box = tool("echo").locator('[data-testid="mcp-tool-switch"]');
		await box.click();
		await byId("mcp-failure").getByText("stands twice").waitFor();
		await expect
			.poll(() => box.evaluate((one) => (one as unknown as { checked: boolean }).checked))
			.toBe(true);
		writeFileSync(projectPath(), text);
	});

	it("closes a question that is over, and leaves the list alive", async () => {
		const text = projectText();
		await server("broken", "awaiting_trust").locator('[data-testid="mcp-review"]').click();
		await byId("mcp-trust").waitFor();
		writeFileSync(projectPath(), text.replace('"broken"', '"other"'));
		await byId("mcp-trust").waitFor({ state: "detached" });
		const toggle = server("ours", "connected").locator('[data-testid="mcp-server-toggle"]');
		for (const isOpen of ["false", "true"]) {
			await toggle.click({ timeout: 10_000 });
			expect(await toggle.getAttribute("aria-expanded")).toBe(isOpen);
		}
		writeFileSync(projectPath(), text);
		await server("broken", "awaiting_trust").waitFor();
		expect(await byId("mcp-trust").count()).toBe(0);
	});

	it("switches a tool and a server off, and keeps the file's comments", async () => {
		await tool("echo").locator('[data-testid="mcp-tool-switch"]').click();
		await expect.poll(projectText).toContain('"disabledTools"');
		await shot("5-tools");
		await server("ours", "connected").locator('[data-testid="mcp-server-switch"]').click();
		await server("ours", "disabled").waitFor();
		expect(projectText()).toContain("// kept when Kiln edits");
	});

	it("shows why a server fails, with what it said", async () => {
		await server("broken", "awaiting_trust").locator('[data-testid="mcp-review"]').click();
		await byId("mcp-trust-start").click();
		await byId("mcp-stderr").getByText("no-such-option").first().waitFor();
		await shot("6-error");
		await server("broken", "failed").waitFor({ timeout: 60_000 });
	});

	it("asks before a call, and no more once it is always allowed", async () => {
		await byId("mcp-back").click();
		model.script([say(callTool("echo", { message: "hello there" }))]);
		await send("Say hello.");
		await card("use_mcp_tool", "waiting").waitFor();
		await byId("mcp-arguments").getByText("hello there").waitFor();
		await shot("7-approval");
		model.script([say(callTool("echo", { message: "again" })), say(callTool("get-tiny-image", {}))]);
		await byId("always-allow").first().click();
		await expect.poll(() => card("use_mcp_tool", "done").count(), { timeout: 10_000 }).toBe(2);
		await card("use_mcp_tool", "waiting").waitFor();
		model.script([say(calls.complete("Said."))]);
		await card("use_mcp_tool", "waiting").locator('[data-testid="approve"]').click();
		await card("attempt_completion", "done").waitFor();
		await card("use_mcp_tool", "done").last().locator('[data-testid="tool-toggle"]').click();
		await byId("mcp-image").first().waitFor();
		await shot("8-done");
	});

	it("passes a server's question on to the person, and the answer back", async () => {
		await byId("approve").first().waitFor({ state: "detached" });
		model.script([say(callTool("trigger-elicitation-request", {}))]);
		await send("Let it ask me.");
		await card("use_mcp_tool", "waiting").locator('[data-testid="approve"]').click();
		await byId("mcp-question").waitFor();
		await byId("mcp-question-accept").click();
		await byId("mcp-question-name").fill("Ada Lovelace");
		await shot("9-question");
		model.script([say(calls.complete("Asked."))]);
		await byId("mcp-question-accept").click();
		await byId("mcp-question").waitFor({ state: "detached" });
		await chat.getByText("Asked.").first().waitFor();
		expect(JSON.stringify(model.requests().at(-1)?.body)).toContain("Ada Lovelace");
	});

	it("edits and renames a server, removes it after asking once more, and opens the file", async () => {
		await code.runCommand("Kiln: MCP Servers");
		await server("everything", "connected").locator('[data-testid="mcp-edit"]').click();
		expect(await byId("mcp-field-args").inputValue()).toBe(`${everything}\nstdio`);
		await byId("mcp-field-timeout").fill("90");
		await byId("mcp-field-name").fill("all of it");
		await byId("mcp-save").click();
		await server("all of it", "connected").locator('[data-testid="mcp-remove"]').click();
		await byId("mcp-remove-confirm").click();
		await expect.poll(() => chat.locator('[data-server="all of it"]').count()).toBe(0);
		await byId("mcp-open-project").click();
		await code.page.locator(".tab", { hasText: "mcp.json" }).first().waitFor();
		await code.page.locator(".squiggly-warning, .squiggly-error").first().waitFor();
		await shot("10-file");
	});
});
