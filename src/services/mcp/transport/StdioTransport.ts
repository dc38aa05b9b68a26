import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
	ErrorCode,
	type JSONRPCMessage,
	JSONRPCMessageSchema,
	McpError,
} from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { killTree } from "../../terminal/killTree";
import { BoundedLines } from "./BoundedLines";
import type { LineTail } from "./LineTail";
import { OpenRequests } from "./OpenRequests";
import { idOfOversized, oversizedAnswer } from "./oversized";
import type { SpawnCommand } from "./stdioCommand";

export interface StdioOptions {
	readonly command: SpawnCommand;
	readonly cwd: string | undefined;
	/** the whole environment of the process */
	readonly env: Readonly<Record<string, string>>;
	readonly platform: NodeJS.Platform;
	readonly maxMessageBytes: number;
	readonly killGraceMs: number;
	/** gets the process' stderr, and the first lines of stdout that are no messages */
	readonly output: LineTail;
}

/** lines on stdout that are no messages and are shown */
const maxStrayLines = 20;
/** between the end of stdin and the first signal: most servers leave by themselves */
const politeMs = 400;
const openBrace = 0x7b;
/** unsent messages, in units of the largest one: a server that does not read must not fill the memory */
const maxUnsentMessages = 4;

/**
 * Messages as lines over a process' stdin and stdout. The process leads a group of its own, which ends with it. Whatever
 * else a server writes to stdout is dropped; a message that is too large becomes an error for its request.
 */
export class StdioTransport implements Transport {
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: (message: JSONRPCMessage) => void;
	/** how the process ended, for people */
	exitReason: string | undefined;
	private child: ChildProcessWithoutNullStreams | undefined;
	private exited: Promise<void> = Promise.resolve();
	private hasExited = false;
	/** it has exited, and all that it wrote was read */
	private drained: Promise<void> = Promise.resolve();
	private closing: Promise<void> | undefined;
	/** why a server that still runs is of no use any more */
	private unusable: string | undefined;
	private strayLines = 0;
	private readonly requests = new OpenRequests();

	constructor(private readonly options: StdioOptions) {}

	get pid(): number | undefined {
		return this.child?.pid;
	}

	start(): Promise<void> {
		const { command, cwd, env, platform } = this.options;
		const child = spawn(command.file, [...command.args], {
			cwd,
			env: { ...env },
			stdio: "pipe",
			detached: platform !== "win32",
			windowsHide: true,
			windowsVerbatimArguments: command.isVerbatim,
		});
		this.child = child;
		// before anything else is done with it: an error that nobody hears ends the whole program
		const started = new Promise<void>((resolve, reject) => {
			child.once("spawn", resolve);
			child.once("error", (error) => {
				this.hasExited = true;
				reject(error);
				this.onclose?.();
			});
		});
		// without free file handles there are no pipes
		if (child.stdin) this.read(child);
		return started;
	}

	/** Never rejects for a server that is gone: its end is reported by `onclose`. */
	send(message: JSONRPCMessage): Promise<void> {
		const stdin = this.child?.stdin;
		if (!stdin?.writable) {
			return Promise.reject(new McpError(ErrorCode.ConnectionClosed, "The server has ended"));
		}
		if (stdin.writableLength > maxUnsentMessages * this.options.maxMessageBytes) {
			this.giveUp("it does not read its stdin");
			return Promise.reject(new McpError(ErrorCode.ConnectionClosed, "The server does not read"));
		}
		this.requests.sent(message);
		return new Promise((resolve) => stdin.write(`${JSON.stringify(message)}\n`, () => resolve()));
	}

	close(): Promise<void> {
		this.closing ??= this.end();
		return this.closing;
	}

	/** A server that does not hear or cannot speak is ended, unless it is about to end by itself. */
	private giveUp(why: string): void {
		this.unusable ??= why;
		void this.close();
	}

	private async end(): Promise<void> {
		const child = this.child;
		if (child?.pid === undefined) return;
		child.stdin.end();
		await within(politeMs, this.exited);
		if (!this.hasExited) this.exitReason = this.unusable;
		const { platform, killGraceMs } = this.options;
		await killTree(child.pid, { graceMs: killGraceMs, platform, hasExited: this.hasExited });
		// its last words may still be on their way
		await within(politeMs, this.drained);
		child.stdout.destroy();
		child.stderr.destroy();
	}

	private read(child: ChildProcessWithoutNullStreams): void {
		const stdout = new BoundedLines(this.options.maxMessageBytes, {
			line: (bytes) => this.receive(bytes),
			oversized: (head, tail) => this.refuse(head.toString("utf8"), tail.toString("utf8")),
		});
		const stderr = new BoundedLines(64 * 1024, {
			line: (bytes) => this.options.output.add(bytes.toString("utf8")),
			oversized: (head) => this.options.output.add(head.toString("utf8")),
		});
		child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
		child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
		child.stderr.on("end", () => stderr.end());
		for (const stream of [child.stdin, child.stdout, child.stderr]) {
			stream.on("error", (error) => this.onerror?.(error));
		}
		child.stdin.once("error", () => this.giveUp("it closed its stdin"));
		child.stdout.once("end", () => this.giveUp("it closed its stdout"));
		this.exited = new Promise((resolve) => {
			child.once("exit", (code, signal) => {
				this.hasExited = true;
				this.exitReason ??= signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`;
				resolve();
				// what it started must not outlive it, nor hold its pipes open
				void this.close();
			});
		});
		this.drained = new Promise((resolve) => child.once("close", () => resolve()));
		child.once("close", () => this.onclose?.());
	}

	private receive(bytes: Buffer): void {
		const start = bytes.findIndex((byte) => byte > 0x20);
		if (start === -1) return;
		if (bytes[start] !== openBrace) {
			this.stray(bytes);
			return;
		}
		const value = parseJson(bytes.toString("utf8", start));
		const { data: message } = JSONRPCMessageSchema.safeParse(value);
		if (message === undefined) {
			this.stray(bytes);
			this.refuseMalformed(value);
			return;
		}
		this.requests.received(message);
		this.onmessage?.(message);
	}

	/** Whoever waits for this answer need not wait until the call's time is up. */
	private refuseMalformed(value: unknown): void {
		const { data } = malformedAnswer.safeParse(value);
		if (data === undefined || !this.requests.ids.has(data.id)) return;
		const error = { code: ErrorCode.ParseError, message: "its answer is malformed" };
		const answer: JSONRPCMessage = { jsonrpc: "2.0", id: data.id, error };
		this.requests.received(answer);
		this.onmessage?.(answer);
	}

	private refuse(head: string, tail: string): void {
		const maxBytes = this.options.maxMessageBytes;
		const id = idOfOversized(head, tail, this.requests.ids);
		this.options.output.add(`(a message of more than ${maxBytes} bytes was refused)`);
		if (id === undefined) return;
		const answer = oversizedAnswer(id, maxBytes);
		this.requests.received(answer);
		this.onmessage?.(answer);
	}

	private stray(bytes: Buffer): void {
		this.strayLines++;
		if (this.strayLines <= maxStrayLines) {
			this.options.output.add(`(stdout, no message) ${bytes.toString("utf8", 0, 2000)}`);
		} else if (this.strayLines === maxStrayLines + 1) {
			this.options.output.add("(further lines on stdout that are no messages are left out)");
		}
	}
}

const malformedAnswer = z.looseObject({
	id: z.union([z.number(), z.string()]),
	method: z.undefined().optional(),
});

/** undefined: it is none. */
function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Waits for `event`, but no longer than `ms`. */
async function within(ms: number, event: Promise<void>): Promise<void> {
	const timer = new AbortController();
	await Promise.race([event, delay(ms, undefined, { signal: timer.signal }).catch(() => undefined)]);
	timer.abort();
}
