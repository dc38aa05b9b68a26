import type { HostMessage, UiCommand } from "@shared/messages";
import type { Row } from "@shared/task-view";
import type { Replica, ReplicaStep, Reply } from "./replica";
import { applyHostMessage, askOlder, dropOldRows, emptyReplica, rowOf } from "./replica";

/**
 * Holds the replica and tells exactly those who look at a changed part. Live text is shown at most every
 * `liveIntervalMs`: a faster stream costs no more rendering.
 */
export interface Store {
	readonly get: () => Replica;
	readonly row: (id: string) => Row | undefined;
	/** told after every message; for what is small and seldom changes (header, chrome, ids) */
	readonly subscribe: (listener: () => void) => () => void;
	readonly subscribeRow: (id: string, listener: () => void) => () => void;
	readonly dispatch: (message: HostMessage) => void;
	/** sends a command that has an answer */
	readonly request: (command: RequestCommand) => Promise<Reply>;
	/** sends the person's word; only a refusal is answered */
	readonly send: (command: SpokenCommand, onRefused: () => void) => void;
	readonly askOlder: () => void;
	/** for a list that stands at its end; whether there was anything to drop */
	readonly dropOldRows: () => boolean;
	readonly post: (command: UiCommand) => void;
}

export type RequestCommand = Extract<UiCommand, { replyTo: string }>;
type SpokenCommand = Extract<UiCommand, { type: "send" | "settle" | "answer_limit" }>;

/** So many rows are held at most while the list follows its end, and so many are left then. */
const rowLimits = { above: 1000, keep: 500 };

export interface StoreOptions {
	readonly post: (command: UiCommand) => void;
	readonly setTimer: (callback: () => void, delayMs: number) => unknown;
	readonly liveIntervalMs?: number;
}

export function createStore({ post, setTimer, liveIntervalMs = 150 }: StoreOptions): Store {
	let replica: Replica = emptyReplica;
	/** what the listeners were last told of */
	let shown: Replica = emptyReplica;
	let isTimerSet = false;
	const listeners = new Set<() => void>();
	const rowListeners = new Map<string, Set<() => void>>();
	const replies = new Map<string, (reply: Reply) => void>();

	const flush = () => {
		isTimerSet = false;
		const before = shown;
		shown = replica;
		if (before === shown) return;
		for (const [id, set] of rowListeners) {
			if (rowOf(before, id) !== rowOf(shown, id)) for (const listener of [...set]) listener();
		}
		if (isChromeChanged(before, shown)) for (const listener of [...listeners]) listener();
	};

	const take = (step: ReplicaStep) => {
		replica = step.replica;
		for (const effect of step.effects) {
			if (effect.type === "post") post(effect.command);
			else {
				replies.get(effect.reply.replyTo)?.(effect.reply);
				replies.delete(effect.reply.replyTo);
			}
		}
	};

	const dispatch = (message: HostMessage) => {
		take(applyHostMessage(replica, message));
		if (message.type !== "live") flush();
		else if (!isTimerSet) {
			isTimerSet = true;
			setTimer(flush, liveIntervalMs);
		}
	};

	return {
		get: () => shown,
		row: (id) => rowOf(shown, id),
		subscribe: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		subscribeRow: (id, listener) => {
			const set = rowListeners.get(id) ?? new Set();
			rowListeners.set(id, set.add(listener));
			return () => {
				set.delete(listener);
				if (set.size === 0 && rowListeners.get(id) === set) rowListeners.delete(id);
			};
		},
		dispatch,
		request: (command) =>
			new Promise((resolve) => {
				replies.set(command.replyTo, resolve);
				post(command);
			}),
		send: (command, onRefused) => {
			replies.set(answerKey(command), (reply) => {
				if (!reply.ok) onRefused();
			});
			post(command);
		},
		askOlder: () => take(askOlder(replica)),
		dropOldRows: () => {
			replica = dropOldRows(replica, rowLimits);
			const isChanged = replica.log !== shown.log;
			if (isChanged) flush();
			return isChanged;
		},
		post,
	};
}

/** The `replyTo` of a refusal. */
function answerKey(command: SpokenCommand): string {
	switch (command.type) {
		case "send":
			return command.commandId;
		case "settle":
			return command.approvalId;
		case "answer_limit":
			return command.limitId;
	}
}

/** Everything but the rows' content. */
function isChromeChanged(a: Replica, b: Replica): boolean {
	return (
		a.ids !== b.ids ||
		a.log !== b.log ||
		a.phase !== b.phase ||
		a.header !== b.header ||
		a.chrome !== b.chrome ||
		a.epoch !== b.epoch ||
		a.hasOlder !== b.hasOlder ||
		a.fullTexts !== b.fullTexts
	);
}
