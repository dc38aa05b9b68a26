import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventsPath, readTaskLog, TaskLog } from "@core/task/TaskLog";
import type { TaskEventDraft } from "@shared/events";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir } from "../../support/tempDir";
import { TestClock } from "../../support/testClock";

let dir: string;
const clock = new TestClock();

beforeEach(() => {
	dir = createTempDir("kiln-log");
});

const environment = (text: string): TaskEventDraft => ({ type: "environment", text });
const created: TaskEventDraft = {
	type: "task_created",
	cwd: "/w",
	title: "t",
	mode: "code",
	profile: { provider: "openai", model: "m", toolFormat: "xml" },
};

async function writeLog(drafts: readonly TaskEventDraft[]): Promise<void> {
	const log = await TaskLog.create(dir, "t1", clock);
	for (const draft of drafts) log.append(draft);
	await log.close();
}

describe("TaskLog", () => {
	it("numbers events without a gap, each after the one before", async () => {
		await writeLog([created, environment("a"), environment("b")]);
		const { events } = readTaskLog(dir);
		expect(events.map(({ seq, parent }) => [seq, parent])).toEqual([
			[0, null],
			[1, 0],
			[2, 1],
		]);
		expect(events.every((event) => event.taskId === "t1" && event.v === 1)).toBe(true);
	});

	it("goes on where it was when it is opened again", async () => {
		await writeLog([created]);
		const { log, events } = await TaskLog.open(dir, "t1", clock);
		expect(events).toHaveLength(1);
		log.append(environment("later"));
		await log.close();
		expect(readTaskLog(dir).events.map((event) => event.seq)).toEqual([0, 1]);
	});

	it("keeps long strings in blobs that are there before the line that names them", async () => {
		const long = "x".repeat(100_000);
		await writeLog([created, environment(long), environment(long)]);
		expect(readdirSync(join(dir, "blobs"))).toHaveLength(1);
		expect(readFileSync(eventsPath(dir), "utf8").length).toBeLessThan(2_000);
		expect(readTaskLog(dir).events.at(-1)).toMatchObject({ text: long });
	});

	it("does not take a model's words for a blob's name", async () => {
		const params = { a: { $blob: "../../../etc/passwd" }, b: { $literal: { $blob: "x" } } };
		const call = { callId: "c", name: "n", params, source: "" };
		await writeLog([
			created,
			{ type: "tool_called", requestId: "r", call, row: { icon: "x", title: "t", body: { kind: "none" } } },
		]);
		expect(readTaskLog(dir).events.at(-1)).toMatchObject({ call: { params } });
	});

	it("cuts a torn last line on open, whatever byte it was torn at, and loses nothing before it", async () => {
		await writeLog([created, environment("ä€😀")]);
		const whole = readFileSync(eventsPath(dir));
		const firstLine = whole.indexOf(0x0a) + 1;
		for (let end = firstLine + 1; end < whole.length; end += 7) {
			writeFileSync(eventsPath(dir), whole.subarray(0, end));
			const { log, events, cutBytes } = await TaskLog.open(dir, "t1", clock);
			expect(events).toHaveLength(1);
			expect(cutBytes).toBe(end - firstLine);
			log.append(environment("after"));
			await log.close();
			expect(readTaskLog(dir).events.map((event) => event.seq)).toEqual([0, 1]);
		}
	});

	it("keeps and skips lines that it does not understand", async () => {
		await writeLog([created]);
		appendFileSync(
			eventsPath(dir),
			'{"v":9,"seq":1,"parent":0,"at":0,"taskId":"t1","type":"from_the_future","x":1}\nnot json\n',
		);
		const before = readFileSync(eventsPath(dir), "utf8");
		const { log, events, unknown } = await TaskLog.open(dir, "t1", clock);
		expect(events).toHaveLength(1);
		expect(unknown).toHaveLength(2);
		log.append(environment("next"));
		await log.close();
		expect(readFileSync(eventsPath(dir), "utf8").startsWith(before)).toBe(true);
		expect(readTaskLog(dir).events.at(-1)?.seq).toBe(3);
	});

	it("has one writer: a second open is refused by name, a dead holder's lock is taken over", async () => {
		const log = await TaskLog.create(dir, "t1", clock);
		log.append(created);
		await log.flush(true);
		await expect(TaskLog.open(dir, "t1", clock)).rejects.toMatchObject({ code: "task_locked" });
		await log.close();
		expect(existsSync(join(dir, "lock"))).toBe(false);
		writeFileSync(
			join(dir, "lock"),
			JSON.stringify({ pid: 2 ** 22 + 1, host: (await import("node:os")).hostname() }),
		);
		await (await TaskLog.open(dir, "t1", clock)).log.close();
	});

	it("names the folder when storage cannot be written", async () => {
		writeFileSync(join(dir, "file"), "");
		await expect(TaskLog.create(join(dir, "file", "task"), "t1", clock)).rejects.toMatchObject({
			code: "storage_unwritable",
			message: expect.stringContaining("file"),
		});
	});

	it("logs nothing after it is closed", async () => {
		const log = await TaskLog.create(dir, "t1", clock);
		log.append(created);
		await log.close();
		expect(log.append(environment("late"))).toBeUndefined();
		expect(readTaskLog(dir).events).toHaveLength(1);
	});

	it("gives back any text exactly", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.string({ unit: "binary", maxLength: 200 }), { maxLength: 5 }),
				async (texts) => {
					dir = createTempDir("kiln-log");
					await writeLog([created, ...texts.map((text) => environment(text.repeat(300)))]);
					const read = readTaskLog(dir).events.flatMap((event) =>
						event.type === "environment" ? [event.text] : [],
					);
					expect(read).toEqual(texts.map((text) => text.repeat(300)));
				},
			),
			{ numRuns: 40 },
		);
	});
});
