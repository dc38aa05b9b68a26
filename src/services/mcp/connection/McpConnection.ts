import type { ClockPort } from "@shared/host";
import type { McpLimits } from "../limits";
import {
	type ConnectionEffect,
	type ConnectionEvent,
	type ConnectionState,
	initialConnection,
	reduceConnection,
} from "./connectionReducer";
import type { McpSession, SessionEvents } from "./McpSession";
import { OpenFailure } from "./OpenFailure";

export interface ConnectionPorts {
	readonly clock: ClockPort;
	readonly limits: McpLimits;
	/** Starts the server and shakes hands. Rejects with an `OpenFailure`, or anything else for a failure worth a retry. */
	open(events: SessionEvents, signal: AbortSignal): Promise<McpSession>;
	onListChanged(): void;
	onLog(level: string, text: string): void;
	/** the state is another */
	onChange(): void;
}

/** Runs the reducer's effects. At most one session lives at a time: a new one is opened when the old one's end is over. */
export class McpConnection {
	private current: ConnectionState = initialConnection;
	private live: McpSession | undefined;
	/** ends the opening, or the wait for the next try */
	private pending = new AbortController();
	private closing: Promise<unknown> = Promise.resolve();

	constructor(private readonly ports: ConnectionPorts) {}

	get state(): ConnectionState {
		return this.current;
	}

	/** undefined unless connected */
	get session(): McpSession | undefined {
		return this.current.status === "connected" ? this.live : undefined;
	}

	dispatch(event: ConnectionEvent): void {
		const { state, effects } = reduceConnection(this.current, event, this.ports.limits);
		const hasChanged = state !== this.current;
		this.current = state;
		for (const effect of effects) this.run(effect);
		if (hasChanged) this.ports.onChange();
	}

	/** Resolves when nothing of the server is left. */
	async stop(): Promise<void> {
		this.dispatch({ type: "permitted", permission: "disabled" });
		await this.closing;
	}

	private run(effect: ConnectionEffect): void {
		if (effect.type === "close") this.close();
		else if (effect.type === "retry") this.retryAfter(effect.ms);
		else void this.open();
	}

	private close(): void {
		this.pending.abort();
		const live = this.live;
		this.live = undefined;
		if (live) this.closing = Promise.all([this.closing, live.close()]);
	}

	private retryAfter(ms: number): void {
		const pending = new AbortController();
		this.pending = pending;
		this.ports.clock.sleep(ms, pending.signal).then(
			() => this.dispatch({ type: "retry_due" }),
			// a restart or the end came first
			() => undefined,
		);
	}

	private async open(): Promise<void> {
		const pending = new AbortController();
		this.pending = pending;
		const opening = this.closing.then(() => this.openUnless(pending.signal));
		// whoever waits for the end waits for a half-open server, too
		this.closing = opening.catch(() => undefined);
		try {
			await opening;
			if (!pending.signal.aborted) this.dispatch({ type: "opened", at: this.ports.clock.now() });
		} catch (error) {
			if (!pending.signal.aborted) this.fail(error);
		}
	}

	private async openUnless(signal: AbortSignal): Promise<void> {
		if (signal.aborted) return;
		const isCurrent = () => !signal.aborted;
		const session = await this.ports.open(
			{
				onEnd: (failure) => isCurrent() && this.fail(failure),
				onListChanged: () => isCurrent() && this.ports.onListChanged(),
				onLog: (level, text) => this.ports.onLog(level, text),
			},
			signal,
		);
		if (signal.aborted) await session.close();
		else this.live = session;
	}

	private fail(error: unknown): void {
		const reason = error instanceof Error ? error.message : String(error);
		const failure =
			error instanceof OpenFailure
				? { reason, isFinal: error.isFinal, needsSignIn: error.needsSignIn }
				: { reason, isFinal: false, needsSignIn: false };
		this.dispatch({ type: "failed", at: this.ports.clock.now(), failure });
	}
}
