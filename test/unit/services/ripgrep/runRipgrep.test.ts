import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RipgrepOutcome, runRipgrep } from "@services/ripgrep/runRipgrep";
import { describe, expect, it } from "vitest";
import { createTempDir } from "../../support/tempDir";

/** Runs a shell script in ripgrep's place. */
function runScript(
	script: string,
	options: {
		signal?: AbortSignal;
		timeoutMs?: number;
		separator?: "\n" | "\0";
		input?: AsyncIterable<Buffer>;
	} = {},
): AsyncGenerator<readonly string[], RipgrepOutcome> {
	const cwd = createTempDir();
	const binary = join(cwd, "rg");
	writeFileSync(binary, `#!/bin/bash\n${script}\n`);
	chmodSync(binary, 0o755);
	const signal = options.signal ?? new AbortController().signal;
	return runRipgrep({ args: [], timeoutMs: 60_000, separator: "\n", ...options, binary, cwd, signal });
}

async function all(run: AsyncGenerator<readonly string[], RipgrepOutcome>) {
	const records: string[] = [];
	for (;;) {
		const next = await run.next();
		if (next.done) return { records, outcome: next.value };
		records.push(...next.value);
	}
}

/** Resolves as soon as the process is gone; the test's time limit is the bound. */
async function ended(pid: number): Promise<void> {
	for (;;) {
		try {
			process.kill(pid, 0);
		} catch {
			return;
		}
		await new Promise((resolve) => setImmediate(resolve));
	}
}

describe("runRipgrep", () => {
	it("yields records however the output is cut, also inside characters", async () => {
		// five bytes a line: the pipe's power-of-two chunks end in the middle of characters
		const { records, outcome } = await all(runScript("yes äxy | head -n 50000; printf last"));
		expect(records).toHaveLength(50_001);
		expect(new Set(records)).toEqual(new Set(["äxy", "last"]));
		expect(outcome).toEqual({ isTimedOut: false, hasUnreadable: false });
	});

	it("splits lists of paths at NUL", async () => {
		expect((await all(runScript("printf 'a\\nb\\0c\\0'", { separator: "\0" }))).records).toEqual([
			"a\nb",
			"c",
		]);
	});

	it("takes exit code 1 for nothing found", async () => {
		expect(await all(runScript("exit 1"))).toEqual({
			records: [],
			outcome: { isTimedOut: false, hasUnreadable: false },
		});
	});

	it("tells unreadable files from a bad pattern", async () => {
		expect((await all(runScript("echo a; exit 2"))).outcome.hasUnreadable).toBe(true);
		await expect(all(runScript("echo 'rg: regex parse error' >&2; exit 2"))).rejects.toMatchObject({
			code: "invalid_parameters",
			message: "regex parse error",
		});
	});

	it("ends the process when nobody listens any more", async () => {
		const run = runScript("echo $$; exec yes");
		const first = await run.next();
		await run.return({ isTimedOut: false, hasUnreadable: false });
		await ended(Number(first.value));
	});

	it("ends the process and rejects on abort", async () => {
		const controller = new AbortController();
		const run = runScript("echo $$; exec sleep 600", { signal: controller.signal });
		const first = await run.next();
		controller.abort();
		await expect(run.next()).rejects.toMatchObject({ name: "AbortError" });
		await ended(Number(first.value));
	});

	it("starts nothing when it was aborted before", async () => {
		const run = runScript("exit 0", { signal: AbortSignal.abort() });
		await expect(run.next()).rejects.toMatchObject({ name: "AbortError" });
	});

	it("gives what it has when time is up", async () => {
		expect(await all(runScript("echo a; exec sleep 600", { timeoutMs: 200 }))).toEqual({
			records: ["a"],
			outcome: { isTimedOut: true, hasUnreadable: false },
		});
	});

	it("searches an input however long it is, without holding it", async () => {
		let given = 0;
		async function* input() {
			for (; given < 200; given++) yield Buffer.alloc(64 * 1024, "äx\n");
		}
		const { records } = await all(runScript("wc -c", { input: input() }));
		expect(records.map(Number)).toEqual([200 * 64 * 1024]);
	});

	it("reads no more of an input than ripgrep wants", async () => {
		let isClosed = false;
		async function* input() {
			try {
				for (;;) yield Buffer.alloc(64 * 1024, "x\n");
			} finally {
				isClosed = true;
			}
		}
		expect((await all(runScript("head -n 2", { input: input() }))).records).toEqual(["x", "x"]);
		while (!isClosed) await new Promise((resolve) => setImmediate(resolve));
	});

	it("does not take an input that fails for one without matches", async () => {
		async function* input() {
			yield Buffer.from("a\n");
			throw Object.assign(new Error("read error"), { code: "EIO" });
		}
		const run = runScript("cat > /dev/null; exit 1", { input: input() });
		await expect(all(run)).rejects.toMatchObject({ message: "read error", code: "EIO" });
	});

	it("says that the program could not be started", async () => {
		const signal = new AbortController().signal;
		const cwd = createTempDir();
		const run = runRipgrep({
			binary: join(cwd, "none"),
			args: [],
			cwd,
			separator: "\n",
			signal,
			timeoutMs: 1000,
		});
		await expect(all(run)).rejects.toMatchObject({
			code: "search_failed",
			message: expect.stringContaining("could not be started"),
		});
	});
});
