import type { UiCommand } from "@shared/messages";
import type { Phase, Row, TaskHeader } from "@shared/task-view";
import type { ToolBody } from "@shared/tools";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDrafts } from "../../../webview-ui/src/state/createDrafts";
import { createStore } from "../../../webview-ui/src/state/createStore";
import { createTicker } from "../../../webview-ui/src/state/createTicker";
import { createServices } from "../../../webview-ui/src/state/KilnContext";
import {
	answerLimit,
	approveWithRule,
	holdMs,
	openLimit,
	openRows,
	repeatAmendments,
	sendDraft,
	settle,
} from "../../../webview-ui/src/state/settle";
import { changeProposal } from "../../../webview-ui/src/state/useProposal";
import { lastSpoken } from "../../../webview-ui/src/text/spokenText";
import { approvalToSettle } from "../../../webview-ui/src/views/approvalShortcut";
import { chrome, text } from "./replicaModel";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(rows: readonly Row[], phase: Phase, header: TaskHeader | null = null) {
	const posted: UiCommand[] = [];
	const store = createStore({ post: (command) => posted.push(command), setTimer: () => undefined });
	const drafts = createDrafts({ getState: () => undefined, setState: () => undefined });
	const ticker = createTicker(
		() => 0,
		() => () => undefined,
	);
	const services = createServices({ store, drafts, ticker });
	const stamp = { epoch: 1, head: 9, phase };
	store.dispatch({ ...stamp, type: "snapshot", header, rows, hasOlder: false, chrome, draft: "" });
	const type = (words: string) => {
		drafts.text.set(words);
		sendDraft(services);
	};
	const refuse = (commandId: string) =>
		store.dispatch({ ...stamp, type: "reply", replyTo: commandId, ok: false, message: "no" });
	return { posted, services, store, drafts, type, refuse };
}

const limit: Row = {
	id: "l",
	seq: 5,
	revision: 5,
	at: 0,
	kind: "limit",
	limitId: "limit-1",
	message: "20 requests",
};
const tool: Row = {
	id: "c",
	seq: 6,
	revision: 6,
	at: 0,
	kind: "tool",
	tool: "read_file",
	state: "running",
	row: { icon: "file", title: "Read", body: { kind: "none" } },
};

describe("sendDraft", () => {
	it("answers a limit once; what is sent next is a message of its own", () => {
		const { posted, services, type } = setUp([limit], "awaiting_answer");
		type("use npm");
		expect(openLimit(services)).toBeUndefined();
		type("and test it");
		expect(posted).toEqual([
			{ type: "answer_limit", limitId: "limit-1", decision: "continue", text: "use npm" },
			expect.objectContaining({ type: "send", text: "and test it" }),
		]);
	});

	it("does not lose what is sent after Continue", () => {
		const { posted, services, type } = setUp([limit], "awaiting_answer");
		answerLimit(services, "limit-1", "continue", { text: " " });
		answerLimit(services, "limit-1", "stop", {});
		type("go on");
		expect(posted).toEqual([
			{ type: "answer_limit", limitId: "limit-1", decision: "continue" },
			expect.objectContaining({ type: "send", text: "go on" }),
		]);
	});

	it("gives a refused message back, but never over what was typed since", () => {
		const { posted, drafts, type, refuse } = setUp([], "idle");
		const lastId = () =>
			posted.flatMap((command) => (command.type === "send" ? command.commandId : [])).at(-1);
		type("first");
		expect(drafts.text.get()).toBe("");
		refuse(lastId() ?? "");
		expect(drafts.text.get()).toBe("first");
		type("second");
		drafts.text.set("typing");
		refuse(lastId() ?? "");
		expect(drafts.text.get()).toBe("typing");
	});
});

describe("sendDraft and the task that is shown", () => {
	it("names the task, so that the message reaches no other", () => {
		const { posted, type } = setUp([], "idle");
		type("a new one");
		const shown = setUp([], "completed", { taskId: "t1" } as TaskHeader);
		shown.type("go on");
		expect([posted.at(-1), shown.posted.at(-1)]).toMatchObject([{ taskId: null }, { taskId: "t1" }]);
	});

	it("gives a refused answer back, and opens its question again", () => {
		const question: Row = {
			...tool,
			kind: "tool",
			state: "waiting",
			approval: { approvalId: "q1", kind: "question", reasons: [] },
		};
		const { services, drafts, type, refuse } = setUp([question], "awaiting_answer");
		type("use npm");
		expect(openRows(services, "question")).toEqual([]);
		refuse("q1");
		expect(openRows(services, "question")).toHaveLength(1);
		expect(drafts.text.get()).toBe("use npm");
	});

	it("opens a limit again whose answer was refused", () => {
		const { services, refuse } = setUp([limit], "awaiting_answer");
		answerLimit(services, "limit-1", "stop", {});
		expect(openLimit(services)).toBeUndefined();
		refuse("limit-1");
		expect(openLimit(services)).toBe(limit);
	});
});

describe("approvalToSettle", () => {
	const state = {
		open: ["a", "b"],
		onScreen: new Set(["b"]),
		pinned: null,
		isRepeat: false,
		isCovered: false,
	};
	it.each([
		["the oldest that is seen", {}, "b"],
		["the pinned one", { onScreen: new Set<string>(), pinned: "a" }, "a"],
		["nothing that nobody sees", { onScreen: new Set<string>() }, undefined],
		["nothing for a held key", { isRepeat: true }, undefined],
		["nothing under a form", { isCovered: true }, undefined],
	])("decides %s", (_label, change, expected) =>
		expect(approvalToSettle({ ...state, ...change })).toBe(expected),
	);
});

describe("lastSpoken", () => {
	it("is the last text even when a card follows it", () => {
		const { store } = setUp([text("a", "one"), { ...text("b", "two"), seq: 1 }, tool], "running");
		expect(lastSpoken(store.get())).toBe("b");
	});
});

describe("settle", () => {
	const diff = "@@ -1,1 +1,1 @@\n-a\n+b\n@@ -9,1 +9,1 @@\n-c\n+d";
	const body: ToolBody = {
		kind: "diff",
		files: [{ path: "a", diff, added: 2, removed: 2, operation: "modify" }],
	};
	const waiting: Row = {
		id: "c1",
		seq: 7,
		revision: 7,
		at: 0,
		kind: "tool",
		tool: "apply_diff",
		state: "waiting",
		row: { icon: "edit", title: "Edit a", body },
		approval: { approvalId: "ap1", kind: "approval", reasons: [] },
	};
	const proposal = { approvalId: "ap1", body };

	it("sends along which hunks were kept, and tells the host before", () => {
		const { posted, services } = setUp([waiting], "awaiting_approval");
		changeProposal(services, proposal, { off: new Set([0]) });
		settle(services, "ap1", "approve");
		const amendment = { kind: "hunks", kept: [1] };
		expect(posted).toEqual([
			{ type: "amend", approvalId: "ap1", amendment },
			{ type: "settle", approvalId: "ap1", decision: "approve", amendment },
		]);
	});

	it("stands open again when the host refuses it", () => {
		const { posted, services, refuse } = setUp([waiting], "awaiting_approval");
		settle(services, "ap1", "approve");
		refuse("ap1");
		settle(services, "ap1", "deny");
		expect(posted.map((command) => "decision" in command && command.decision)).toEqual(["approve", "deny"]);
	});

	it("holds for a moment, in which what comes up next takes no press", () => {
		const { services } = setUp([waiting], "awaiting_approval");
		settle(services, "ap1", "approve");
		expect(services.isHolding.get()).toBe(true);
		vi.advanceTimersByTime(holdMs);
		expect(services.isHolding.get()).toBe(false);
	});

	it("holds for as long again after a decision that came meanwhile", () => {
		const { services } = setUp([waiting, limit], "awaiting_approval");
		settle(services, "ap1", "approve");
		vi.advanceTimersByTime(holdMs - 1);
		answerLimit(services, "limit-1", "continue", {});
		vi.advanceTimersByTime(holdMs - 1);
		expect(services.isHolding.get()).toBe(true);
		vi.advanceTimersByTime(1);
		expect(services.isHolding.get()).toBe(false);
	});

	it("approves what was pressed together with a rule, though another card was decided meanwhile", async () => {
		const { posted, services } = setUp([waiting, limit], "awaiting_approval");
		const reply = await approveWithRule(services, "ap1", async () => {
			answerLimit(services, "limit-1", "continue", {});
			return {
				type: "reply",
				epoch: 1,
				head: 9,
				phase: "awaiting_approval",
				replyTo: "r",
				ok: true,
				message: "",
			};
		});
		expect(reply.ok).toBe(true);
		expect(posted.at(-1)).toMatchObject({ type: "settle", approvalId: "ap1", decision: "approve" });
	});

	it("tells the host again what is left out, once it has begun anew", () => {
		const { posted, services } = setUp([waiting], "awaiting_approval");
		changeProposal(services, proposal, { off: new Set([0]) });
		changeProposal(services, { ...proposal, approvalId: "gone" }, { off: new Set([0]) });
		posted.length = 0;
		repeatAmendments(services);
		expect(posted).toEqual([{ type: "amend", approvalId: "ap1", amendment: { kind: "hunks", kept: [1] } }]);
	});

	it("takes a change back", () => {
		const { posted, services } = setUp([waiting], "awaiting_approval");
		changeProposal(services, proposal, { off: new Set([0]) });
		changeProposal(services, proposal, { off: new Set() });
		settle(services, "ap1", "approve");
		expect(posted.slice(1)).toEqual([
			{ type: "amend", approvalId: "ap1" },
			{ type: "settle", approvalId: "ap1", decision: "approve" },
		]);
	});

	it("denies as a whole, whatever was left out", () => {
		const { posted, services } = setUp([waiting], "awaiting_approval");
		changeProposal(services, proposal, { off: new Set([0]) });
		settle(services, "ap1", "deny");
		expect(posted.at(-1)).toEqual({ type: "settle", approvalId: "ap1", decision: "deny" });
	});

	it("approves nothing when nothing is kept: the card stays open", () => {
		const { posted, services } = setUp([waiting], "awaiting_approval");
		changeProposal(services, proposal, { off: new Set([0, 1]) });
		settle(services, "ap1", "approve");
		expect(posted.map(({ type }) => type)).toEqual(["amend"]);
		expect(services.decided.get().size).toBe(0);
	});

	it("changes nothing of what is decided", () => {
		const { posted, services } = setUp([waiting], "awaiting_approval");
		settle(services, "ap1", "approve");
		changeProposal(services, proposal, { off: new Set([0]) });
		expect(posted.map(({ type }) => type)).toEqual(["settle"]);
	});
});
