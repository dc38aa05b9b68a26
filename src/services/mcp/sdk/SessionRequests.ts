import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { ClientRequest } from "@modelcontextprotocol/sdk/types.js";
import { KilnError } from "@shared/errors";
import type * as z from "zod";
import { callDeadline } from "../calls/callDeadline";
import type { McpEntry } from "../config/entrySchema";
import type { CallOptions } from "../connection/McpSession";
import type { McpLimits } from "../limits";
import { toCallError } from "./explainError";
import type { PersonWait } from "./PersonWait";

export interface SessionRequestsOptions {
	readonly server: string;
	readonly entry: McpEntry;
	readonly client: Client;
	readonly limits: McpLimits;
	readonly waiting: PersonWait;
	/** a call failed, and not for its time or by the person */
	onFailure(error: unknown): void;
}

/** Sends requests: bounded in time, stopped at once, their failures as `KilnError`. */
export class SessionRequests {
	constructor(private readonly options: SessionRequestsOptions) {}

	/** `what`: `tool "x"`, for errors. */
	async send<T extends z.ZodObject>(
		what: string,
		request: ClientRequest,
		schema: T,
		call: CallOptions,
		needsTask = false,
	): Promise<z.infer<T>> {
		const { entry, limits, server, waiting } = this.options;
		if (call.signal?.aborted) throw new KilnError("aborted", "Stopped.");
		const timeoutMs = call.timeoutMs ?? entry.timeout * 1000;
		const deadline = callDeadline({
			timeoutMs,
			maxMs: Math.max(limits.maxCallMs, timeoutMs),
			signal: call.signal,
			isWaitingForPerson: () => waiting.isWaiting,
		});
		const settings = {
			signal: deadline.signal,
			timeout: longestMs,
			// a list is too short for progress, and some servers know no token in it
			...(!request.method.endsWith("/list") && { onprogress: progressOf(call, deadline.progressed) }),
		};
		try {
			const answer = needsTask
				? this.requestAsTask(request, schema, settings)
				: this.options.client.request(request, schema, settings);
			return await orAborted(answer, deadline.signal);
		} catch (error) {
			if (call.signal?.aborted) throw new KilnError("aborted", "Stopped.");
			if (deadline.expired)
				throw tooSlow(server, what, deadline.expired === "total" ? limits.maxCallMs : timeoutMs);
			this.options.onFailure(error);
			throw toCallError(server, what, error);
		} finally {
			deadline.dispose();
		}
	}

	/** A tool that works as a protocol task: made, polled and fetched. */
	private async requestAsTask<T extends z.ZodObject>(
		request: ClientRequest,
		schema: T,
		options: RequestSettings,
	): Promise<z.infer<T>> {
		const stream = this.options.client.experimental.tasks.requestStream(request, schema, {
			...options,
			task: {},
		});
		for await (const message of stream) {
			if (message.type === "result") return schema.parse(message.result);
			if (message.type === "error") throw message.error;
			if (message.type === "taskCreated") this.cancelOnAbort(message.task.taskId, options.signal);
			if (message.type === "taskStatus") {
				options.onprogress?.({
					progress: 0,
					...(message.task.statusMessage && { message: message.task.statusMessage }),
				});
			}
		}
		throw new Error("The task ended without a result");
	}

	private cancelOnAbort(taskId: string, signal: AbortSignal): void {
		const cancel = () => {
			// a task that has ended meanwhile cannot be cancelled
			this.options.client.experimental.tasks.cancelTask(taskId).catch(() => undefined);
		};
		signal.addEventListener("abort", cancel, { once: true });
	}
}

/** setTimeout's longest; Kiln's own deadline comes first. */
const longestMs = 2 ** 31 - 1;

interface RequestSettings {
	readonly signal: AbortSignal;
	readonly timeout: number;
	readonly onprogress?: ProgressListener;
}

type ProgressListener = (progress: { progress: number; total?: number; message?: string }) => void;

function progressOf(call: CallOptions, progressed: () => void): ProgressListener {
	return ({ progress, total, message }) => {
		progressed();
		call.onProgress?.({ progress, total, message });
	};
}

/** The SDK's tasks look at the signal between polls only. */
async function orAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
	let abort: (() => void) | undefined;
	const aborted = new Promise<never>((_resolve, reject) => {
		abort = () => reject(new Error("aborted"));
		signal.addEventListener("abort", abort, { once: true });
	});
	answer.catch(() => undefined);
	try {
		return await Promise.race([answer, aborted]);
	} finally {
		if (abort) signal.removeEventListener("abort", abort);
	}
}

function tooSlow(server: string, what: string, ms: number): KilnError {
	return new KilnError(
		"mcp_failed",
		`MCP server "${server}" did not answer ${what} within ${Math.round(ms / 100) / 10} s; the call was cancelled.`,
		'Ask for less, or raise the server\'s "timeout" (seconds, up to 3600) in the MCP configuration.',
	);
}
