import { constants, existsSync, mkdirSync, readFileSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { KilnError } from "@shared/errors";
import {
	eventVersion,
	type TaskEvent,
	type TaskEventDraft,
	taskEventSchema,
	type UnknownEvent,
} from "@shared/events";
import type { ClockPort } from "@shared/host";
import { decodeEvent, encodeEvent } from "./blobCodec";
import { toStorageError } from "./storageError";
import { acquireTaskLock, type TaskLock } from "./taskLock";

export interface OpenedLog {
	readonly log: TaskLog;
	readonly events: readonly TaskEvent[];
	readonly unknown: readonly UnknownEvent[];
	/** bytes of a torn last line that a crash left; they are cut off */
	readonly cutBytes: number;
}

export function eventsPath(taskDir: string): string {
	return join(taskDir, "events.jsonl");
}

interface LogParts {
	readonly dir: string;
	readonly taskId: string;
	readonly clock: ClockPort;
	readonly file: FileHandle;
	readonly lock: TaskLock;
}

interface Position {
	readonly seq: number;
	readonly head: number | null;
	readonly bytes: number;
}

/**
 * The append-only log of one task: `<dir>/events.jsonl` and `<dir>/blobs/<sha256>`. Events get their number at once and
 * are written in order by one writer; a blob is on disk before the line that names it. After a failed write the file
 * is cut back to its last whole line and the lines stay queued: the next flush tries again, nothing is lost.
 */
export class TaskLog {
	private readonly queue: { line: string; blobs: ReadonlyMap<string, string> }[] = [];
	private writing: Promise<void> = Promise.resolve();
	/** set once the log is let go: nothing is logged any more */
	private closing: Promise<void> | undefined;
	private nextSeq: number;
	private head: number | null;
	private writtenBytes: number;

	private constructor(
		private readonly parts: LogParts,
		position: Position,
	) {
		this.nextSeq = position.seq;
		this.head = position.head;
		this.writtenBytes = position.bytes;
	}

	static async create(dir: string, taskId: string, clock: ClockPort): Promise<TaskLog> {
		try {
			mkdirSync(dir, { recursive: true });
		} catch (error) {
			throw toStorageError(error, dir);
		}
		const lock = acquireTaskLock(dir);
		return TaskLog.attach(dir, taskId, clock, lock, { seq: 0, head: null, bytes: 0 });
	}

	/** Reads what is there, cuts a torn last line and goes on writing behind it. Locks first: nobody writes meanwhile. */
	static async open(dir: string, taskId: string, clock: ClockPort): Promise<OpenedLog> {
		if (!existsSync(eventsPath(dir))) throw taskNotFound(dir);
		const lock = acquireTaskLock(dir);
		try {
			const { events, unknown, cutBytes, ...read } = readTaskLog(dir);
			const position = { seq: read.nextSeq, head: read.head, bytes: read.wholeBytes };
			const log = await TaskLog.attach(dir, taskId, clock, lock, position);
			return { log, events, unknown, cutBytes };
		} catch (error) {
			lock.release();
			throw error;
		}
	}

	private static async attach(
		dir: string,
		taskId: string,
		clock: ClockPort,
		lock: TaskLock,
		position: Position,
	): Promise<TaskLog> {
		try {
			const file = await open(eventsPath(dir), constants.O_RDWR | constants.O_CREAT);
			await file.truncate(position.bytes);
			return new TaskLog({ dir, taskId, clock, file, lock }, position);
		} catch (error) {
			lock.release();
			throw toStorageError(error, dir);
		}
	}

	/** Gives the event its place in the log and queues it. `undefined` after `close`: a suspended task logs nothing. */
	append(draft: TaskEventDraft): TaskEvent | undefined {
		if (this.closing !== undefined) return undefined;
		const seq = this.nextSeq++;
		const event: TaskEvent = {
			v: eventVersion,
			seq,
			parent: this.head,
			at: this.parts.clock.now(),
			taskId: this.parts.taskId,
			...draft,
		};
		this.head = event.type === "rewound" ? event.to : seq;
		this.queue.push(encodeEvent(event));
		void this.flush(false).catch(() => {
			// The lines stay queued; whoever awaits the next flush is told.
		});
		return event;
	}

	/** Resolves when everything appended so far is in the file, `isDurable`: on the disk. */
	async flush(isDurable: boolean): Promise<void> {
		if (this.closing !== undefined) return this.closing;
		await this.write(isDurable);
	}

	/** Writes what is queued and lets go of the task. */
	close(): Promise<void> {
		this.closing ??= this.write(true).finally(async () => {
			await this.parts.file.close();
			this.parts.lock.release();
		});
		return this.closing;
	}

	private async write(isDurable: boolean): Promise<void> {
		const mine = this.writing.catch(() => {}).then(() => this.writeQueue(isDurable));
		this.writing = mine;
		await mine;
	}

	private async writeQueue(isDurable: boolean): Promise<void> {
		const batch = this.queue.slice();
		try {
			if (batch.length > 0) await this.writeBatch(batch);
			if (isDurable) await this.parts.file.datasync();
		} catch (error) {
			await this.cutBack();
			throw toStorageError(error, this.parts.dir);
		}
	}

	private async writeBatch(
		batch: readonly { line: string; blobs: ReadonlyMap<string, string> }[],
	): Promise<void> {
		for (const { blobs } of batch) {
			for (const [hash, text] of blobs) await writeBlob(this.parts.dir, hash, text);
		}
		const bytes = Buffer.from(`${batch.map((entry) => entry.line).join("\n")}\n`);
		// A disk that is nearly full takes a part and says no error.
		for (let done = 0; done < bytes.length; ) {
			const { bytesWritten } = await this.parts.file.write(
				bytes,
				done,
				bytes.length - done,
				this.writtenBytes + done,
			);
			done += bytesWritten;
		}
		this.writtenBytes += bytes.length;
		this.queue.splice(0, batch.length);
	}

	private async cutBack(): Promise<void> {
		try {
			await this.parts.file.truncate(this.writtenBytes);
		} catch {
			// The disk refuses even that; `open` cuts a torn line.
		}
	}
}

async function writeBlob(dir: string, hash: string, text: string): Promise<void> {
	const folder = join(dir, "blobs");
	const path = join(folder, hash);
	if (existsSync(path)) return;
	await mkdir(folder, { recursive: true });
	const temporary = `${path}.${process.pid}.tmp`;
	await writeFile(temporary, text, { flush: true });
	await rename(temporary, path);
}

export interface ReadLog {
	readonly events: TaskEvent[];
	readonly unknown: UnknownEvent[];
	readonly nextSeq: number;
	readonly head: number | null;
	readonly wholeBytes: number;
	readonly cutBytes: number;
}

/** Reads a log without taking it: other windows and the history do this. */
export function readTaskLog(dir: string): ReadLog {
	const bytes = readLogFile(dir);
	const wholeBytes = bytes.lastIndexOf(0x0a) + 1;
	const lines = bytes.subarray(0, wholeBytes).toString("utf8").split("\n").slice(0, -1);
	const events: TaskEvent[] = [];
	const unknown: UnknownEvent[] = [];
	for (const line of lines) {
		const event = parseLine(line, dir);
		if (event.type === "unknown") unknown.push(event);
		else events.push(event);
	}
	const last = events.at(-1);
	const head = last === undefined ? null : last.type === "rewound" ? last.to : last.seq;
	const nextSeq = Math.max(lines.length, last === undefined ? 0 : last.seq + 1);
	return { events, unknown, nextSeq, head, wholeBytes, cutBytes: bytes.length - wholeBytes };
}

function readLogFile(dir: string): Buffer {
	try {
		return readFileSync(eventsPath(dir));
	} catch (error) {
		throw taskNotFound(dir, error);
	}
}

function taskNotFound(dir: string, cause?: unknown): KilnError {
	const hint = "Check the task's id and the storage folder.";
	return new KilnError("task_not_found", `There is no readable task in ${dir}.`, hint, { cause });
}

/** A line that this version cannot understand is kept on disk and skipped: a damaged line must not cost the task. */
function parseLine(line: string, dir: string): TaskEvent | UnknownEvent {
	try {
		const value = decodeEvent(line, (hash) => readFileSync(join(dir, "blobs", hash), "utf8"));
		const parsed = taskEventSchema.safeParse(value);
		if (parsed.success) return parsed.data;
	} catch {
		// Damaged JSON or a missing blob: same answer as an unknown type.
	}
	return { type: "unknown", line };
}
