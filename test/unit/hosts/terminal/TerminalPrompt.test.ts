import { PassThrough } from "node:stream";
import { TerminalPrompt } from "@hosts/terminal/TerminalPrompt";
import { describe, expect, it, vi } from "vitest";

function openPrompt() {
	const input = new PassThrough();
	const onInterrupt = vi.fn();
	return { input, onInterrupt, prompt: new TerminalPrompt(input, new PassThrough(), onInterrupt) };
}

describe("TerminalPrompt", () => {
	it.each([
		["y", { decision: "approve" }],
		["n", { decision: "deny" }],
		["", { decision: "deny" }],
		["use c.txt", { decision: "deny", text: "use c.txt" }],
	])("takes %j as an answer and interrupts nothing", async (line, expected) => {
		const { input, onInterrupt, prompt } = openPrompt();
		const answer = prompt.approval();
		input.write(`${line}\n`);
		expect(await answer).toEqual(expected);
		expect(onInterrupt).not.toHaveBeenCalled();
	});

	it("interrupts when the input ends (Ctrl+D) under an open question", async () => {
		const { input, onInterrupt, prompt } = openPrompt();
		const answer = prompt.approval();
		input.end();
		await expect(answer).rejects.toMatchObject({ name: "AbortError" });
		expect(onInterrupt).toHaveBeenCalledOnce();
	});

	it("gives the terminal back when the task ends under an open question", async () => {
		const { onInterrupt, prompt } = openPrompt();
		const answer = prompt.limit();
		prompt.dispose();
		await expect(answer).rejects.toMatchObject({ name: "AbortError" });
		expect(onInterrupt).not.toHaveBeenCalled();
	});

	it("asks one question after the other, and none once the terminal is given back", async () => {
		const { input, prompt } = openPrompt();
		const answers = [prompt.line("a"), prompt.line("b", new AbortController().signal), prompt.line("c")];
		input.write("1\n");
		expect(await answers[0]).toBe("1");
		input.write("2\n");
		expect(await answers[1]).toBe("2");
		prompt.dispose();
		await expect(answers[2]).rejects.toMatchObject({ name: "AbortError" });
		await expect(prompt.line("d")).rejects.toMatchObject({ name: "AbortError" });
	});
});
