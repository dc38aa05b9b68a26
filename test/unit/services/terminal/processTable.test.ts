import {
	listProcesses,
	type ProcessInfo,
	parseProcStat,
	parsePsLine,
	treeOf,
} from "@services/terminal/processTable";
import { describe, expect, it } from "vitest";

const stat = (name: string, state: string) =>
	`42 (${name}) ${state} 7 40 40 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 123456 9000 1 18446744073709551615`;

function info(pid: number, parentPid: number, groupId: number, isZombie = false): ProcessInfo {
	return { pid, parentPid, groupId, startedAt: String(pid), isZombie };
}

describe("parseProcStat", () => {
	it.each(["bash", "a b", "x) S 1 1 (y", ")"])("reads a process called %j", (name) => {
		const expected = { pid: 42, parentPid: 7, groupId: 40, startedAt: "123456", isZombie: false };
		expect(parseProcStat(stat(name, "S"))).toEqual(expected);
	});

	it("knows a zombie", () => {
		expect(parseProcStat(stat("sh", "Z"))?.isZombie).toBe(true);
	});

	it.each(["", "garbage", "42 (sh)", "42 (sh) S 1 1"])("makes nothing of %j", (text) => {
		expect(parseProcStat(text)).toBeUndefined();
	});
});

describe("parsePsLine", () => {
	it("reads a line of ps", () => {
		expect(parsePsLine("  501     1   500 Ss   Fri Nov 21 12:44:00 2025 ")).toEqual({
			pid: 501,
			parentPid: 1,
			groupId: 500,
			startedAt: "Fri Nov 21 12:44:00 2025",
			isZombie: false,
		});
	});

	it("knows a zombie, and no process in other lines", () => {
		expect(parsePsLine("1 2 3 Z+ Fri Nov 21 12:44:00 2025")?.isZombie).toBe(true);
		expect(parsePsLine("")).toBeUndefined();
	});
});

describe("treeOf", () => {
	it("takes descendants, also those in other groups, and orphans of the group", () => {
		const all = [info(10, 1, 10), info(11, 10, 10), info(12, 11, 12), info(13, 1, 10), info(20, 1, 20)];
		expect(treeOf(10, all).map(({ pid }) => pid)).toEqual([10, 11, 12, 13]);
	});

	it("leaves zombies out, not what descends from them", () => {
		const all = [info(10, 1, 10, true), info(11, 10, 30)];
		expect(treeOf(10, all).map(({ pid }) => pid)).toEqual([11]);
	});

	it("ends on a circle", () => {
		expect(treeOf(10, [info(10, 11, 10), info(11, 10, 10)])).toHaveLength(2);
	});
});

describe("listProcesses", () => {
	it.each(["linux", "darwin"] as const)("finds this process the way of %s", async (platform) => {
		const own = (await listProcesses(platform)).find(({ pid }) => pid === process.pid);
		expect(own).toMatchObject({ parentPid: process.ppid, isZombie: false });
	});
});
