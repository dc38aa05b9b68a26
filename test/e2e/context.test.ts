import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../integration/support/mockModel";
import { call, calls, sayIn } from "../integration/support/scriptedCalls";
import { docxOf, paragraph, pdfOf, sheetRow, xlsxOf } from "../unit/services/extract-text/documents";
import { chatPage, connectModel } from "./support/chatPage";
import { shotOnFailure } from "./support/shotOnFailure";
import { startVsCode, type VsCode } from "./support/startVsCode";

const say = sayIn("native");
const notebook = JSON.stringify({
	cells: [{ cell_type: "code", metadata: {}, source: ["print('from the notebook')"], outputs: [] }],
	metadata: { kernelspec: { language: "python" } },
	nbformat: 4,
	nbformat_minor: 5,
});
const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const greeting = "// Grüße aus Köln, schöne Straße\nold line\n";
const diff = "<<<<<<< SEARCH\nold line\n=======\nnew line: für\n>>>>>>> REPLACE";

/** What the model learns of the editor and of files that are no plain text, and what becomes of its edits there. */
describe("files and the editor as the model sees them", () => {
	let code: VsCode;
	let model: MockModel;
	let chat: Frame;

	const page = chatPage(() => chat);
	const { byId, card, send } = page;
	const shot = (name: string) => code.screenshot(`context-${name}`);
	const fileBytes = (path: string) => readFileSync(join(code.workspaceDir, path));
	const lastMessages = () => model.requests().at(-1)?.body.messages as readonly unknown[];
	const lastRequest = () => JSON.stringify(lastMessages());
	/** What the last request has that those before it had not. */
	const news = () => JSON.stringify(lastMessages().at(-1));
	const approve = (tool: string) => card(tool, "waiting").last().locator('[data-testid="approve"]').click();
	/** By its text: the list draws only what is on the screen. */
	const completed = (text: string) => card("attempt_completion", "done").getByText(text).waitFor();

	beforeAll(async () => {
		model = await startMockModel();
		code = await startVsCode({
			workspace: {
				"report.pdf": pdfOf("from the page"),
				"letter.docx": docxOf(paragraph("from the letter")),
				"figures.xlsx": xlsxOf({ Costs: sheetRow(1, { A: "from the sheet", B: 42 }) }),
				"study.ipynb": notebook,
				"notes.txt": "saved line\n",
				"latin.txt": latin1(greeting),
				"wide.txt": utf16(greeting),
				"data.json": '{\n    "a": 1\n}\n',
				"broken.json": "{}\n",
			},
			settings: { "[json]": { "editor.formatOnSave": true }, "files.autoSave": "off" },
			name: "context",
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
	shotOnFailure("context", () => code);

	it("reads documents as text", async () => {
		const files = ["report.pdf", "letter.docx", "figures.xlsx", "study.ipynb"].map((path) => ({ path }));
		model.script([say(call("read_file", { files })), say(calls.complete("Read all."))]);
		await send("Read all of it.");
		await completed("Read all.");
		for (const text of ["from the page", "from the letter", "from the sheet", "from the notebook"])
			expect(lastRequest()).toContain(text);
		await shot("1-documents");
	});

	it("reads what stands in the editor unsaved, and says so", async () => {
		await code.openFile("notes.txt");
		await code.page.locator(".editor-instance .view-lines").click();
		await code.page.keyboard.press("Control+End");
		await code.page.keyboard.type("typed line");
		await code.page.locator(".tab.dirty", { hasText: "notes.txt" }).waitFor();
		model.script([
			say(call("read_file", { files: [{ path: "notes.txt" }] })),
			say(calls.complete("Read notes.")),
		]);
		await send("Read the notes.");
		await completed("Read notes.");
		expect(lastRequest()).toContain("2 | typed line");
		expect(lastRequest()).toContain("Unsaved: this is the editor's text");
		expect(fileBytes("notes.txt").toString()).toBe("saved line\n");
		await shot("2-unsaved");
	});

	it("keeps the encoding of what it edits, in closed files and in the editor", async () => {
		await code.openFile("wide.txt");
		const files = [{ path: "latin.txt" }, { path: "wide.txt" }];
		model.script([
			say(call("read_file", { files })),
			say(call("apply_diff", { path: "latin.txt", diff })),
			say(call("apply_diff", { path: "wide.txt", diff })),
			say(calls.complete("Changed both.")),
		]);
		await send("Change both.");
		await card("apply_diff", "waiting").waitFor();
		expect(lastRequest().split("Grüße aus Köln").length - 1).toBe(2);
		await approve("apply_diff");
		await card("apply_diff", "done").first().waitFor();
		await approve("apply_diff");
		await completed("Changed both.");
		const changed = greeting.replace("old line", "new line: für");
		expect(fileBytes("latin.txt")).toEqual(latin1(changed));
		expect(fileBytes("wide.txt")).toEqual(utf16(changed));
		await shot("3-encodings");
	});

	it("tells what a formatter made of an edit, and which problems are new", async () => {
		await code.openFile("broken.json");
		await code.openFile("data.json");
		model.script([say(calls.write("data.json", '{"a":1,\n"b":2}\n')), say(calls.complete("Added b."))]);
		await send("Add b.");
		await approve("write_to_file");
		await completed("Added b.");
		expect(fileBytes("data.json").toString().trimEnd()).toBe('{\n    "a": 1,\n    "b": 2\n}');
		expect(news()).toContain("# data.json was changed by the editor after your edit");
		expect(news()).toContain(JSON.stringify('+    "b": 2').slice(1, -1));

		await code.openFile("broken.json");
		model.script([
			say(calls.write("broken.json", '{\n    "a": oops\n}\n')),
			say(calls.complete("Broke it.")),
			say(calls.complete("Saw the problem.")),
		]);
		await send("Break it.");
		await approve("write_to_file");
		await completed("Broke it.");
		await code.page.locator(".squiggly-error").first().waitFor();
		await send("What does the editor say?");
		await completed("Saw the problem.");
		await shot("4-problems");
		expect(lastRequest()).toMatch(/# New problems in files that you edited\\nbroken.json:2 error/);
	});

	it("knows the editor's problems and the person's terminal when they are mentioned", async () => {
		await code.runCommand("Terminal: Create New Terminal");
		// The mark of shell integration, without which VS Code tells nothing of commands.
		await code.page.locator(".terminal-command-decoration").first().waitFor();
		// What ends in no time VS Code does not tell.
		await code.page.keyboard.type("sleep 1; echo from-$((40+2))-shell\n");
		await code.page.locator(".codicon-terminal-decoration-success").first().waitFor();
		await shot("5-terminal");
		model.script([say(calls.complete("Saw both."))]);
		await send("What of @problems and @terminal ?");
		await completed("Saw both.");
		expect(lastRequest()).toMatch(/<problems>\\nbroken.json:2:\d+ error/);
		expect(lastRequest()).toContain("from-42-shell");
		await shot("6-mentions");
	});

	it("reports a bug with exactly the text that was shown", async () => {
		const report = { title: "The wheel is stuck", description: "It does not turn." };
		model.script([say(call("report_bug", report)), say(calls.complete("Reported."))]);
		await send("/reportbug The wheel is stuck.");
		await card("report_bug", "waiting").waitFor();
		await shot("7-report");
		const shown = await card("report_bug", "waiting").locator("textarea").first().inputValue();
		await code.page.context().route("https://github.com/**", (route) => route.fulfill({ body: "The form" }));
		await approve("report_bug");
		const opened = code.page.context().waitForEvent("page");
		await code.answerDialog("Open");
		const issue = await opened;
		await issue.waitForURL("https://github.com/**");
		await shot("8-report");
		const { searchParams } = new URL(issue.url());
		expect(`# ${searchParams.get("title")}\n\n${searchParams.get("body")}`).toBe(shown);
		expect(shown).toContain("It does not turn.");
		await issue.close();
		await completed("Reported.");
	});

	it("goes on after the conversation was condensed, with less to send", async () => {
		const before = lastRequest().length;
		model.script([
			say(call("condense", { message: "All files were read." })),
			say(calls.complete("Went on.")),
		]);
		await send("/condense");
		await card("condense", "waiting").waitFor();
		await shot("9-condense");
		await approve("condense");
		await completed("Went on.");
		expect(lastRequest()).toContain("All files were read.");
		expect(lastRequest()).not.toContain("from the notebook");
		expect(lastRequest().length).toBeLessThan(before / 2);
		await shot("10-condensed");
	});
});
