import { execFileSync } from "node:child_process";
import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { capResult } from "@core/tools/capResult";
import { SearchFilesTool } from "@core/tools/read/SearchFilesTool";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { createTestHost } from "../../../support/testHost";
import { createTestTask, parseParams, runTool, type TestTask } from "../support/testTask";

const tool = new SearchFilesTool();
let task: TestTask;

beforeEach(() => {
	task = createTestTask();
});

function write(files: Readonly<Record<string, string | Uint8Array>>): void {
	writeTree(task.cwd, files);
}

async function search(params: Readonly<Record<string, unknown>>): Promise<string> {
	return (await runTool(tool, { path: ".", ...params }, task)).text;
}

async function failure(params: Readonly<Record<string, unknown>>, inTask = task): Promise<unknown> {
	return runTool(tool, { path: ".", ...params }, inTask).catch((error: unknown) => error);
}

/** A program that stands for ripgrep. */
function fakeRipgrep(script: string): string {
	const path = join(createTempDir("kiln-bin"), "rg");
	writeFileSync(path, `#!/bin/bash\n${script}\n`);
	chmodSync(path, 0o755);
	return path;
}

function withRipgrep(ripgrepPath: string): TestTask {
	return createTestTask({ cwd: task.cwd, host: createTestHost({ roots: [task.cwd], ripgrepPath }) });
}

describe("content", () => {
	it("groups matches by file, marks them and shows a line of context", async () => {
		write({ "src/b.ts": "needle\n", "src/a.ts": "1\n2\n3\nneedle 4\n5\n6\n7\n8\n9\nneedle 10\n" });
		expect(await search({ regex: "needle" })).toBe(
			[
				"3 matches in 2 files",
				"",
				"# src/a.ts",
				"   3 | 3",
				">  4 | needle 4",
				"   5 | 5",
				"----",
				"   9 | 9",
				"> 10 | needle 10",
				"",
				"# src/b.ts",
				"> 1 | needle",
			].join("\n"),
		);
	});

	it("shows as much context as asked for", async () => {
		write({ "a.ts": "1\n2\nneedle\n4\n5\n" });
		expect(await search({ regex: "needle", context_lines: "0" })).toContain("# a.ts\n> 3 | needle");
		expect(await search({ regex: "needle", context_lines: 2 })).toContain("  1 | 1\n  2 | 2\n> 3 | needle");
	});

	it("searches a single file", async () => {
		write({ "src/a.ts": "needle\n", "src/b.ts": "needle\n", "-": "needle\n" });
		expect(await search({ path: "src/a.ts", regex: "needle" })).toBe(
			"1 match in 1 file\n\n# src/a.ts\n> 1 | needle",
		);
		expect(await search({ path: "-", regex: "needle" })).toContain("# -\n> 1 | needle");
	});

	it("names files relative to the workspace when a subdirectory is searched", async () => {
		write({ "src/deep/a.ts": "needle\n" });
		expect(await search({ path: "src/deep", regex: "needle" })).toContain("# src/deep/a.ts");
	});

	it("finds $ at the end of a CRLF line and shows no carriage return", async () => {
		write({ "a.ts": "before\r\nneedle;\r\n" });
		expect(await search({ regex: "needle;$" })).toContain("  1 | before\n> 2 | needle;");
	});

	it.each([
		["a leading dash", "-needle", "x -needle"],
		["colons and dashes in text", "a:1-2:b", "a:1-2:b"],
		["Rust syntax", "(?i)NEE(dle|t)\\b", "a needle"],
	])("copes with %s", async (_name, regex, line) => {
		write({ "we:ird-1-na me.ts": `${line}\n` });
		expect(await search({ regex })).toContain(`# we:ird-1-na me.ts\n> 1 | ${line}`);
	});

	it.each(["content", "count", "files_with_matches"])(
		"keeps names with line ends and control characters whole (%s)",
		async (output_mode) => {
			write({ "src/a\nb.ts": "needle\n", "src/\u001b[31m.ts": "needle\n" });
			const text = await search({ regex: "needle", output_mode });
			expect(text).toContain('"src/a\\nb.ts"');
			expect(text).toContain('"src/\\u001b[31m.ts"');
			expect(text).not.toMatch(/^b\.ts/m);
		},
	);

	it("judges a name with a line end as a whole", async () => {
		write({ "private\n/a.ts": "needle\n", "b.ts": "needle\n" });
		const project = { isIgnored: (path: string) => path.includes("private") };
		const inTask = createTestTask({ cwd: task.cwd, project });
		const { text } = await runTool(tool, { path: ".", regex: "needle" }, inTask);
		expect(text).toBe("1 match in 1 file\n\n# b.ts\n> 1 | needle");
	});

	it("finds what stands behind a file that was read in part", async () => {
		write({ "a.txt": `needle\n${"x\n".repeat(100_000)}\0`, "b.txt": "needle\n" });
		const text = await search({ regex: "needle", context_lines: 0 });
		expect(text).toContain("# a.txt\n> 1 | needle");
		expect(text).toContain("# b.txt\n> 1 | needle");
	});

	it("shows lines that are not UTF-8 with replacement characters", async () => {
		write({ "a.txt": Buffer.from([0x63, 0xe9, 0x20, 0x78, 0x0a]) });
		expect(await search({ regex: " x" })).toContain("> 1 | c\ufffd x");
	});

	it("leaves out binary files", async () => {
		write({ "a.bin": Buffer.from("needle\0needle\n"), "a.ts": "needle\n" });
		expect(await search({ regex: "needle" })).toContain("in 1 file\n\n# a.ts");
	});
});

describe("other output modes", () => {
	beforeEach(() => write({ "src/a.ts": "needle needle\nneedle\n", "b.ts": "needle\r\n", "c.ts": "no\n" }));

	it("lists files with matches", async () => {
		expect(await search({ regex: "needle", output_mode: "files_with_matches" })).toBe(
			"2 files with matches\n\nb.ts\nsrc/a.ts",
		);
	});

	it("counts matching lines", async () => {
		expect(await search({ regex: "needle", output_mode: "count" })).toBe(
			"3 matching lines in 2 files\n\nb.ts: 1\nsrc/a.ts: 2",
		);
	});
});

describe("which files", () => {
	beforeEach(() =>
		write({
			".gitignore": "*.log\nout/\nsrc/secret.ts\n",
			".github/ci.yml": "needle\n",
			".git/config": "needle\n",
			"node_modules/x/index.ts": "needle\n",
			"out/x.ts": "needle\n",
			"src/a.ts": "needle\n",
			"src/a.test.ts": "needle\n",
			"src/secret.ts": "needle\n",
			"src/deep/b.js": "needle\n",
			"x.log": "needle\n",
		}),
	);

	it.each([
		[undefined, [".github/ci.yml", "src/a.test.ts", "src/a.ts", "src/deep/b.js"]],
		["*", [".github/ci.yml", "src/a.test.ts", "src/a.ts", "src/deep/b.js"]],
		["**/*", [".github/ci.yml", "src/a.test.ts", "src/a.ts", "src/deep/b.js"]],
		["*.ts", ["src/a.test.ts", "src/a.ts"]],
		["**/*.{ts,js}", ["src/a.test.ts", "src/a.ts", "src/deep/b.js"]],
		["!*.ts", [".github/ci.yml", "src/deep/b.js"]],
		["*.log", []],
		["src/*.ts", ["src/a.test.ts", "src/a.ts"]],
		["./src/**", ["src/a.test.ts", "src/a.ts", "src/deep/b.js"]],
		["**/deep/*.js", ["src/deep/b.js"]],
		["out/**", []],
		["node_modules/**/*.ts", []],
		["**/.git/*", []],
	])("honours ignore files with the pattern %s", async (pattern, expected) => {
		const text = await search({
			regex: "needle",
			output_mode: "files_with_matches",
			...(pattern && { file_pattern: pattern }),
		});
		const found = text.startsWith("No matches") ? [] : text.split("\n").slice(2);
		expect(found).toEqual(expected);
	});

	it("searches an ignored directory that is named", async () => {
		expect(await search({ path: "node_modules/x", regex: "needle" })).toContain("# node_modules/x/index.ts");
	});

	it("does not follow links", async () => {
		const outside = createTempDir();
		writeTree(outside, { "x.ts": "unique-needle\n" });
		symlinkSync(outside, join(task.cwd, "link"));
		expect(await search({ regex: "unique-needle" })).toMatch(/^No matches/);
	});

	it("is not led astray by the user's ripgrep configuration", async () => {
		const config = join(createTempDir(), "rc");
		writeFileSync(config, "--ignore-case\n--max-count=0\n");
		const before = process.env.RIPGREP_CONFIG_PATH;
		process.env.RIPGREP_CONFIG_PATH = config;
		try {
			expect(await search({ regex: "needle", file_pattern: "a.ts" })).toContain("# src/a.ts");
		} finally {
			if (before === undefined) delete process.env.RIPGREP_CONFIG_PATH;
			else process.env.RIPGREP_CONFIG_PATH = before;
		}
	});
});

describe("files that hold secrets", () => {
	beforeEach(() =>
		write({
			".env": "TOKEN=needle\n",
			"deep/id_rsa": "needle\n",
			"a.ts": "needle\n",
			".gitignore": "ignored/\n",
			"ignored/.env": "needle\n",
		}),
	);

	it.each([
		["content", "1 match in 1 file", "# a.ts\n> 1 | needle"],
		["files_with_matches", "1 file with matches", "a.ts"],
		["count", "1 matching line in 1 file", "a.ts: 1"],
	])("are left out of %s, and nothing tells whether they match", async (output_mode, head, rest) => {
		const text = await search({ regex: "needle", output_mode });
		expect(text.startsWith(head)).toBe(true);
		expect(text.endsWith(`\n\n${rest}`)).toBe(true);
		expect(text).not.toMatch(/TOKEN|id_rsa|\.env/);
		expect(await search({ regex: "^TOKEN=n", output_mode })).toBe(
			(await search({ regex: "^TOKEN=x", output_mode })).replace("=x", "=n"),
		);
	});

	it.each([".env*", "deep/*", "ignored/.*"])("are left out of the pattern %s, too", async (file_pattern) => {
		expect(await search({ regex: "needle", file_pattern })).not.toMatch(/TOKEN|id_rsa/);
	});

	it.each(["content", "files_with_matches", "count"])(
		"are searched when they are named, in %s",
		async (output_mode) => {
			const text = await search({ path: ".env", regex: "needle", output_mode });
			expect(text).toContain(".env");
			expect(text).not.toContain("left out");
		},
	);
});

describe("limits", () => {
	it("ends at 300 matches, keeps them, and says how to narrow", async () => {
		write({ "a.ts": "needle\n".repeat(3000) });
		const text = await search({ regex: "needle" });
		expect(text).toMatch(
			/^300\+ matches in 1\+ files\n\(The limit of 300 results.*file_pattern.*output_mode/,
		);
		expect(text.match(/^> /gm)).toHaveLength(300);
	});

	it("does not speak of a limit at exactly 300", async () => {
		write({ "a.ts": "needle\n".repeat(300) });
		expect(await search({ regex: "needle" })).toMatch(/^300 matches in 1 file\n\n/);
	});

	it("caps files in the other modes as well", async () => {
		write(Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`f${index}.ts`, "needle\n"])));
		for (const output_mode of ["files_with_matches", "count"]) {
			expect(await search({ regex: "needle", output_mode })).toContain("(The limit of 300 results");
		}
	});

	it("cuts long lines and says where a match behind the cut is", async () => {
		write({ "a.ts": `needle${"x".repeat(5000)}\n${"é".repeat(600)}needle\n` });
		const text = await search({ regex: "needle" });
		expect(text).toContain(`> 1 | needle${"x".repeat(494)}… [line cut at 500 characters]\n`);
		expect(text).toContain(
			`> 2 | ${"é".repeat(500)}… [line cut at 500 characters; the match is at byte 1201]`,
		);
	});

	it("keeps the whole result within what the context has room for", async () => {
		task = createTestTask({ cwd: task.cwd, freeContextTokens: 5000 });
		write({ "a.ts": `needle${"x".repeat(400)}\n`.repeat(100) });
		const text = await search({ regex: "needle" });
		expect(text).toContain("too large to show all");
		expect(text.length).toBeLessThan(6000);
		expect(text).toContain("# a.ts\n>  1 | needle");
	});

	it.each([0, 5_000, 100_000])("stays below what the runner would cut with %d free tokens", async (free) => {
		task = createTestTask({ cwd: task.cwd, freeContextTokens: free });
		write({ "a.ts": "x\n".repeat(3000), "b.ts": `x${"y".repeat(400)}\n`.repeat(300) });
		const { result } = await runTool(tool, { path: ".", regex: "x", context_lines: 10 }, task);
		expect(capResult(result.parts, free)).toEqual(result.parts);
	});

	it("counts the names of the files, too", async () => {
		const folder = "a-rather-long-name/".repeat(10);
		write(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${folder}${index}.ts`, "x\n"])));
		task = createTestTask({ cwd: task.cwd, freeContextTokens: 0 });
		const { result, text } = await runTool(tool, { path: ".", regex: "x" }, task);
		expect(text).toContain("too large to show all of them");
		expect(capResult(result.parts, 0)).toEqual(result.parts);
	});

	it("copes with a line of 20 MB full of matches", async () => {
		write({ "a.js": "needle ".repeat(3_000_000) });
		expect(await search({ regex: "needle" })).toContain("1 match in 1 file");
	});

	it("refuses more context than the limit, naming the parameter", async () => {
		expect(await failure({ regex: "x", context_lines: 11 })).toMatchObject({
			code: "invalid_parameters",
			message: expect.stringContaining("context_lines"),
		});
	});
});

describe("nothing found", () => {
	it("says so, what was searched, and is no error", async () => {
		write({ "src/a.ts": "x\n" });
		const { text, result } = await runTool(
			tool,
			{ path: "src", regex: "needle", file_pattern: "*.ts" },
			task,
		);
		expect(text).toMatch(/^No matches for needle in src, in files matching \*\.ts\..*\(\?i\).*ignore files/);
		expect(result.error).toBeUndefined();
	});
});

describe("errors", () => {
	it("passes on what ripgrep says about a bad regex, with a hint", async () => {
		expect(await failure({ regex: "(" })).toMatchObject({
			code: "invalid_parameters",
			message: expect.stringMatching(/regex is not valid: regex parse error:.*unclosed group/s),
			hint: expect.stringContaining("Rust syntax"),
		});
		expect(await failure({ regex: "(?=x)" })).toMatchObject({
			message: expect.stringContaining("look-around"),
		});
	});

	it.each(["a\\nb", "a\nb", "a\\r?$"])("says that lines are searched one by one for %j", async (regex) => {
		const error = await failure({ regex });
		expect(error).toMatchObject({ code: "invalid_parameters", hint: expect.stringContaining("one by one") });
		// the tool has no such option
		expect(String(error)).not.toContain("--multiline");
	});

	it.each([{ regex: "a\0b" }, { regex: "x", file_pattern: "a\0b" }])(
		"refuses a NUL in %j",
		async (params) => {
			expect(await failure(params)).toMatchObject({
				code: "invalid_parameters",
				message: expect.stringContaining("NUL"),
			});
		},
	);

	it.skipIf(process.platform !== "linux").each(["/proc/self/environ", "/proc"])(
		"refuses %s",
		async (path) => {
			expect(await failure({ path, regex: "x" })).toMatchObject({
				code: "path_refused",
				message: expect.stringContaining("/proc"),
			});
		},
	);

	it.each(["[", "src/["])("names file_pattern when the glob %s is bad", async (file_pattern) => {
		expect(await failure({ regex: "x", file_pattern })).toMatchObject({
			code: "invalid_parameters",
			message: expect.stringMatching(/file_pattern is not valid: .*unclosed/),
		});
	});

	it.each([
		["a missing path", { path: "nope" }, "path_not_found", /nope does not exist/],
		["a path through a file", { path: "a.ts/b" }, "path_not_found", /part of the path/],
		["a FIFO", { path: "pipe" }, "path_refused", /pipe is neither/],
		["no regex", { regex: "" }, "invalid_parameters", /regex/],
		["no path", { path: "" }, "invalid_parameters", /path/],
		["a number for a regex", { regex: 7 }, "invalid_parameters", /regex/],
		["an unknown mode", { output_mode: "json" }, "invalid_parameters", /output_mode/],
		["a word for a number", { context_lines: "some" }, "invalid_parameters", /context_lines/],
	])("refuses %s", async (_name, params, code, message) => {
		write({ "a.ts": "x\n" });
		execFileSync("mkfifo", [join(task.cwd, "pipe")]);
		expect(await failure({ regex: "x", ...params })).toMatchObject({
			code,
			message: expect.stringMatching(message),
		});
	});

	it("still gives what was found when some file could not be read", async () => {
		const rg = fakeRipgrep("printf './a.ts\\0001:1:needle\\n'; exit 2");
		const { text } = await runTool(tool, { path: ".", regex: "needle" }, withRipgrep(rg));
		expect(text).toContain("> 1 | needle");
		expect(text).toContain("(Some files could not be read and were not searched.)");
	});

	it("names ripgrep when it breaks", async () => {
		const rg = fakeRipgrep("echo 'out of luck' >&2; exit 101");
		expect(await failure({ regex: "x" }, withRipgrep(rg))).toMatchObject({
			code: "search_failed",
			message: "ripgrep ended with 101. out of luck",
		});
	});
});

describe("abort", () => {
	it("ends the search and its process within 100 ms", async () => {
		const rg = fakeRipgrep("printf './a.ts\\0001:1:needle\\n'; exec sleep 600");
		const slow = withRipgrep(rg);
		const searching = failure({ regex: "needle" }, slow);
		await new Promise((resolve) => setImmediate(resolve));
		const since = performance.now();
		slow.abort();
		expect(await searching).toMatchObject({ name: "AbortError" });
		expect(performance.now() - since).toBeLessThan(100);
	});
});

describe("effects and cards", () => {
	it("reads the path, and plans without looking", async () => {
		const params = parseParams(tool, { path: "/nope", regex: "x" });
		const effects = [{ kind: "read", path: "/nope" }];
		expect(tool.targets(params)).toEqual(effects);
		expect(await tool.plan(params)).toMatchObject({ effects, data: { output: "content", contextLines: 1 } });
	});

	it.each([
		[{}, "Search files"],
		[{ path: "src" }, "Search files in src"],
		[{ path: "src", regex: "x+", file_pattern: "*.ts" }, "Search x+ in src (*.ts)"],
	])("labels %o", (params, title) => {
		expect(tool.label(params, "streaming")).toMatchObject({ icon: "search", title, body: { kind: "none" } });
	});

	it("shows files with their first match on the finished card", async () => {
		write({ "a.ts": "x\nneedle\nneedle\n" });
		const { result } = await runTool(tool, { path: ".", regex: "needle" }, task);
		expect(result.row).toMatchObject({
			detail: "2 matches in 1 file",
			body: { kind: "files", files: [{ path: "a.ts", line: 2, detail: "2 matches" }] },
		});
	});

	it("describes itself briefly, with an example that is valid", () => {
		expect(tool.describe().length).toBeLessThan(350);
		expect(() => parseParams(tool, tool.example)).not.toThrow();
	});
});
