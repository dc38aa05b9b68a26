import { AskFollowupQuestionTool } from "@core/tools/interactive/AskFollowupQuestionTool";
import { describe, expect, it } from "vitest";
import { createTestTask, parseParams, runTool } from "../support/testTask";

const tool = new AskFollowupQuestionTool();
const question = "Which database?";
const tags = '<suggest>SQLite</suggest>\n<suggest mode="architect">Compare first</suggest>';

function suggestionsOf(followUp: unknown) {
	return parseParams(tool, { question, follow_up: followUp }).follow_up;
}

describe("suggestions", () => {
	const both = [{ text: "SQLite" }, { text: "Compare first", mode: "architect" }];

	it.each([
		["tags", tags],
		["a list of objects", both],
		["objects as JSON text", JSON.stringify(both)],
		["objects and strings", ["SQLite", both[1]]],
		[
			"tags with single quotes and blanks",
			"<suggest > SQLite </suggest><suggest  mode = 'architect'>Compare first\n</suggest>",
		],
	])("are read from %s", (_name, followUp) => {
		expect(suggestionsOf(followUp)).toEqual(both);
	});

	it("keep what looks like markup, and decode nothing", () => {
		expect(suggestionsOf("<suggest>Array<string> && a &lt; b</suggest>")).toEqual([
			{ text: "Array<string> && a &lt; b" },
		]);
	});

	it.each([
		["none", undefined, 0],
		["an empty value", "", 0],
		["one", "<suggest>a</suggest>", 1],
		["five", ["a", "b", "c", "d", "e"], 5],
	])("may be %s", async (_name, followUp, count) => {
		const params = followUp === undefined ? { question } : { question, follow_up: followUp };
		const { operation } = await runTool(tool, params, createTestTask(), { answer: "x" });
		expect(operation.question?.suggestions).toHaveLength(count);
	});

	it.each([
		["six", ["a", "b", "c", "d", "e", "f"], /2 to 5/],
		["prose", "SQLite or Postgres?", /follow_up/],
		["broken JSON", '["a",', /follow_up/],
		["an empty suggestion", ["a", ""], /follow_up/],
		["a number", 5, /follow_up/],
	])("are refused when they are %s", (_name, followUp, message) => {
		expect(() => suggestionsOf(followUp)).toThrow(message);
	});

	it("are read in linear time from hostile text", () => {
		const start = performance.now();
		expect(suggestionsOf("<suggest>".repeat(200_000))).toEqual([]);
		expect(suggestionsOf(`<suggest${" ".repeat(500_000)}`)).toEqual([]);
		expect(performance.now() - start).toBeLessThan(2000);
	});
});

describe("ask_followup_question", () => {
	it("asks, and hands the answer over", async () => {
		const { operation, result, text } = await runTool(tool, { question, follow_up: tags }, createTestTask(), {
			answer: "Postgres, please",
		});
		expect(operation.effects).toEqual([{ kind: "question" }]);
		expect(operation.question?.suggestions.map((entry) => entry.text)).toEqual(["SQLite", "Compare first"]);
		expect(operation.row).toMatchObject({ icon: "question", body: { kind: "question", question } });
		expect(text).toBe("<answer>\nPostgres, please\n</answer>");
		expect(result.next).toEqual({ kind: "end_message" });
		expect(result.row.body).toMatchObject({ kind: "question", answer: "Postgres, please" });
	});

	it("switches the mode when the suggestion that does so was taken as it stood", async () => {
		const params = { question, follow_up: tags };
		const taken = await runTool(tool, params, createTestTask(), { answer: "Compare first" });
		expect(taken.result.next).toMatchObject({ kind: "switch_mode", slug: "architect" });
		expect(taken.text).toContain("switched to architect mode");
		const edited = await runTool(tool, params, createTestTask(), { answer: "Compare first, briefly" });
		expect(edited.result.next).toEqual({ kind: "end_message" });
	});

	it("does not switch to the mode that is on", async () => {
		const task = createTestTask({ mode: "architect" });
		const { result } = await runTool(tool, { question, follow_up: tags }, task, { answer: "Compare first" });
		expect(result.next).toEqual({ kind: "end_message" });
	});

	it("offers a suggestion without its mode when there is no such mode", async () => {
		const follow_up = '<suggest mode="nonsense">Go</suggest>';
		const { operation } = await runTool(tool, { question, follow_up }, createTestTask(), { answer: "Go" });
		expect(operation.question?.suggestions).toEqual([{ text: "Go" }]);
	});

	it("needs a question and an answer", async () => {
		expect(() => parseParams(tool, { question: "" })).toThrow(/question/);
		await expect(runTool(tool, { question }, createTestTask())).rejects.toMatchObject({ code: "aborted" });
	});

	it("has a card while it streams, and an example that is right", () => {
		expect(tool.label({}, "streaming")).toMatchObject({ title: "Ask a question", body: { suggestions: [] } });
		expect(parseParams(tool, tool.example).follow_up).toHaveLength(2);
	});
});
