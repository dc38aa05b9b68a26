import { CommandDispatcher, type CommandHandlers } from "@hosts/vscode/chat/CommandDispatcher";
import { KilnError } from "@shared/errors";
import type { UiCommand } from "@shared/messages";
import { describe, expect, it } from "vitest";
import { createSilentLog } from "../support/silentLog";

function setUp(onCommand: (command: UiCommand) => void | Promise<void> = () => undefined) {
	const handled: UiCommand[] = [];
	const failed: unknown[] = [];
	const refused: unknown[] = [];
	const handle = (command: UiCommand) => {
		handled.push(command);
		return onCommand(command);
	};
	const handlers = new Proxy({} as CommandHandlers, { get: () => handle });
	const log = createSilentLog();
	const outcome = {
		failed: (command: UiCommand, error: unknown) => void failed.push([command.type, error]),
		succeeded: () => undefined,
		refused: (message: unknown) => void refused.push(message),
	};
	return { handled, failed, refused, log, dispatcher: new CommandDispatcher(handlers, outcome, log) };
}

const send = (commandId: string) => ({ type: "send", commandId, taskId: null, text: "Hi", images: [] });

describe("CommandDispatcher", () => {
	it("hands a command to its handler", async () => {
		const { dispatcher, handled } = setUp();
		await dispatcher.dispatch({ type: "set_mode", mode: "ask" });
		expect(handled).toEqual([{ type: "set_mode", mode: "ask" }]);
	});

	it.each([
		["no object", "stop"],
		["nothing", undefined],
		["no type", {}],
		["an unknown type", { type: "approve_everything" }],
		["a name of Object's", { type: "constructor" }],
		["a missing field", { type: "settle", approvalId: "a" }],
		["a field of the wrong type", { type: "older", beforeSeq: "1" }],
		["a decision that does not exist", { type: "settle", approvalId: "a", decision: "always" }],
		[
			"an oversized text",
			{ type: "send", commandId: "c", taskId: null, text: "x".repeat(1_000_001), images: [] },
		],
	])("refuses and logs %s", async (_, message) => {
		const { dispatcher, handled, refused, log } = setUp();
		await dispatcher.dispatch(message);
		expect(handled).toEqual([]);
		expect(refused).toEqual([message]);
		expect(log.lines).toEqual([expect.stringContaining("warn: Refused a message of the chat")]);
	});

	it("does a doubled command once", async () => {
		const { dispatcher, handled } = setUp();
		await Promise.all([dispatcher.dispatch(send("1")), dispatcher.dispatch(send("1"))]);
		await dispatcher.dispatch(send("2"));
		expect(handled).toHaveLength(2);
	});

	it("lets a command that failed be sent again", async () => {
		let isBroken = true;
		const { dispatcher, handled } = setUp(() => {
			if (isBroken) throw new KilnError("invalid_workspace", "No folder is open.");
		});
		await dispatcher.dispatch(send("1"));
		isBroken = false;
		await dispatcher.dispatch(send("1"));
		expect(handled).toHaveLength(2);
	});

	it("passes a named error on with its hint", async () => {
		const { dispatcher, failed } = setUp(() =>
			Promise.reject(new KilnError("missing_key", "No key.", "Enter it.")),
		);
		await dispatcher.dispatch({ type: "retry" });
		expect(failed).toEqual([["retry", { code: "missing_key", message: "No key.", hint: "Enter it." }]]);
	});

	it("reports a bug as one, with its stack in the log only", async () => {
		const { dispatcher, failed, log } = setUp(() => {
			throw new TypeError("x is undefined");
		});
		await dispatcher.dispatch({ type: "retry" });
		expect(failed).toEqual([
			["retry", expect.objectContaining({ code: "internal", message: "x is undefined" })],
		]);
		expect(log.lines[0]).toContain("CommandDispatcher.test.ts");
	});

	it("says nothing about a stop", async () => {
		const { dispatcher, failed } = setUp(() => Promise.reject(new DOMException("stopped", "AbortError")));
		await dispatcher.dispatch({ type: "retry" });
		expect(failed).toEqual([]);
	});
});
