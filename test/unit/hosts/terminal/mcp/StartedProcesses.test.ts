import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { StartedProcesses } from "@hosts/terminal/mcp/StartedProcesses";
import { listProcesses } from "@services/terminal/processTable";
import { describe, expect, it } from "vitest";

const stubborn =
	'process.on("SIGTERM", () => {});process.on("SIGHUP", () => {});setInterval(() => {}, 1000);';
const parent = `${stubborn}
	const child = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(stubborn)}], { stdio: "ignore" });
	console.log(child.pid);`;

/** A process that leads a group, with a child in it, as a server is started: both ignore every request to end. */
async function startGroup(): Promise<{ readonly leader: ChildProcess; readonly pids: readonly number[] }> {
	const leader = spawn(process.execPath, ["-e", parent], {
		detached: true,
		stdio: ["pipe", "pipe", "ignore"],
	});
	const [line] = await once(leader.stdout, "data");
	return { leader, pids: [leader.pid ?? 0, Number(String(line))] };
}

async function living(pids: readonly number[]): Promise<number[]> {
	const all = await listProcesses();
	return all.filter(({ pid, isZombie }) => pids.includes(pid) && !isZombie).map(({ pid }) => pid);
}

/** only what this test has started */
const only = (pids: readonly number[]) => async () =>
	(await listProcesses()).filter(({ pid }) => pid === process.pid || pids.includes(pid));

it("ends a group that ignores every request, and nothing but what this process has started", async () => {
	const { leader, pids } = await startGroup();
	const stranger = await startGroup();
	try {
		const exited = once(leader, "exit");
		await new StartedProcesses({ list: only(pids) }).kill();
		await exited;
		await expect.poll(() => living(pids)).toEqual([]);
		expect(await living(stranger.pids)).toHaveLength(2);
	} finally {
		for (const pid of stranger.pids) process.kill(pid, "SIGKILL");
	}
});

it("ends what is left of a group whose leader has gone since it was seen", async () => {
	const { leader, pids } = await startGroup();
	const started = new StartedProcesses({ list: only(pids) });
	await started.note();
	const exited = once(leader, "exit");
	leader.kill("SIGKILL");
	await exited;
	expect(await living(pids)).toHaveLength(1);
	await started.kill();
	await expect.poll(() => living(pids)).toEqual([]);
});

it("leaves its own group and processes of others alone", async () => {
	const { leader, pids } = await startGroup();
	try {
		// seen from a process that has started none of them
		await new StartedProcesses({ ownPid: pids[1] ?? 0, list: only(pids) }).kill();
		expect(await living(pids)).toHaveLength(2);
	} finally {
		const exited = once(leader, "exit");
		for (const pid of pids) process.kill(pid, "SIGKILL");
		await exited;
	}
});

describe("on Windows", () => {
	it("ends each child that lives with its tree, without a list of processes", async () => {
		const ended: number[] = [];
		const started = new StartedProcesses({
			platform: "win32",
			list: () => Promise.reject(new Error("Windows has no ps")),
			children: () => [7, 9],
			endTree: async (pid) => ended.push(pid),
		});
		await started.note();
		await started.kill();
		expect(ended).toEqual([7, 9]);
	});

	it("knows the children by themselves, as long as they live", async () => {
		const ended: number[] = [];
		const started = new StartedProcesses({
			platform: "win32",
			endTree: async (pid) => ended.push(pid),
		});
		const child = spawn(process.execPath, ["-e", stubborn], { stdio: "ignore" });
		const failing = spawn("/no/such/program");
		const refused = once(failing, "error");
		await once(child, "spawn");
		await refused;
		await started.kill();
		expect(ended).toContain(child.pid);
		expect(ended).not.toContain(undefined);
		const exited = once(child, "exit");
		child.kill("SIGKILL");
		await exited;
		ended.length = 0;
		await started.kill();
		expect(ended).not.toContain(child.pid);
	});
});
