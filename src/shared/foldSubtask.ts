import type { EventOf } from "./events";
import { changeCall, type FoldState, type FoldStep } from "./FoldStep";
import type { ToolRow } from "./tools";

export function subtaskStarted(state: FoldState, event: EventOf<"subtask_started">): FoldStep {
	const row = state.open[event.callId];
	if (row?.kind !== "tool") return {};
	const known = row.row.body.kind === "subtask" ? row.row.body : { mode: "", message: "" };
	const body = { ...known, kind: "subtask" as const, taskId: event.childTaskId };
	return {
		...changeCall(state, event, { state: "running", row: { ...row.row, body } }),
		waitsFor: event.callId,
	};
}

/** What a subtask has cost counts as the cost of the task that wanted it. */
export function subtaskFinished(state: FoldState, event: EventOf<"subtask_finished">): FoldStep {
	const header = state.header;
	if (header === null) return {};
	const cost = event.cost === null ? header.cost : (header.cost ?? 0) + event.cost;
	return { header: { cost, requests: header.requests + event.requests }, waitsFor: null };
}

export function childOf(state: FoldState, callId: string): string | undefined {
	const row = state.open[callId];
	return row?.kind === "tool" && row.row.body.kind === "subtask" ? row.row.body.taskId : undefined;
}

/** A finished card still names the task that it has waited for. */
export function withChild(row: ToolRow, taskId: string | undefined): ToolRow {
	if (row.body.kind !== "subtask" || taskId === undefined) return row;
	return { ...row, body: { ...row.body, taskId: row.body.taskId ?? taskId } };
}
