import { describe, expect, it } from "vitest";
import { findByPrefix, moveIndex } from "../../../webview-ui/src/components/pickerKeys";
import { approvalShortcut } from "../../../webview-ui/src/views/approvalShortcut";
import { isSendKey, recall } from "../../../webview-ui/src/views/composerKeys";

const key = {
	key: "Enter",
	ctrlKey: false,
	metaKey: false,
	shiftKey: false,
	altKey: false,
	isComposing: false,
	keyCode: 13,
};

describe("keys of the input", () => {
	it("sends on Enter alone, never while an input method composes", () => {
		expect(isSendKey(key)).toBe(true);
		expect(isSendKey({ ...key, shiftKey: true })).toBe(false);
		expect(isSendKey({ ...key, isComposing: true })).toBe(false);
		expect(isSendKey({ ...key, keyCode: 229 })).toBe(false);
		expect(isSendKey({ ...key, ctrlKey: true })).toBe(false);
	});

	it("goes through what was sent with ↑ and ↓, and leaves a draft alone", () => {
		const sent = ["one", "two"];
		expect(recall("ArrowUp", { sent, text: "", recalled: null })).toEqual({ recalled: 1, text: "two" });
		expect(recall("ArrowUp", { sent, text: "two", recalled: 1 })).toEqual({ recalled: 0, text: "one" });
		expect(recall("ArrowUp", { sent, text: "one", recalled: 0 })).toBeUndefined();
		expect(recall("ArrowDown", { sent, text: "two", recalled: 1 })).toEqual({ recalled: null, text: "" });
		expect(recall("ArrowUp", { sent, text: "a draft", recalled: null })).toBeUndefined();
		expect(recall("ArrowUp", { sent, text: "two, edited", recalled: 1 })).toBeUndefined();
	});
});

describe("approvalShortcut", () => {
	it("needs Ctrl or Cmd, and Shift to deny", () => {
		expect(approvalShortcut({ ...key, ctrlKey: true })).toBe("approve");
		expect(approvalShortcut({ ...key, metaKey: true, shiftKey: true })).toBe("deny");
		expect(approvalShortcut(key)).toBeUndefined();
		expect(approvalShortcut({ ...key, ctrlKey: true, altKey: true })).toBeUndefined();
	});
});

describe("keys of a dropdown", () => {
	it("moves within the ends and finds by first letter", () => {
		expect(moveIndex("ArrowDown", 2, 3)).toBe(2);
		expect(moveIndex("End", 0, 3)).toBe(2);
		expect(moveIndex("x", 0, 3)).toBeUndefined();
		const options = [{ label: "Code" }, { label: "Ask" }, { label: "Architect" }];
		expect(findByPrefix("a", 1, options)).toBe(2);
		expect(findByPrefix("z", 0, options)).toBeUndefined();
	});
});
