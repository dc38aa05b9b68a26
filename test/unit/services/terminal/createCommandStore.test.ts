import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTempDir } from "../../support/tempDir";
import { createTestStore, isAlive, outputOf, pidsIn, waitForOutput } from "./support/testStore";

/** where one pipe carries stdout and stderr */
const isLinux = process.platform === "linux";

async function run(command: string, more = {}) {
	const handle = await createTestStore().start(command, more);
	const exit = await handle.finished;
	return { handle, exit, output: outputOf(handle) };
}

describe("a command's end", () => {
	it.each([0, 1, 42, 255])("is exit code %i as the process gave it", async (code) => {
		const { exit } = await run(`exit ${code}`);
		expect(exit).toMatchObject({ exitCode: code, signal: undefined, hasLeftovers: false });
	});

	it("is a signal when one ended it", async () => {
		const { exit } = await run("kill -9 $$");
		expect(exit).toMatchObject({ exitCode: null, signal: "SIGKILL" });
	});

	it("has a duration", async () => {
		const { exit } = await run("sleep 0.05");
		expect(exit.durationMs).toBeGreaterThanOrEqual(45);
	});

	it("comes while a daemon still holds the output", async () => {
		const { handle, exit, output } = await run("sleep 30 & echo pid=$!");
		expect(exit).toMatchObject({ exitCode: 0, hasLeftovers: true });
		expect(exit.durationMs).toBeLessThan(5000);
		const [pid = 0] = pidsIn(output);
		expect(isAlive(pid)).toBe(true);
		await handle.kill();
		expect(isAlive(pid)).toBe(false);
	});

	it("has all output before it", async () => {
		const { output } = await run("seq 1 5000");
		expect(output.split("\n")).toHaveLength(5001);
	});
});

describe("output", () => {
	it("is empty when there is none", async () => {
		expect((await run("true")).output).toBe("");
	});

	it.runIf(isLinux)("keeps the order of stdout and stderr", async () => {
		const script = "for i in 1 2 3 4 5 6 7 8 9; do echo out$i; echo err$i >&2; done";
		const expected = Array.from({ length: 9 }, (_, i) => `out${i + 1}\nerr${i + 1}\n`).join("");
		expect((await run(script)).output).toBe(expected);
	});

	it.runIf(isLinux)("takes scripts that open /dev/stderr and /dev/stdout", async () => {
		expect((await run("echo a > /dev/stderr; echo b > /dev/stdout")).output).toBe("a\nb\n");
	});

	it.each([
		["several lines", "echo one\necho two", "one\ntwo\n"],
		["a here-document", "cat <<'END'\n$HOME \"x\" 'y' `z`\nEND", "$HOME \"x\" 'y' `z`\n"],
		["quotes", `printf '%s|' "a b" 'c"d' "e'f" g\\ h`, "a b|c\"d|e'f|g h|"],
		["non-ASCII", "echo 'zażółć 😀 日本'", "zażółć 😀 日本\n"],
		["a syntax error", "if then", "syntax error"],
		["an unknown program", "no-such-program-x", "not found"],
		["a command like an option", "-x", "not found"],
	])("is right with %s", async (_name, command, expected) => {
		expect((await run(command)).output).toContain(expected);
	});

	it("joins characters that arrive in two pieces", async () => {
		const { output } = await run("printf '\\xe2\\x82'; sleep 0.05; printf '\\xac\\n'; printf '\\xf0'");
		expect(output).toBe("€\n\ufffd");
	});

	it("folds progress bars and colours", async () => {
		const { output } = await run("for i in 1 2 3; do printf '\\r\\033[32m%d%%\\033[0m' $i; done; echo");
		expect(output).toBe("3%\n");
	});

	it("shows the open line of a command that still runs", async () => {
		const handle = await createTestStore().start("printf 'Password: '; sleep 30");
		await waitForOutput(handle, "Password: ");
		expect(handle.takeNewOutput()).toBe("Password: ");
		expect(handle.takeNewOutput()).toBe("");
	});

	it("is new only once", async () => {
		const handle = await createTestStore().start("echo one; read x; echo two", { stdin: "open" });
		await waitForOutput(handle, "one");
		expect(handle.takeNewOutput()).toBe("one\n");
		handle.write("\n");
		await handle.finished;
		expect(handle.takeNewOutput()).toBe("two\n");
	});
});

describe("input", () => {
	it("is at its end at once, so that nothing waits for it", async () => {
		const { exit, output } = await run("cat; read x || echo no input");
		expect(exit.exitCode).toBe(0);
		expect(output).toBe("no input\n");
	});

	it("cannot be asked for on a terminal", async () => {
		expect((await run("read x < /dev/tty || echo no terminal")).output).toContain("no terminal");
	});

	it("is refused when closed", async () => {
		const handle = await createTestStore().start("sleep 30");
		expect(handle.write("x")).toBe(false);
	});

	it("survives a program that does not read it", async () => {
		const handle = await createTestStore().start("exec 0<&-; echo closed; sleep 0.05; exit 3", {
			stdin: "open",
		});
		await waitForOutput(handle, "closed");
		handle.write("x\n");
		expect((await handle.finished).exitCode).toBe(3);
	});
});

describe("environment", () => {
	it("is the host's, with settings that keep programs from waiting", async () => {
		const { start } = createTestStore({ variables: { MARK: "from host", PAGER: "less" } });
		const handle = await start("echo $MARK $PAGER $GIT_PAGER $TERM $GIT_TERMINAL_PROMPT");
		await handle.finished;
		expect(outputOf(handle)).toBe("from host cat cat dumb 0\n");
	});

	it("is not that of a remote login: bash reads no start-up file", async () => {
		const home = createTempDir();
		writeFileSync(join(home, ".bashrc"), "echo start-up file\n");
		const { start } = createTestStore({ variables: { HOME: home, SSH_CLIENT: "10.0.0.1 1 22" } });
		const handle = await start("echo done", { stdin: "open" });
		await handle.finished;
		expect(outputOf(handle)).toBe("done\n");
	});

	it("holds nothing else of Kiln's own process", async () => {
		process.env.KILN_TEST_LEAK = "secret";
		const { output } = await run("echo [$KILN_TEST_LEAK]");
		delete process.env.KILN_TEST_LEAK;
		expect(output).toBe("[]\n");
	});
});

describe("a flood", () => {
	it("of 100 MB keeps head and tail, bounded memory and a responsive event loop", async () => {
		const { start } = createTestStore({ maxLogChars: 5_000_000 });
		let slowest = 0;
		let last = performance.now();
		const watch = setInterval(() => {
			slowest = Math.max(slowest, performance.now() - last);
			last = performance.now();
		}, 5);
		const before = process.memoryUsage().heapUsed;
		const handle = await start("echo first; yes | head -c 100000000; echo; echo last");
		await handle.finished;
		clearInterval(watch);
		const { head, tail, omittedLines } = handle.excerpt({ maxLines: 500, maxBytes: 100_000 });
		expect(head.startsWith("first\ny\n")).toBe(true);
		expect(tail.endsWith("y\n\nlast\n")).toBe(true);
		expect(omittedLines).toBe(50_000_003 - 500);
		expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
		expect(slowest).toBeLessThan(1000);
		expect(handle.logProblem).toMatch(/only the first/);
	}, 60_000);

	it("goes to a file as a whole", async () => {
		const { store, start, dir } = createTestStore();
		const handle = await start("seq 1 100000; printf end", { keepChars: 1000 });
		await handle.finished;
		await store.dispose();
		expect(handle.logPath).toBe(join(dir, "cmd-1.log"));
		const expected = `${Array.from({ length: 100_000 }, (_, i) => i + 1).join("\n")}\nend`;
		expect(readFileSync(handle.logPath ?? "", "utf8")).toBe(expected);
	});

	it("is stored, too, when it has many short lines", async () => {
		const { store, start } = createTestStore();
		const handle = await start("seq 1 20", { keepLines: 10 });
		await handle.finished;
		await store.dispose();
		expect(readFileSync(handle.logPath ?? "", "utf8").split("\n")).toHaveLength(21);
		expect(outputOf(handle)).toMatch(/^1\n[\s\S]*\n20\n$/);
	});

	it("makes no file and no folder for a short output", async () => {
		const { store, start, dir } = createTestStore();
		const handle = await start("seq 1 100");
		await handle.finished;
		await store.dispose();
		expect(handle.logPath).toBeUndefined();
		expect(existsSync(dir)).toBe(false);
	});

	it("does not fail when it cannot be stored", async () => {
		const { start, dir } = createTestStore();
		mkdirSync(join(dir, ".."), { recursive: true });
		writeFileSync(dir, "a file where the folder should be");
		const handle = await start("seq 1 100000", { keepChars: 1000 });
		expect((await handle.finished).exitCode).toBe(0);
		expect(handle.excerpt({ maxLines: 10, maxBytes: 100 }).tail).toContain("100000\n");
		expect(handle.logProblem).toMatch(/could not be stored/);
	});
});

const tree = `
echo pid=$$
sleep 301 & echo pid=$!
bash -c 'sleep 302 & echo pid=$!; setsid sleep 303 & echo pid=$!; wait' &
wait`;

describe("kill", () => {
	it("ends the whole tree, also what has gone to a session of its own", async () => {
		const handle = await createTestStore().start(`${tree.trimEnd()} `);
		await waitForOutput(handle, "pid=");
		while (pidsIn(outputOf(handle)).length < 4) await waitForMore(handle);
		const pids = pidsIn(outputOf(handle));
		expect(pids.every(isAlive)).toBe(true);
		expect(await handle.kill()).toEqual({ survivors: [] });
		expect(pids.filter(isAlive)).toEqual([]);
		expect(await handle.finished).toMatchObject({ exitCode: null, signal: "SIGTERM" });
	});

	it("forces what does not listen", async () => {
		const { start } = createTestStore({ killGraceMs: 100 });
		const handle = await start("trap '' TERM; echo ready; while :; do sleep 0.1; done");
		await waitForOutput(handle, "ready");
		expect(await handle.kill()).toEqual({ survivors: [] });
		expect((await handle.finished).signal).toBe("SIGKILL");
	});

	it("lets a program clean up", async () => {
		const handle = await createTestStore().start(
			"trap 'echo cleaned; exit 7' TERM; echo ready; sleep 30 & wait",
		);
		await waitForOutput(handle, "ready");
		await handle.kill();
		expect((await handle.finished).exitCode).toBe(7);
		expect(outputOf(handle)).toContain("cleaned");
	});

	it("of a command that has ended does nothing", async () => {
		const { handle } = await run("true");
		expect(await handle.kill()).toEqual({ survivors: [] });
	});

	it("interrupts as Ctrl+C does", async () => {
		const handle = await createTestStore().start(
			"trap 'echo caught; exit 130' INT; echo ready; while :; do sleep 0.05; done",
		);
		await waitForOutput(handle, "ready");
		handle.interrupt();
		expect((await handle.finished).exitCode).toBe(130);
		expect(outputOf(handle)).toContain("caught");
	});
});

function waitForMore(
	handle: Awaited<ReturnType<ReturnType<typeof createTestStore>["start"]>>,
): Promise<void> {
	return new Promise((resolve) => {
		const subscription = handle.onOutput(() => {
			subscription.dispose();
			resolve();
		});
	});
}

async function textOf(chunks: AsyncIterable<Buffer> | undefined): Promise<string> {
	const all: Buffer[] = [];
	for await (const chunk of chunks ?? []) all.push(chunk);
	return Buffer.concat(all).toString();
}

describe("the whole output", () => {
	it.each([
		["in memory", 1_000_000],
		["in its file", 1000],
	])("of a command that runs is what it has written until now, %s", async (_name, keepChars) => {
		const { start } = createTestStore();
		const handle = await start("seq 1 50000; printf 'ä?'; read x; echo more", { keepChars, stdin: "open" });
		const until = Array.from({ length: 50_000 }, (_, i) => `${i + 1}\n`).join("");
		while ((await textOf(handle.chunks())).length < until.length + 2)
			await new Promise((resolve) => setImmediate(resolve));
		expect(await textOf(handle.chunks())).toBe(`${until}ä?`);
		// looking at it often leaves nothing behind
		for (let i = 0; i < 20; i++) await textOf(handle.chunks());
		handle.write("\n");
		await handle.finished;
		expect(await textOf(handle.chunks())).toBe(`${until}ä?more\n`);
	});

	it("of a flood is read in pieces, each at one moment", async () => {
		const { start } = createTestStore();
		const handle = await start("yes line | head -c 20000000", { keepChars: 1000 });
		for (let look = 0; look < 5; look++)
			expect(await textOf(handle.chunks())).toMatch(/^(line\n)*(line|lin|li|l)?$/);
		await handle.finished;
		let pieces = 0;
		let largest = 0;
		for await (const chunk of handle.chunks()) {
			pieces++;
			largest = Math.max(largest, chunk.length);
		}
		expect(pieces).toBeGreaterThan(100);
		expect(largest).toBeLessThanOrEqual(64 * 1024);
	});

	it("is there after the store is gone", async () => {
		const { store, start } = createTestStore();
		const handle = await start("seq 1 5000", { keepChars: 1000 });
		await handle.finished;
		await store.dispose();
		expect((await textOf(handle.chunks())).split("\n")).toHaveLength(5001);
	});
});

describe("the store", () => {
	it("runs two commands at once and tells them apart", async () => {
		const { store, start } = createTestStore();
		const [first, second] = await Promise.all([
			start("echo a; read x", { stdin: "open" }),
			start("echo b; read x", { stdin: "open" }),
		]);
		await Promise.all([waitForOutput(first, "a\n"), waitForOutput(second, "b\n")]);
		expect(store.running().map(({ id }) => id)).toEqual(["cmd-1", "cmd-2"]);
		first.write("\n");
		await first.finished;
		expect(store.running().map(({ id }) => id)).toEqual(["cmd-2"]);
		expect(store.get("cmd-1")).toBe(first);
		expect(store.get("cmd-9")).toBeUndefined();
	});

	it("tells the end of a background command once, and of no other", async () => {
		const { store, start } = createTestStore();
		const [foreground, background] = [await start("true"), await start("exit 4")];
		background.moveToBackground();
		await Promise.all([foreground.finished, background.finished]);
		expect(store.takeEnded()).toEqual([background]);
		expect(store.takeEnded()).toEqual([]);
	});

	it("counts on behind the files of an earlier session", async () => {
		const { start, dir } = createTestStore();
		mkdirSync(dir, { recursive: true });
		writeFileSync(join(dir, "cmd-7.log"), "kept");
		const handle = await start("true");
		expect(handle.id).toBe("cmd-8");
	});

	it("names every command whose output can be read, oldest first", async () => {
		const { store, start, dir } = createTestStore({ maxFinished: 1 });
		mkdirSync(dir, { recursive: true });
		for (const name of ["cmd-9.log", "cmd-10.log", "other.log", "cmd-x.log"])
			writeFileSync(join(dir, name), name);
		for (let i = 0; i < 2; i++) await (await start("true")).finished;
		const running = await start("sleep 300");
		expect(await store.ids()).toEqual(["cmd-9", "cmd-10", "cmd-12", running.id]);
		expect(await textOf(await store.stored("cmd-10"))).toBe("cmd-10.log");
		expect(await store.stored("cmd-11")).toBeUndefined();
		expect(await store.stored("../cmd-10")).toBeUndefined();
	});

	it("forgets the oldest of many finished commands", async () => {
		const { store, start } = createTestStore({ maxFinished: 2 });
		for (let i = 0; i < 4; i++) await (await start("true")).finished;
		expect(store.get("cmd-2")).toBeUndefined();
		expect(store.get("cmd-3")).toBeDefined();
	});

	it("starts nothing once the signal is aborted", async () => {
		const { store, start } = createTestStore();
		await expect(start("true", { signal: AbortSignal.abort() })).rejects.toThrow();
		expect(store.running()).toEqual([]);
	});

	it("says which shell could not be started", async () => {
		const { store, host, cwd } = createTestStore();
		host.environment.shell = () => "/no/such/shell";
		await expect(store.start({ command: "true", cwd })).rejects.toMatchObject({
			code: "command_failed",
			message: expect.stringContaining("/no/such/shell"),
		});
	});

	it("says that a command is too long", async () => {
		const { start } = createTestStore();
		await expect(start(`echo ${"x".repeat(3_000_000)}`)).rejects.toMatchObject({
			code: "command_failed",
			hint: expect.stringContaining("file"),
		});
	});

	it("kills everything at its end, also what ended commands have left behind", async () => {
		const { store, start } = createTestStore();
		const running = await start("sleep 300 & echo pid=$!; echo pid=$$; wait");
		const ended = await start("sleep 301 & echo pid=$!");
		await ended.finished;
		await waitForOutput(running, "pid=");
		while (pidsIn(outputOf(running)).length < 2) await waitForMore(running);
		const pids = [...pidsIn(outputOf(running)), ...pidsIn(outputOf(ended))];
		expect(pids.filter(isAlive)).toHaveLength(3);
		await store.dispose();
		expect(pids.filter(isAlive)).toEqual([]);
		await expect(start("true")).rejects.toMatchObject({ code: "aborted" });
	});
});
