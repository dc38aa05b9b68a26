import { spawn } from "node:child_process";
import { once } from "node:events";
import { killTree } from "@services/terminal/killTree";
import { expect, it } from "vitest";
import { isAlive } from "./support/testStore";

const options = { graceMs: 1000, platform: process.platform };

async function startSleep(): Promise<number> {
	const child = spawn("sleep", ["300"], { detached: true, stdio: "ignore" });
	await once(child, "spawn");
	if (child.pid === undefined) throw new Error("no pid");
	return child.pid;
}

it("ends a process group", async () => {
	const pid = await startSleep();
	expect(await killTree(pid, { ...options, hasExited: false })).toEqual({ survivors: [] });
	expect(isAlive(pid)).toBe(false);
});

it("leaves a stranger alone that was given the number of a command that has ended", async () => {
	const stranger = await startSleep();
	await killTree(stranger, { ...options, hasExited: true });
	expect(isAlive(stranger)).toBe(true);
	process.kill(stranger);
});
