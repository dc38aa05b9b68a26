export interface CallDeadline {
	/** aborts on the person's stop and when the time is up */
	readonly signal: AbortSignal;
	/** the server showed that it is alive: its time starts anew */
	progressed(): void;
	/** undefined while the time is not up */
	readonly expired: "silent" | "total" | undefined;
	dispose(): void;
}

export interface DeadlineOptions {
	/** without an answer or progress */
	readonly timeoutMs: number;
	/** from begin to end */
	readonly maxMs: number;
	readonly signal: AbortSignal | undefined;
	/** the server waits for a person's answer: no time counts */
	isWaitingForPerson(): boolean;
}

/** The time that a call may take. */
export function callDeadline(options: DeadlineOptions): CallDeadline {
	const controller = new AbortController();
	let expired: CallDeadline["expired"];
	let silence: NodeJS.Timeout | undefined;
	let total: NodeJS.Timeout | undefined;
	const expire = (kind: "silent" | "total") => {
		if (options.isWaitingForPerson()) {
			if (kind === "silent") rearm();
			else total = setTimeout(expire, options.timeoutMs, "total");
			return;
		}
		expired = kind;
		controller.abort();
	};
	const rearm = () => {
		clearTimeout(silence);
		silence = setTimeout(expire, options.timeoutMs, "silent");
	};
	rearm();
	total = setTimeout(expire, options.maxMs, "total");
	// not AbortSignal.any: a call that is over must hear of no later stop, or the SDK would cancel it then
	const stop = () => controller.abort(options.signal?.reason);
	if (options.signal?.aborted) stop();
	options.signal?.addEventListener("abort", stop, { once: true });
	return {
		signal: controller.signal,
		progressed: rearm,
		get expired() {
			return expired;
		},
		dispose() {
			clearTimeout(silence);
			clearTimeout(total);
			options.signal?.removeEventListener("abort", stop);
		},
	};
}
