import type { HostMessage } from "@shared/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Replica, ReplicaStep } from "../../../webview-ui/src/state/replica";
import {
	applyHostMessage,
	askOlder,
	dropOldRows,
	emptyReplica,
	rowOf,
} from "../../../webview-ui/src/state/replica";
import type { Change } from "./replicaModel";
import { TaskModel, text } from "./replicaModel";

const ids = ["a", "b", "c", "d", "e"];
const change: fc.Arbitrary<Change> = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ type: fc.constant("put" as const), id: fc.constantFrom(...ids) }) },
	{ weight: 2, arbitrary: fc.record({ type: fc.constant("remove" as const), id: fc.constantFrom(...ids) }) },
	{ weight: 1, arbitrary: fc.record({ type: fc.constant("rewind" as const), back: fc.nat({ max: 4 }) }) },
);

/** How the messages of a task travel: where batches are cut, what is dropped or doubled, in which order all come. */
const delivery = fc.record({
	changes: fc.array(change, { minLength: 1, maxLength: 14 }),
	earlier: fc.array(change, { maxLength: 4 }),
	cuts: fc.array(fc.nat({ max: 13 }), { maxLength: 6 }),
	snapshots: fc.array(fc.nat({ max: 13 }), { maxLength: 2 }),
	order: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
	fates: fc.array(fc.constantFrom("once", "once", "twice", "lost"), { minLength: 40, maxLength: 40 }),
	pageSize: fc.constantFrom(2, 200),
});

function run(start: Replica, messages: readonly HostMessage[], model: TaskModel): Replica {
	let replica = start;
	const queue = [...messages];
	for (let steps = 0; queue.length > 0; steps++) {
		if (steps > 500) throw new Error("The exchange does not end.");
		const message = queue.shift();
		if (message === undefined) break;
		const step = applyHostMessage(replica, message);
		replica = step.replica;
		queue.push(...answers(step, model));
	}
	return replica;
}

function answers(step: ReplicaStep, model: TaskModel): HostMessage[] {
	return step.effects.flatMap((effect) => {
		const answer = effect.type === "post" ? model.answer(effect.command) : undefined;
		return answer === undefined ? [] : [answer];
	});
}

function shown(replica: Replica): string[] {
	return replica.ids.map((id) => {
		const row = rowOf(replica, id);
		return row?.kind === "text" ? `${row.seq} ${row.text}` : `${id} missing`;
	});
}

const expected = (model: TaskModel) =>
	model.rows().map((row) => `${row.seq} ${row.kind === "text" ? row.text : ""}`);

describe("replica", () => {
	it("shows the host's rows after the next head, whatever was lost, doubled or out of order", () => {
		fc.assert(
			fc.property(delivery, ({ changes, earlier, cuts, snapshots, order, fates, pageSize }) => {
				const before = new TaskModel(1, earlier);
				const model = new TaskModel(2, changes, pageSize);
				const borders = [...new Set([-1, ...cuts.filter((cut) => cut < model.head), model.head])].sort(
					(a, b) => a - b,
				);
				const sent: HostMessage[] = [before.snapshot(before.head), before.headMessage(), model.snapshot(-1)];
				for (const [index, head] of borders.entries()) {
					const from = borders[index - 1];
					if (from !== undefined)
						sent.push(model.rowsMessage(from, head), model.live(from, "a"), model.live(from, "z"));
				}
				for (const head of snapshots) if (head <= model.head) sent.push(model.snapshot(head));
				const arriving = sent
					.flatMap(
						(message, index) =>
							({ once: [message], twice: [message, message], lost: [] })[fates[index] ?? "once"],
					)
					.map((message, index) => ({ message, key: order[index] ?? 0 }))
					.sort((a, b) => a.key - b.key)
					.map(({ message }) => message);

				let replica = run(emptyReplica, arriving, model);
				replica = run(replica, [model.headMessage()], model);
				for (let page = 0; replica.hasOlder && page < 20; page++) {
					const asked = askOlder(replica);
					replica = run(asked.replica, answers(asked, model), model);
				}
				expect(shown(replica)).toEqual(expected(model));
				expect(replica.header?.requests).toBe(model.head);
			}),
			{ numRuns: 1500 },
		);
	});

	it("asks for a resync at a gap, once, and again at the next head", () => {
		const model = new TaskModel(1, [put("a"), put("b"), put("c")]);
		let step = applyHostMessage(run(emptyReplica, [model.snapshot(-1)], model), model.rowsMessage(1, 2));
		expect(step.effects).toEqual([{ type: "post", command: { type: "resync", epoch: 1, head: -1 } }]);
		step = applyHostMessage(step.replica, model.rowsMessage(1, 2));
		expect(step.effects).toEqual([]);
		step = applyHostMessage(step.replica, model.headMessage());
		expect(step.effects).toHaveLength(1);
		expect(shown(step.replica)).toEqual(["2 c@2"]);
	});

	it("ignores messages of another epoch and asks for a snapshot", () => {
		const model = new TaskModel(1, [put("a")]);
		const other = new TaskModel(2, [put("x")]);
		const step = applyHostMessage(run(emptyReplica, [model.snapshot(0)], model), other.rowsMessage(-1, 0));
		expect(shown(step.replica)).toEqual(["0 a@0"]);
		expect(step.effects).toEqual([{ type: "post", command: { type: "ready" } }]);
	});

	it("does not bring back a removed row through an older message", () => {
		const model = new TaskModel(1, [put("a"), { type: "remove", id: "a" }]);
		const messages = [model.snapshot(-1), model.rowsMessage(0, 1), model.rowsMessage(-1, 0)];
		expect(shown(run(emptyReplica, messages, model))).toEqual([]);
	});

	it("keeps a row's object when its message comes twice", () => {
		const model = new TaskModel(1, [put("a"), put("b")]);
		const first = run(emptyReplica, [model.snapshot(-1), model.rowsMessage(-1, 1)], model);
		const second = run(first, [model.rowsMessage(-1, 1)], model);
		expect(rowOf(second, "a")).toBe(rowOf(first, "a"));
		expect(second.ids).toBe(first.ids);
	});
});

describe("dropOldRows", () => {
	it("lets old rows go, and pages them in again as they were", () => {
		const model = new TaskModel(
			1,
			Array.from({ length: 30 }, (_, index) => put(`r${index}`)),
			200,
		);
		const full = run(emptyReplica, [model.snapshot(29)], model);
		expect(dropOldRows(full, { above: 30, keep: 10 })).toBe(full);
		const short = dropOldRows(full, { above: 20, keep: 10 });
		expect(shown(short)).toEqual(expected(model).slice(-10));
		const asked = askOlder(short);
		expect(shown(run(asked.replica, answers(asked, model), model))).toEqual(expected(model));
	});
});

describe("live rows", () => {
	const model = new TaskModel(1, [put("a"), put("b")]);
	const start = run(emptyReplica, [model.snapshot(0)], model);
	const delta = (offset: number, content: string, blockId = "b"): HostMessage => ({
		...stamp,
		type: "live",
		events: [{ type: "delta", taskId: "t", blockId, block: "text", offset, text: content }],
	});
	const stamp = { epoch: 1, head: 0, phase: "streaming" as const };
	const textOf = (replica: Replica, id: string) => {
		const row = rowOf(replica, id);
		return row?.kind === "text" ? row.text : undefined;
	};

	it("appends deltas by offset, ignores doubled ones, waits at a gap", () => {
		const replica = run(
			start,
			[delta(0, "one "), delta(4, "two "), delta(0, "one "), delta(4, "two "), delta(99, "lost")],
			model,
		);
		expect(textOf(replica, "b")).toBe("one two ");
		expect(replica.ids).toEqual(["a", "b"]);
	});

	it("does not change the list of ids while text streams", () => {
		const one = run(start, [delta(0, "one ")], model);
		const two = run(one, [delta(4, "two ")], model);
		expect(two.ids).toBe(one.ids);
		expect(rowOf(two, "a")).toBe(rowOf(one, "a"));
		expect(rowOf(two, "b")).not.toBe(rowOf(one, "b"));
	});

	it("gives way to the logged row, also when a delta comes late", () => {
		const replica = run(start, [delta(0, "one "), model.rowsMessage(0, 1), delta(4, "late")], model);
		expect(textOf(replica, "b")).toBe("b@1");
		expect(replica.live.size).toBe(0);
	});

	it("goes with a dropped block, or with the end of streaming when that message was lost", () => {
		const dropped = run(
			start,
			[
				delta(0, "x", "z"),
				{ ...stamp, type: "live", events: [{ type: "live_dropped", taskId: "t", blockIds: ["z"] }] },
			],
			model,
		);
		expect(dropped.ids).toEqual(["a"]);
		const ended = run(start, [delta(0, "x", "z"), model.rowsMessage(0, 1)], model);
		expect(ended.ids).toEqual(["a", "b"]);
	});

	it("goes when the host says that the block is empty", () => {
		const gone: HostMessage = {
			...stamp,
			head: 1,
			type: "rows",
			from: 0,
			header: null,
			rows: [],
			removed: ["z"],
		};
		expect(run(start, [delta(0, " ", "z"), gone, delta(1, " ", "z")], model).ids).toEqual(["a"]);
	});

	it("shows a running command's live output over its card until the result is there", () => {
		const card = (state: "running" | "done", revision: number, output: string): HostMessage => ({
			...stamp,
			head: revision,
			phase: "running",
			type: "rows",
			from: revision - 1,
			header: null,
			removed: [],
			rows: [
				{
					...text("c", ""),
					seq: 1,
					revision,
					kind: "tool",
					tool: "execute_command",
					state,
					row: { icon: "terminal", title: "Run", body: { kind: "terminal", command: "x", cwd: ".", output } },
				},
			],
		});
		const output = (offset: number, content: string): HostMessage => ({
			...stamp,
			head: 1,
			phase: "running",
			type: "live",
			events: [{ type: "delta", taskId: "t", blockId: "c", block: "tool_output", offset, text: content }],
		});
		const outputOf = (replica: Replica) => {
			const row = rowOf(replica, "c");
			return row?.kind === "tool" && row.row.body.kind === "terminal" ? row.row.body.output : undefined;
		};
		const running = run(start, [card("running", 1, ""), output(0, "a\n"), output(2, "b\n")], model);
		expect(outputOf(running)).toBe("a\nb\n");
		expect(outputOf(run(running, [output(1000, "tail\n")], model))).toBe("tail\n");
		expect(outputOf(run(running, [card("done", 2, "all")], model))).toBe("all");
	});
});

function put(id: string): Change {
	return { type: "put", id };
}
