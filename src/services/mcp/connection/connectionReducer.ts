import type { McpStatus } from "@shared/mcp";
import type { McpLimits } from "../limits";

/** Where a server's connection stands. */
export interface ConnectionState {
	readonly status: McpStatus;
	/** why it is not connected */
	readonly reason?: string | undefined;
	/** in a row, since it last worked for a while */
	readonly failedTries: number;
	readonly needsSignIn: boolean;
	/** when it connected, ms since the epoch */
	readonly since?: number | undefined;
	/** when its last try failed, ms since the epoch; undefined: another one would end the same way */
	readonly gaveUpAt?: number | undefined;
}

export type Permission = "allowed" | "disabled" | "awaiting_trust";

export type ConnectionEvent =
	/** configuration, consent or the workspace's trust were looked at again */
	| { readonly type: "permitted"; readonly permission: Permission; readonly reason?: string | undefined }
	| { readonly type: "opened"; readonly at: number }
	/** it could not be opened, or ended by itself */
	| { readonly type: "failed"; readonly at: number; readonly failure: ConnectionFailure }
	| { readonly type: "retry_due" }
	| { readonly type: "restart" }
	/** somebody wants to use it, and what kept it away may be over (no network) */
	| { readonly type: "wanted"; readonly at: number };

export interface ConnectionFailure {
	readonly reason: string;
	/** another try would end the same way */
	readonly isFinal: boolean;
	readonly needsSignIn: boolean;
}

/** What is to be done, in this order. */
export type ConnectionEffect =
	| { readonly type: "close" | "open" }
	| { readonly type: "retry"; readonly ms: number };

export interface ConnectionStep {
	readonly state: ConnectionState;
	readonly effects: readonly ConnectionEffect[];
}

export const initialConnection: ConnectionState = { status: "disabled", failedTries: 0, needsSignIn: false };

type RetryLimits = Pick<McpLimits, "retryDelaysMs" | "stableMs" | "recoverAfterMs">;
const close = { type: "close" } as const;
const open = { type: "open" } as const;

/** `close` also ends whatever is being opened or waited for. */
export function reduceConnection(
	state: ConnectionState,
	event: ConnectionEvent,
	limits: RetryLimits,
): ConnectionStep {
	switch (event.type) {
		case "permitted":
			return permitted(state, event.permission, event.reason);
		case "opened":
			if (state.status !== "connecting") return { state, effects: [] };
			return {
				state: { status: "connected", failedTries: state.failedTries, needsSignIn: false, since: event.at },
				effects: [],
			};
		case "failed":
			return failed(state, event, limits);
		case "retry_due":
			return { state, effects: state.status === "connecting" ? [open] : [] };
		case "restart":
			if (state.status === "disabled" || state.status === "awaiting_trust") return { state, effects: [] };
			return { state: connecting, effects: [close, open] };
		case "wanted": {
			const { gaveUpAt } = state;
			const isDue = gaveUpAt !== undefined && event.at - gaveUpAt >= limits.recoverAfterMs;
			return isDue ? { state: connecting, effects: [open] } : { state, effects: [] };
		}
	}
}

const connecting: ConnectionState = { status: "connecting", failedTries: 0, needsSignIn: false };

function permitted(state: ConnectionState, permission: Permission, reason?: string): ConnectionStep {
	const isStopped = state.status === "disabled" || state.status === "awaiting_trust";
	if (permission === "allowed")
		return isStopped ? { state: connecting, effects: [open] } : { state, effects: [] };
	const next = {
		status: permission,
		failedTries: 0,
		needsSignIn: false,
		...(reason !== undefined && { reason }),
	};
	return { state: next, effects: isStopped ? [] : [close] };
}

function failed(
	state: ConnectionState,
	{ at, failure }: { readonly at: number; readonly failure: ConnectionFailure },
	limits: RetryLimits,
): ConnectionStep {
	if (state.status !== "connecting" && state.status !== "connected") return { state, effects: [] };
	const wasStable = state.since !== undefined && at - state.since >= limits.stableMs;
	const failedTries = (wasStable ? 0 : state.failedTries) + 1;
	const { reason, needsSignIn } = failure;
	const delayMs = limits.retryDelaysMs[failedTries - 1];
	if (failure.isFinal || delayMs === undefined) {
		const times = failedTries === 1 ? "once" : `${failedTries} times`;
		const tried = failure.isFinal ? "" : ` It was started ${times}.`;
		const gaveUpAt = failure.isFinal ? undefined : at;
		const state: ConnectionState = {
			status: "failed",
			reason: reason + tried,
			failedTries,
			needsSignIn,
			gaveUpAt,
		};
		return { state, effects: [close] };
	}
	const next: ConnectionState = { status: "connecting", reason, failedTries, needsSignIn: false };
	return { state: next, effects: [close, { type: "retry", ms: delayMs }] };
}
