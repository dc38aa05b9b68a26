import type { TaskEvent, TaskEventDraft } from "@shared/events";
import { createTaskFold } from "@shared/TaskFold";
import type { Row } from "@shared/task-view";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const row = (title: string) => ({ icon: "edit", title, body: { kind: "none" as const } });
const call = (callId: string) => ({ callId, name: "write_to_file", params: {}, source: "" });
const created: TaskEventDraft = {
	type: "task_created",
	cwd: "/w",
	title: "t",
	mode: "code",
	profile: { provider: "p", model: "m", toolFormat: "xml" },
};

function numbered(drafts: readonly TaskEventDraft[]): TaskEvent[] {
	return drafts.map((draft, seq) => ({
		v: 1,
		seq,
		parent: seq === 0 ? null : seq - 1,
		at: 1000 + seq,
		taskId: "t",
		...draft,
	}));
}

function fold(drafts: readonly TaskEventDraft[]) {
	const result = createTaskFold();
	for (const event of numbered(drafts)) result.push(event);
	return result;
}

const asked: TaskEventDraft = {
	type: "approval_asked",
	approvalId: "a1",
	callId: "c1",
	kind: "approval",
	digest: "d",
	effects: [],
	reasons: ["changes a file"],
	row: row("Edit a.ts"),
};
const started = (requestId: string, attempt = 1): TaskEventDraft => ({
	type: "request_started",
	requestId,
	provider: "p",
	model: "m",
	attempt,
});
const called = (callId: string): TaskEventDraft => ({
	type: "tool_called",
	requestId: "r1",
	call: call(callId),
	row: row("Edit a.ts"),
});
const finished = (callId: string, status: "ok" | "denied" = "ok"): TaskEventDraft => ({
	type: "tool_finished",
	callId,
	status,
	result: [],
	row: row("Edited"),
	durationMs: 5,
});

describe("foldEvent", () => {
	it("walks a call through its states and the task through its phases", () => {
		const phases: string[] = [];
		const states: string[] = [];
		const view = createTaskFold();
		const drafts: TaskEventDraft[] = [
			created,
			started("r1"),
			called("c1"),
			asked,
			{
				type: "approval_given",
				approvalId: "a1",
				callId: "c1",
				decision: "approve",
				by: "user",
				digest: "d",
			},
			{ type: "tool_started", callId: "c1", digest: "d" },
			finished("c1"),
			{ type: "turn_ended", requestId: "r1", reason: "results" },
			started("r2"),
			{ type: "turn_ended", requestId: "r2", reason: "plain_answer" },
			{ type: "completed", by: "plain_answer", text: "x" },
		];
		for (const event of numbered(drafts)) {
			view.push(event);
			phases.push(view.phase);
			const tool = view.row("c1");
			states.push(tool?.kind === "tool" ? tool.state : "-");
		}
		expect(phases).toEqual([
			"idle",
			"streaming",
			"streaming",
			"awaiting_approval",
			"running",
			"running",
			"running",
			"running",
			"streaming",
			"running",
			"completed",
		]);
		expect(states.slice(2, 7)).toEqual(["streaming", "waiting", "running", "running", "done"]);
	});

	it("keeps feedback of a denial on the card", () => {
		const view = fold([
			created,
			called("c1"),
			asked,
			{
				type: "approval_given",
				approvalId: "a1",
				callId: "c1",
				decision: "deny",
				by: "user",
				digest: "d",
				text: "use b.ts",
			},
			finished("c1", "denied"),
		]);
		expect(view.row("c1")).toMatchObject({ state: "denied", feedback: "use b.ts", approval: undefined });
	});

	it("sums usage and keeps an unknown cost unknown", () => {
		const usage = (cost: number | null): TaskEventDraft => ({
			type: "usage",
			requestId: "r1",
			usage: { inputTokens: 10, outputTokens: 5, cacheReadTokens: 2, cacheWriteTokens: 1, cost },
		});
		expect(fold([created, usage(null)]).header?.cost).toBeNull();
		expect(fold([created, usage(0.5), usage(0.25)]).header).toMatchObject({
			cost: 0.75,
			inputTokens: 20,
			contextTokens: 18,
		});
	});

	it("ends a retry's countdown when the next attempt starts and when the turn ends", () => {
		const retry: TaskEventDraft = {
			type: "retry_scheduled",
			requestId: "r1",
			attempt: 1,
			delayMs: 500,
			error: { code: "provider_rate_limit", message: "slow" },
		};
		const waiting = fold([created, started("r1"), retry]);
		expect(waiting.phase).toBe("waiting_retry");
		expect(waiting.row("retry-r1")).toMatchObject({ isOver: false, until: 1502 });
		expect(fold([created, started("r1"), retry, started("r1", 2)]).row("retry-r1")).toMatchObject({
			isOver: true,
		});
		const stopped = fold([
			created,
			started("r1"),
			retry,
			{ type: "turn_ended", requestId: "r1", reason: "aborted" },
		]);
		expect(stopped.row("retry-r1")).toMatchObject({ isOver: true });
	});

	it("replaces a queued message by the one that was delivered", () => {
		const parts = [{ type: "text" as const, text: "also b" }];
		const queued: TaskEventDraft = { type: "message_queued", queueId: "q", parts };
		expect(fold([created, queued]).row("q")).toMatchObject({ isQueued: true });
		const view = fold([created, queued, { type: "user_message", blockId: "q", source: "message", parts }]);
		expect(view.row("q")).not.toHaveProperty("isQueued");
		expect(view.rows().rows).toHaveLength(1);
	});

	it("shows the model that is asked now, and counts a request once however often it is tried", () => {
		const other: TaskEventDraft = {
			type: "request_started",
			requestId: "r2",
			provider: "q",
			model: "n",
			attempt: 1,
		};
		const view = fold([created, started("r1"), started("r1", 2), other]);
		expect(view.header).toMatchObject({ provider: "q", model: "n", requests: 2 });
	});

	it("caps a long message of the person and keeps the whole for who asks", () => {
		const parts = [{ type: "text" as const, text: "x".repeat(30_000) }];
		const view = fold([created, { type: "user_message", blockId: "u", source: "task", parts }]);
		expect(view.row("u")).toMatchObject({ isCut: true });
		expect(view.rowText("u")).toHaveLength(30_000);
	});

	it("shows no thought that nobody can read", () => {
		const thought = (blockId: string, text: string): TaskEventDraft => ({
			type: "reasoning",
			requestId: "r1",
			blockId,
			text,
			signature: "SIG",
		});
		const view = fold([created, thought("b1", "hm"), thought("b2", "")]);
		expect(view.rows().rows.map((each) => each.id)).toEqual(["b1"]);
	});

	it("takes back the rows behind a rewind", () => {
		const text = (blockId: string): TaskEventDraft => ({
			type: "assistant_text",
			requestId: "r1",
			blockId,
			text: blockId,
		});
		const view = fold([created, text("b1"), text("b2"), { type: "rewound", to: 1 }, text("b3")]);
		expect(view.rows().rows.map((each) => each.id)).toEqual(["b1", "b3"]);
	});

	it("pauses a task that was cut off at work, and leaves a finished one finished", () => {
		const resumed: TaskEventDraft = { type: "resumed", repaired: { cutBytes: 0, interruptedCalls: ["c1"] } };
		expect(fold([created, started("r1"), resumed]).phase).toBe("paused");
		expect(fold([created, { type: "completed", by: "tool", text: "" }, resumed]).phase).toBe("completed");
		expect(fold([created, called("c1"), resumed, asked]).phase).toBe("awaiting_approval");
	});

	describe("subtasks", () => {
		const body = { kind: "subtask" as const, mode: "code", message: "Do a part" };
		const calledSubtask: TaskEventDraft = {
			type: "tool_called",
			requestId: "r1",
			call: call("c1"),
			row: { icon: "list-tree", title: "Subtask", body },
		};
		const subtask: TaskEventDraft = { type: "subtask_started", callId: "c1", childTaskId: "child" };
		const ended = (cost: number | null): TaskEventDraft => ({
			type: "subtask_finished",
			callId: "c1",
			childTaskId: "child",
			status: "ok",
			cost,
			requests: 4,
		});

		it("names the child on the card and waits for it", () => {
			const view = fold([created, started("r1"), calledSubtask, subtask]);
			expect(view.phase).toBe("waiting_child");
			expect(view.row("c1")).toMatchObject({ state: "running", row: { body: { ...body, taskId: "child" } } });
		});

		it("waits still after a restart, and not for a call that is taken back", () => {
			const resumed: TaskEventDraft = { type: "resumed", repaired: { cutBytes: 9, interruptedCalls: [] } };
			const drafts = [created, started("r1"), calledSubtask, subtask];
			expect(fold([...drafts, resumed]).phase).toBe("waiting_child");
			expect(fold([...drafts, { type: "rewound", to: 1 }]).phase).toBe("paused");
		});

		it("adds what the child has cost, and goes on", () => {
			const drafts = [created, started("r1"), calledSubtask, subtask];
			const view = fold([...drafts, ended(0.5)]);
			expect(view.header).toMatchObject({ cost: 0.5, requests: 5, phase: "running" });
			expect(fold([...drafts, ended(null)]).header?.cost).toBeNull();
		});

		it("keeps the child's id on the finished card", () => {
			const row = { icon: "list-tree", title: "Subtask done", body };
			const result: TaskEventDraft = { ...finished("c1"), row } as TaskEventDraft;
			const view = fold([created, calledSubtask, subtask, ended(null), result]);
			expect(view.row("c1")).toMatchObject({
				state: "done",
				row: { title: "Subtask done", body: { taskId: "child" } },
			});
		});

		it("makes a card of a subtask also when the call did not look like one", () => {
			expect(fold([created, called("c1"), subtask]).row("c1")).toMatchObject({
				row: { body: { kind: "subtask", taskId: "child" } },
			});
		});
	});

	it("counts what a message's mentions stand for, until the model is asked", () => {
		const parts = [{ type: "text" as const, text: "look at @/a" }];
		const said: TaskEventDraft = { type: "user_message", blockId: "u", source: "message", parts };
		const expanded: TaskEventDraft = { type: "message_expanded", blockId: "u", parts: [...parts, ...parts] };
		expect(fold([created, said, expanded]).row("u")).toMatchObject({ expansions: 2, revision: 2 });
		expect(fold([created, said, started("r1"), expanded]).row("u")).not.toHaveProperty("expansions");
		expect(fold([created, said, { ...expanded, parts: [] }]).row("u")).not.toHaveProperty("expansions");
	});

	it("says that the conversation was condensed, with the summary", () => {
		const long = "x".repeat(30_000);
		const view = fold([created, { type: "condensed", upTo: 0, summary: long }]);
		expect(view.row("notice-1")).toMatchObject({ kind: "notice", isCut: true });
		expect(view.rowText("notice-1")).toBe(long);
		const short = fold([created, { type: "condensed", upTo: 0, summary: "In short" }]);
		expect(short.row("notice-1")).toMatchObject({ details: "In short" });
	});

	it("marks a card whose proposal the person has changed", () => {
		const approve: TaskEventDraft = {
			type: "approval_given",
			approvalId: "a1",
			callId: "c1",
			decision: "approve",
			by: "user",
			digest: "d",
		};
		const amended: TaskEventDraft = { ...approve, amendment: { kind: "hunks", kept: [0] } } as TaskEventDraft;
		expect(fold([created, called("c1"), asked, amended, finished("c1")]).row("c1")).toMatchObject({
			isAmended: true,
		});
		expect(fold([created, called("c1"), asked, approve]).row("c1")).not.toHaveProperty("isAmended");
	});

	it("holds only rows that may still change, whatever the length of the task", () => {
		const long: TaskEventDraft[] = [created];
		const parts = [{ type: "text" as const, text: "more" }];
		for (let index = 0; index < 500; index++) {
			long.push({ type: "user_message", blockId: `u${index}`, source: "message", parts });
			long.push(started(`r${index}`), called(`c${index}`), finished(`c${index}`));
		}
		const view = fold(long);
		expect(view.rows({ limit: 1000 }).rows).toHaveLength(1000);
		expect(Object.keys((view as unknown as { state: { open: object } }).state.open)).toHaveLength(0);
	});

	it("gives the same view for every batching: rows by revision are enough to catch up", () => {
		const drafts: TaskEventDraft[] = [
			created,
			started("r1"),
			called("c1"),
			asked,
			finished("c1"),
			{ type: "user_message", blockId: "u", source: "message", parts: [{ type: "text", text: "@/a" }] },
			{ type: "message_expanded", blockId: "u", parts: [{ type: "text", text: "a" }] },
			called("c2"),
			{ type: "subtask_started", callId: "c2", childTaskId: "child" },
			{
				type: "subtask_finished",
				callId: "c2",
				childTaskId: "child",
				status: "ok",
				cost: 1,
				requests: 1,
			},
			finished("c2"),
			{ type: "condensed", upTo: 3, summary: "s" },
			started("r2"),
		];
		const whole = fold(drafts);
		fc.assert(
			fc.property(fc.array(fc.nat({ max: drafts.length }), { maxLength: 5 }), (cuts) => {
				const view = createTaskFold();
				const replica = new Map<string, Row>();
				let head = -1;
				const catchUp = () => {
					for (const changed of view.changedSince(head)) replica.set(changed.id, changed);
					head = view.head;
				};
				for (const event of numbered(drafts)) {
					view.push(event);
					if (cuts.includes(event.seq)) catchUp();
				}
				catchUp();
				expect([...replica.values()].sort((a, b) => a.seq - b.seq)).toEqual(whole.rows().rows);
				expect(view.header).toEqual(whole.header);
			}),
		);
	});
});
