import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelMessage } from "@shared/provider";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assistant, collect, providerOf, requestOf, textOf, user } from "./support";

const openTag =
	/^<(list_files|update_todo_list|write_to_file|execute_command|read_file|apply_diff|search_files|attempt_completion)>$/gm;

describe("the built-in demo", () => {
	const answers: string[] = [];
	let folder: string;
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), "kiln-demo-"));
		answers.push(...(await playedAnswers()));
	});
	afterAll(() => rm(folder, { recursive: true }));

	it("holds one call a message and completes at the end", () => {
		expect(answers.length).toBeGreaterThan(7);
		for (const answer of answers) expect([...answer.matchAll(openTag)]).toHaveLength(1);
		expect(answers.at(-1)).toContain("<attempt_completion>");
	});

	it("writes a program that fails, and mends it with a diff that applies", async () => {
		const program = between(answers, "<content>\n", "</content>");
		expect(await run(folder, program)).toMatchObject({
			exitCode: 1,
			output: expect.stringContaining("FAIL 8:00"),
		});
		const [, startLine] = /:start_line:(\d+)/.exec(answers.join("\n")) ?? [];
		const search = between(answers, "-------\n", "=======\n");
		const replace = between(answers, "=======\n", ">>>>>>> REPLACE");
		expect(
			program
				.split("\n")
				.slice(Number(startLine) - 1)
				.join("\n")
				.startsWith(search),
		).toBe(true);
		const mended = await run(
			folder,
			program.replace(search, () => replace),
		);
		expect(mended.exitCode).toBe(0);
		expect(mended.output).not.toContain("FAIL");
	});
});

async function playedAnswers(): Promise<string[]> {
	const demo = await providerOf({ provider: "replay", baseUrl: "", model: "demo" });
	const messages: ModelMessage[] = [user("Show me.")];
	for (const answers: string[] = []; ; ) {
		const text = textOf(await collect(demo, requestOf([...messages])));
		if (text === "The recording ends here.") return answers;
		answers.push(text);
		messages.push(assistant(text), user("done"));
	}
}

function between(texts: readonly string[], open: string, close: string): string {
	const text = texts.find((candidate) => candidate.includes(open) && candidate.includes(close)) ?? "";
	const start = text.indexOf(open) + open.length;
	return text.slice(start, text.indexOf(close, start));
}

async function run(folder: string, program: string): Promise<{ exitCode: number; output: string }> {
	await mkdir(join(folder, "kiln-demo"), { recursive: true });
	await writeFile(join(folder, "kiln-demo", "greet.mjs"), program);
	return new Promise((resolve) => {
		const child = execFile(process.execPath, ["kiln-demo/greet.mjs"], { cwd: folder }, (_, output) => {
			resolve({ exitCode: child.exitCode ?? -1, output });
		});
	});
}
