import { decide } from "@core/approval/ApprovalPolicy";
import { type BugReport, reportText, reportUrl } from "@core/tools/maintenance/bugReport";
import { ReportBugTool } from "@core/tools/maintenance/ReportBugTool";
import { autoApproveSchema } from "@shared/settings";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestHost } from "../../../support/testHost";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";

const tool = new ReportBugTool();
const homeDir = "/home/ada";
let task: TestTask;

beforeEach(() => {
	task = createTestTask({ host: createTestHost({ homeDir }), model: { id: "gpt-test" } });
});

function plan(title: string, description: string) {
	return tool.plan(parseParams(tool, { title, description }), task);
}

/** What GitHub would show. */
function pageOf(url: string): BugReport {
	const { origin, pathname, searchParams } = new URL(url);
	expect(origin + pathname).toBe("https://github.com/kiln-agent/kiln/issues/new");
	return { title: searchParams.get("title") ?? "", body: searchParams.get("body") ?? "" };
}

describe("the page", () => {
	it("holds exactly what was shown before", async () => {
		const params = { title: "It breaks", description: "Steps:\n\n1. `a & b` ä 😀\n" };
		const { operation, text, result } = await runTool(tool, params, task);
		const [url = ""] = task.host.openedUrls;
		const { title, body } = pageOf(url);
		expect(operation.row).toMatchObject({ body: { kind: "proposal", text: `# ${title}\n\n${body}` } });
		expect(title).toBe("It breaks");
		expect(body).toMatch(
			/^Steps:\n\n1\. `a & b` ä 😀\n\n---\n- Kiln \d+\.\d+\.\d+ in test, \w+\n- Model gpt-test \(tool format xml\), mode code$/,
		);
		expect(text).toContain("Nothing is reported until they submit it");
		expect(result.row.title).toBe("Bug report opened");
	});

	it("is a network effect that names its host, and always asked about", async () => {
		const { effects } = await plan("a", "b");
		expect(effects).toEqual([
			{ kind: "network", host: "github.com" },
			{ kind: "consent", to: "open a page on github.com that holds this report" },
		]);
		expect(tool.targets()).toEqual(effects);
		const settings = autoApproveSchema.parse({ kinds: { network: { inside: true, outside: true } } });
		expect(
			decide(
				effects.map((effect) => ({ effect })),
				settings,
			).answer,
		).toBe("ask");
	});

	it.each([
		["read /home/ada/x/y.ts", "read ~/x/y.ts"],
		["/home/bob/z and /Users/eve", "~/z and ~"],
		["C:\\Users\\Eve\\app, d:/Users/me/x", "~\\app, ~/x"],
		["file:///home/ada/x", "file://~/x"],
		["https://example.com/page", "https://example.com/page"],
		["/homes/x /users.md", "/homes/x /users.md"],
	])("does not name anybody's home: %s", async (said, shown) => {
		const { data } = await plan(said, said);
		expect(data.title).toBe(shown);
		expect(data.body.split("\n")[0]).toBe(shown);
	});

	it("shows invisible characters by their code", async () => {
		expect((await plan("a\u202eb", "c\u200bd")).data).toMatchObject({
			title: "a⟨U+202E⟩b",
			body: expect.stringContaining("c⟨U+200B⟩d"),
		});
	});

	it("has a title of one line", async () => {
		expect((await plan("a\n b\tc", "d")).data.title).toBe("a b c");
		expect((await plan("x".repeat(500), "d")).data.title).toBe(`${"x".repeat(199)}…`);
	});

	it("never has an address of more than 8 000 characters, and says what was cut", async () => {
		const long = fc.string({ unit: "grapheme", minLength: 3000, maxLength: 9000 });
		await fc.assert(
			fc.asyncProperty(long, async (description) => {
				fc.pre(description.trim() !== "");
				const { data } = await plan("Title", `a${description}`);
				const url = reportUrl(data);
				expect(url.length).toBeLessThanOrEqual(8000);
				expect(data.body).toContain("mode code");
				expect(() => encodeURIComponent(data.body)).not.toThrow();
			}),
			{ numRuns: 30 },
		);
		const { data } = await plan("Title", "word ".repeat(5000));
		expect(data.body).toMatch(/\w\n\n… \(the rest was cut: it is too long for an address\)\n\n---\n- Kiln/);
		expect(reportUrl(data).length).toBeGreaterThan(7900);
	});
});

describe("where no browser can be opened", () => {
	it("the address is given instead", async () => {
		const host = createTestHost({ homeDir, canOpen: false });
		const { text, result } = await runTool(tool, { title: "a", description: "b" }, createTestTask({ host }));
		const url = /https:\S+/.exec(text)?.[0] ?? "";
		expect(pageOf(url).title).toBe("a");
		expect(result.row.body).toEqual({ kind: "text", text: url });
	});
});

describe("what the person changes", () => {
	async function change(text: string) {
		return tool.amend(await plan("Old title", "Old text"), { kind: "text", text });
	}

	it("is what the page holds, without anything added", async () => {
		const changed = await change("# New title \r\n\r\nNew text\r\n");
		expect(changed.data).toEqual({ title: "New title", body: "New text" });
		expect(changed.row.body).toEqual({ kind: "proposal", text: "# New title\n\nNew text" });
		expect(changed.amended).toBe("The user changed the report. It now reads:\n# New title\n\nNew text");
		await tool.execute(changed, task);
		expect(pageOf(task.host.openedUrls[0] ?? "")).toEqual(changed.data);
	});

	it("keeps the title where the heading is gone", async () => {
		expect((await change("Only text")).data).toEqual({ title: "Old title", body: "Only text" });
		expect((await change("## Not a title\n\ntext")).data.title).toBe("Old title");
	});

	it("may be nothing at all: the same text gives the same report", async () => {
		const operation = await plan("Title", "Text\n\n- a");
		const same = tool.amend(operation, { kind: "text", text: reportText(operation.data) });
		expect(same.data).toEqual(operation.data);
	});

	it.each(["", "  \n", "# Title only\n"])("must not be empty: %j", async (text) => {
		await expect(change(text)).rejects.toMatchObject({ code: "invalid_message" });
	});
});

describe("the call", () => {
	it.each([
		[{ title: "", description: "x" }, /title/],
		[{ title: "x", description: " \n" }, /description is empty/],
		[{ title: "x" }, /description/],
	])("refuses %o", async (params, message) => {
		await expect(runTool(tool, params, task)).rejects.toMatchObject({
			code: "invalid_parameters",
			message: expect.stringMatching(message),
		});
	});

	it("describes itself briefly, with an example that is valid", () => {
		expect(tool.describe().length).toBeLessThan(200);
		expect(parseParams(tool, tool.example)).toEqual(tool.example);
		expect(tool.label({}, "streaming").title).toBe("Open a bug report on GitHub");
	});
});
