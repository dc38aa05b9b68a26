import { describe, expect, it } from "vitest";
import { createDrafts } from "../../../webview-ui/src/state/createDrafts";

function fakeApi(state: unknown) {
	const api = {
		state,
		getState: () => api.state,
		setState: (next: unknown) => {
			api.state = next;
		},
	};
	return api;
}

describe("createDrafts", () => {
	it("keeps the draft and what was sent over a reload", () => {
		const api = fakeApi(undefined);
		const drafts = createDrafts(api);
		drafts.text.set("half a thou");
		drafts.remember("first");
		drafts.remember("second");
		drafts.remember("first");
		const reloaded = createDrafts(api);
		expect(reloaded.text.get()).toBe("half a thou");
		expect(reloaded.sent.get()).toEqual(["second", "first"]);
	});

	it("remembers what was put away over a reload, the last of it", () => {
		const api = fakeApi(undefined);
		createDrafts(api).putAway.set(Array.from({ length: 30 }, (_, index) => `notice ${index}`));
		const reloaded = createDrafts(api).putAway.get();
		expect([reloaded.length, reloaded.at(-1)]).toEqual([20, "notice 29"]);
	});

	it.each([null, 7, { draft: 3, sent: "x" }, { sent: [1, "ok"] }])("survives odd state: %j", (state) => {
		expect(createDrafts(fakeApi(state)).text.get()).toBe("");
	});
});
