import type { UiCommand } from "@shared/messages";
import type { Profile } from "@shared/settings";
import { describe, expect, it, vi } from "vitest";
import { createStore } from "../../../webview-ui/src/state/createStore";
import { TaskModel } from "./replicaModel";

function setUp() {
	const posted: UiCommand[] = [];
	const timers: (() => void)[] = [];
	const store = createStore({
		post: (command) => posted.push(command),
		setTimer: (callback) => timers.push(callback),
	});
	const model = new TaskModel(1, [
		{ type: "put", id: "a" },
		{ type: "put", id: "b" },
		{ type: "put", id: "a" },
	]);
	store.dispatch(model.snapshot(1));
	return { posted, timers, store, model };
}

describe("createStore", () => {
	it("tells only the listeners of rows that changed", () => {
		const { store, model } = setUp();
		const onA = vi.fn();
		const onB = vi.fn();
		store.subscribeRow("a", onA);
		store.subscribeRow("b", onB);
		store.dispatch(model.rowsMessage(1, 2));
		expect(onA).toHaveBeenCalledTimes(1);
		expect(onB).not.toHaveBeenCalled();
	});

	it("shows a burst of live text once, and never tells the list's listeners of it twice", () => {
		const { store, timers, model } = setUp();
		const onList = vi.fn();
		const onRow = vi.fn();
		store.subscribe(onList);
		store.subscribeRow("z", onRow);
		for (let i = 0; i < 5; i++) {
			const delta = {
				type: "delta",
				taskId: "t",
				blockId: "z",
				block: "text",
				offset: i,
				text: "x",
			} as const;
			store.dispatch({ ...model.headMessage(1), phase: "streaming", type: "live", events: [delta] });
		}
		expect(onRow).not.toHaveBeenCalled();
		for (const timer of timers.splice(0)) timer();
		expect(onRow).toHaveBeenCalledTimes(1);
		expect(onList).toHaveBeenCalledTimes(1);
		expect(timers).toHaveLength(0);
	});

	it("hands a reply to the one who asked", async () => {
		const { store, model } = setUp();
		const asked = store.request({ type: "save_profile", replyTo: "r1", profile });
		store.dispatch({ ...model.headMessage(), type: "reply", replyTo: "other", ok: false, message: "no" });
		store.dispatch({ ...model.headMessage(), type: "reply", replyTo: "r1", ok: true, message: "saved" });
		expect((await asked).message).toBe("saved");
	});

	it("stops telling a listener that has gone", () => {
		const { store, model } = setUp();
		const onA = vi.fn();
		store.subscribeRow("a", onA)();
		store.dispatch(model.rowsMessage(1, 2));
		expect(onA).not.toHaveBeenCalled();
	});
});

const profile: Profile = {
	id: "p",
	name: "P",
	provider: "openai",
	baseUrl: "",
	model: "m",
	toolFormat: "xml",
	headers: {},
	customTools: [],
	promptVariant: "full",
};
