import { describe, expect, it } from "vitest";
import { createDrafts } from "../../../webview-ui/src/state/createDrafts";
import { withoutKey } from "../../../webview-ui/src/text/keptProfileForm";

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

	it("keeps what was typed, chosen and folded at cards over a reload", () => {
		const api = fakeApi(undefined);
		const drafts = createDrafts(api);
		drafts.feedback.set(new Map([["ap1", "no new files"]]));
		drafts.proposals.set(new Map([["ap1", { off: new Set([1]), text: "mine" }]]));
		drafts.folds.set(new Map([["c1", false]]));
		// as the editor keeps it
		api.state = JSON.parse(JSON.stringify(api.state));
		const reloaded = createDrafts(api);
		expect(reloaded.feedback.get()).toEqual(drafts.feedback.get());
		expect(reloaded.proposals.get()).toEqual(drafts.proposals.get());
		expect(reloaded.folds.get()).toEqual(drafts.folds.get());
	});

	it("hands no huge text to the editor with every key", () => {
		const api = fakeApi(undefined);
		const drafts = createDrafts(api);
		const huge = "x".repeat(1_000_000);
		drafts.remember(huge);
		drafts.feedback.set(new Map([["ap1", huge]]));
		drafts.proposals.set(new Map([["ap1", { off: new Set(), text: huge }]]));
		drafts.text.set("a");
		expect(JSON.stringify(api.state).length).toBeLessThan(1000);
		expect(drafts.sent.get()).toEqual([huge]);
	});

	it("keeps an open form over a reload, but never its key", () => {
		const api = fakeApi(undefined);
		const fields = {
			id: "profile-1",
			name: "Mine",
			provider: "anthropic",
			baseUrl: "https://a.example",
			key: "sk-secret",
			model: "m",
			contextWindow: "",
			toolFormat: "native",
			promptVariant: "compact",
			customTools: ["apply_patch"],
		} as const;
		createDrafts(api).form.set({ profileId: null, fields: withoutKey(fields) });
		expect(JSON.stringify(api.state)).not.toContain("sk-secret");
		const { key: _, ...kept } = fields;
		expect(createDrafts(api).form.get()).toEqual({ profileId: null, fields: kept });
	});

	it.each([
		[undefined, null],
		[{ profileId: 3 }, null],
		[{ profileId: "a" }, { profileId: "a", fields: undefined }],
		[
			{ profileId: "a", fields: { id: 1 } },
			{ profileId: "a", fields: undefined },
		],
	])("takes %j for the form %j", (form, kept) => {
		expect(createDrafts(fakeApi({ form })).form.get()).toEqual(kept);
	});

	it("takes nothing odd for what was kept at cards", () => {
		const state = {
			feedback: [["a", 1], "b", ["c", "ok"]],
			proposals: [
				[1, {}],
				["d", { off: ["x", 2] }],
			],
			folds: {},
		};
		const drafts = createDrafts(fakeApi(state));
		expect([...drafts.feedback.get()]).toEqual([["c", "ok"]]);
		expect([...drafts.proposals.get()]).toEqual([["d", { off: new Set([2]) }]]);
		expect(drafts.folds.get().size).toBe(0);
	});

	it.each([null, 7, { draft: 3, sent: "x" }, { sent: [1, "ok"] }])("survives odd state: %j", (state) => {
		expect(createDrafts(fakeApi(state)).text.get()).toBe("");
	});
});
