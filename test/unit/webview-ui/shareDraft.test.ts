import type { UiCommand } from "@shared/messages";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createExternal } from "../../../webview-ui/src/state/createExternal";
import { shareDraft } from "../../../webview-ui/src/state/shareDraft";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(initial = "") {
	const posted: UiCommand[] = [];
	const text = createExternal(initial);
	const draft = shareDraft({ text }, (command) => void posted.push(command));
	return { posted, text, draft };
}

describe("shareDraft", () => {
	it("saves once the typing pauses, and at once when the draft was sent", () => {
		const { posted, text } = setUp();
		text.set("a");
		text.set("ab");
		expect(posted).toEqual([]);
		vi.advanceTimersByTime(300);
		expect(posted).toEqual([{ type: "save_draft", text: "ab" }]);
		text.set("");
		expect(posted.at(-1)).toEqual({ type: "save_draft", text: "" });
	});

	it("takes the saved draft once, and never over what is being typed", () => {
		const fresh = setUp();
		fresh.draft.restore("saved");
		expect(fresh.text.get()).toBe("saved");
		fresh.text.set("");
		fresh.draft.restore("saved");
		expect(fresh.text.get()).toBe("");
		const typing = setUp("mine");
		typing.draft.restore("saved");
		expect(typing.text.get()).toBe("mine");
	});
});
