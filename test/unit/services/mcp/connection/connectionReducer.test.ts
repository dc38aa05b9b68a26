import {
	type ConnectionEvent,
	type ConnectionState,
	initialConnection,
	reduceConnection,
} from "@services/mcp/connection/connectionReducer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const limits = { retryDelaysMs: [1000, 2000, 4000], stableMs: 60_000, recoverAfterMs: 60_000 };
const allowed: ConnectionEvent = { type: "permitted", permission: "allowed" };
const disabled: ConnectionEvent = { type: "permitted", permission: "disabled" };
const waiting: ConnectionEvent = { type: "permitted", permission: "awaiting_trust", reason: "new" };
const opened: ConnectionEvent = { type: "opened", at: 0 };
const crash = (at = 0): ConnectionEvent => ({
	type: "failed",
	at,
	failure: { reason: "gone", isFinal: false, needsSignIn: false },
});
const wanted = (at: number): ConnectionEvent => ({ type: "wanted", at });
const refusal: ConnectionEvent = {
	type: "failed",
	at: 0,
	failure: { reason: "no", isFinal: true, needsSignIn: true },
};

function run(...events: readonly ConnectionEvent[]) {
	let state: ConnectionState = initialConnection;
	const effects: string[] = [];
	for (const event of events) {
		const step = reduceConnection(state, event, limits);
		state = step.state;
		effects.push(
			...step.effects.map((effect) => (effect.type === "retry" ? `retry ${effect.ms}` : effect.type)),
		);
	}
	return { state, effects };
}

describe("a connection", () => {
	it.each<[string, readonly ConnectionEvent[], ConnectionState["status"], readonly string[]]>([
		["opens when it may", [allowed], "connecting", ["open"]],
		["is connected when it has opened", [allowed, opened], "connected", ["open"]],
		["opens once, however often it may", [allowed, allowed, opened, allowed], "connected", ["open"]],
		["ends when it is switched off", [allowed, opened, disabled], "disabled", ["open", "close"]],
		["ends when consent is taken away", [allowed, opened, waiting], "awaiting_trust", ["open", "close"]],
		["opens on consent", [waiting, allowed], "connecting", ["open"]],
		["restarts", [allowed, opened, { type: "restart" }], "connecting", ["open", "close", "open"]],
		["does not restart without permission", [waiting, { type: "restart" }], "awaiting_trust", []],
		["ignores what opens too late", [allowed, disabled, opened], "disabled", ["open", "close"]],
		["ignores a failure that comes too late", [allowed, disabled, crash()], "disabled", ["open", "close"]],
		[
			"does not try again after the end",
			[allowed, disabled, { type: "retry_due" }],
			"disabled",
			["open", "close"],
		],
		["fails at once for good reason", [allowed, refusal], "failed", ["open", "close"]],
		[
			"starts again by hand after that",
			[allowed, refusal, { type: "restart" }],
			"connecting",
			["open", "close", "close", "open"],
		],
		[
			"tries again after a crash",
			[allowed, opened, crash(), { type: "retry_due" }],
			"connecting",
			["open", "close", "retry 1000", "open"],
		],
	])("%s", (_name, events, status, effects) => {
		const result = run(...events);
		expect(result.state.status).toBe(status);
		expect(result.effects).toEqual(effects);
	});

	it("waits longer each time, then has failed and says how often", () => {
		const { state, effects } = run(allowed, crash(), crash(), crash(), crash());
		expect(effects.filter((effect) => effect.startsWith("retry"))).toEqual([
			"retry 1000",
			"retry 2000",
			"retry 4000",
		]);
		expect(state).toEqual({
			status: "failed",
			reason: "gone It was started 4 times.",
			failedTries: 4,
			needsSignIn: false,
			gaveUpAt: 0,
		});
	});

	it("is tried again when it is wanted a minute after the last try, and not sooner", () => {
		const failed = [allowed, crash(), crash(), crash(), crash(1000)];
		expect(run(...failed, wanted(60_999)).state.status).toBe("failed");
		const { state, effects } = run(...failed, wanted(61_000), wanted(200_000));
		expect(state).toEqual({ status: "connecting", failedTries: 0, needsSignIn: false });
		expect(effects.slice(-2)).toEqual(["close", "open"]);
	});

	it("is not tried again when it is wanted and has failed for good reason", () => {
		expect(run(allowed, refusal, wanted(1e9)).state.status).toBe("failed");
		expect(run(allowed, crash(), crash(), crash(), crash(), disabled, wanted(1e9)).state.status).toBe(
			"disabled",
		);
	});

	it("counts a server that crashes soon after each start as one that fails", () => {
		expect(
			run(allowed, opened, crash(10), opened, crash(10), opened, crash(10), opened, crash(10)).state.status,
		).toBe("failed");
	});

	it("forgives a server that worked for a while", () => {
		const { state } = run(allowed, crash(), crash(), opened, crash(60_000));
		expect(state).toMatchObject({ status: "connecting", failedTries: 1 });
	});

	it("says that a sign-in helps, until it has started again", () => {
		expect(run(allowed, refusal).state.needsSignIn).toBe(true);
		expect(run(allowed, refusal, { type: "restart" }).state.needsSignIn).toBe(false);
	});
});

it("never has two open at once, and leaves none when it may not run", () => {
	const restart: ConnectionEvent = { type: "restart" };
	const retryDue: ConnectionEvent = { type: "retry_due" };
	const event = fc.constantFrom(
		allowed,
		disabled,
		waiting,
		opened,
		crash(),
		refusal,
		restart,
		retryDue,
		wanted(1e9),
	);
	fc.assert(
		fc.property(fc.array(event, { maxLength: 30 }), (events) => {
			let state: ConnectionState = initialConnection;
			let isOpen = false;
			let isRetryDue = false;
			for (const next of events) {
				// what is closed reports nothing, and a wait that was ended is not over
				if ((next.type === "opened" || next.type === "failed") && !isOpen) continue;
				if (next === retryDue && !isRetryDue) continue;
				if (next === retryDue) isRetryDue = false;
				const step = reduceConnection(state, next, limits);
				state = step.state;
				for (const effect of step.effects) {
					if (effect.type === "open") expect(isOpen).toBe(false);
					isOpen = effect.type === "open";
					isRetryDue = effect.type === "retry";
				}
				if (state.status === "connected") expect(isOpen).toBe(true);
				if (state.status !== "connecting" && state.status !== "connected") expect(isOpen).toBe(false);
				if (state.status === "connecting") expect(isOpen || isRetryDue).toBe(true);
			}
		}),
	);
});

it.each([
	[[], "gone It was started once."],
	[[1000], "gone It was started 2 times."],
])("says how often it was started (%j)", (retryDelaysMs, expected) => {
	let state: ConnectionState = { status: "connecting", failedTries: 0, needsSignIn: false };
	for (let tries = 0; tries <= retryDelaysMs.length; tries++) {
		state = reduceConnection(state, crash(), { ...limits, retryDelaysMs }).state;
	}
	expect(state).toMatchObject({ status: "failed", reason: expected });
});
