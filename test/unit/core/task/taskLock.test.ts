import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describeOwnProcess } from "@core/task/lockHolder";
import { acquireTaskLock } from "@core/task/taskLock";
import { build } from "esbuild";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createTempDir } from "../../support/tempDir";

const deadPid = 2 ** 22 + 1;
const isLinux = process.platform === "linux";

let dir: string;
let path: string;

beforeEach(() => {
	dir = createTempDir("kiln-lock");
	path = join(dir, "lock");
});

const tryAcquire = () => {
	try {
		acquireTaskLock(dir).release();
		return "acquired";
	} catch (error) {
		return error instanceof Error && "code" in error ? error.code : error;
	}
};

describe("acquireTaskLock", () => {
	it("has one holder until it is released, and leaves nothing behind", () => {
		const lock = acquireTaskLock(dir);
		expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid, host: hostname() });
		expect(readdirSync(dir)).toEqual(["lock"]);
		expect(tryAcquire()).toBe("task_locked");
		lock.release();
		expect(tryAcquire()).toBe("acquired");
		expect(readdirSync(dir)).toEqual([]);
	});

	it("releases only its own lock", () => {
		const lock = acquireTaskLock(dir);
		writeFileSync(path, "another");
		lock.release();
		expect(existsSync(path)).toBe(true);
	});

	const own = describeOwnProcess();
	const other = { boot: "other", start: "1" };

	it.each([
		["of a living process", own, "task_locked"],
		["of a dead process", { ...own, pid: deadPid }, "acquired"],
		["without boot and start, living", { pid: process.pid, host: hostname() }, "task_locked"],
		["without boot and start, dead", { pid: deadPid, host: hostname() }, "acquired"],
		["of another machine", { ...other, pid: deadPid, host: "elsewhere" }, "task_locked"],
		["of another machine without a boot id", { pid: deadPid, host: "elsewhere" }, "task_locked"],
	])("meets a lock %s", (_name, holder, answer) => {
		writeFileSync(path, JSON.stringify(holder));
		expect(tryAcquire()).toBe(answer);
	});

	it.runIf(isLinux).each([
		["of a process whose pid was reused", { ...own, start: "1" }, "acquired"],
		["of a living pid before the last boot", { ...own, ...other }, "acquired"],
		["under another host name, living", { ...own, host: "renamed" }, "task_locked"],
		["under another host name, dead", { ...own, host: "renamed", pid: deadPid }, "acquired"],
	])("meets a lock %s", (_name, holder, answer) => {
		writeFileSync(path, JSON.stringify(holder));
		expect(tryAcquire()).toBe(answer);
	});

	it.each(["", "{", "[]", '{"pid":1}'])(
		"takes %j for a lock that is being written, until it is old",
		(text) => {
			writeFileSync(path, text);
			expect(tryAcquire()).toBe("task_locked");
			const before = Date.now() / 1000 - 60;
			utimesSync(path, before, before);
			expect(tryAcquire()).toBe("acquired");
		},
	);

	it("goes on where a taker died in the middle", () => {
		const stale = JSON.stringify({ ...own, pid: deadPid });
		for (const name of ["lock", "lock.takeover", "lock.takeover.takeover"])
			writeFileSync(join(dir, name), stale);
		expect(tryAcquire()).toBe("acquired");
		expect(readdirSync(dir)).toEqual([]);
	});

	it("names the folder when it cannot write there", () => {
		dir = join(dir, "missing");
		expect(tryAcquire()).toBe("storage_unwritable");
	});
});

describe("a race of processes", () => {
	const racers = 6;
	const rounds = 80;

	/** At the given time, all at once: takes the lock, says whether it could, and keeps it until told otherwise. */
	const script = `
		import { acquireTaskLock } from "./taskLock.mjs";
		let lock;
		process.on("message", ({ dir, at }) => {
			if (dir === undefined) {
				lock?.release();
				lock = undefined;
				process.send("released");
				return;
			}
			while (Date.now() < at);
			try {
				lock = acquireTaskLock(dir);
				process.send("held");
			} catch (error) {
				process.send(error.code);
			}
		});
	`;

	async function startRacers(): Promise<readonly ChildProcess[]> {
		const source = new URL("../../../../src/", import.meta.url).pathname;
		await build({
			entryPoints: [join(source, "core/task/taskLock.ts")],
			outfile: join(dir, "taskLock.mjs"),
			bundle: true,
			platform: "node",
			format: "esm",
			alias: { "@shared": join(source, "shared") },
		});
		writeFileSync(join(dir, "racer.mjs"), script);
		const children = Array.from({ length: racers }, () => fork(join(dir, "racer.mjs"), { execArgv: [] }));
		onTestFinished(() => {
			for (const child of children) child.kill("SIGKILL");
		});
		return children;
	}

	async function tell(children: readonly ChildProcess[], message: object): Promise<unknown[]> {
		return Promise.all(
			children.map(async (child) => {
				const answer = once(child, "message");
				child.send(message);
				return (await answer)[0];
			}),
		);
	}

	it.each([
		["a stale lock", ["lock"]],
		["a stale lock and a taker's that died", ["lock", "lock.takeover"]],
		["no lock", []],
	])("ends with one holder: %s", { timeout: 60_000 }, async (_name, staleFiles) => {
		const children = await startRacers();
		const taskDir = createTempDir("kiln-task");
		for (let round = 0; round < rounds; round++) {
			for (const name of staleFiles)
				writeFileSync(join(taskDir, name), JSON.stringify({ pid: deadPid, host: hostname(), round }));
			const answers = await tell(children, { dir: taskDir, at: Date.now() + 4 });
			expect(answers.toSorted()).toEqual(["held", ...Array(racers - 1).fill("task_locked")]);
			await tell(children, {});
			expect(readdirSync(taskDir)).toEqual([]);
		}
	});
});
