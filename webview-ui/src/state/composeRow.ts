import type { Row, RowOf } from "@shared/task-view";
import type { ToolBody, ToolRow } from "@shared/tools";
import type { LiveEntry } from "./LiveRows";

type LiveSource = Pick<LiveEntry, "id" | "block" | "start" | "text" | "card" | "head" | "row">;

/**
 * The row that is shown when live text or a live card lies over what is logged. "over": the logged row is final and
 * the live part has had its day. undefined: nothing to show yet. A logged null is a row that is gone for good.
 */
export function composeRow(logged: Row | null | undefined, live: LiveSource): Row | "over" | undefined {
	if (logged === null) return "over";
	const next = live.block === "tool_output" ? composeTool(logged, live) : composeText(logged, live);
	const isUnchanged = typeof next === "object" && live.row !== undefined && isSameLook(next, live.row);
	return isUnchanged ? live.row : next;
}

function composeText(logged: Row | undefined, live: LiveSource): Row | "over" | undefined {
	if (logged === undefined) {
		if (live.start > 0) return undefined;
		const kind = live.block === "reasoning" ? "reasoning" : "text";
		return {
			id: live.id,
			seq: Number.MAX_SAFE_INTEGER,
			revision: -1,
			at: 0,
			kind,
			text: live.text,
			isStreaming: true,
		};
	}
	if (logged.kind !== "text" && logged.kind !== "reasoning") return "over";
	if (!logged.isStreaming) return "over";
	return { ...logged, text: overlay(logged.text, live.start, live.text) };
}

function composeTool(logged: Row | undefined, live: LiveSource): Row | "over" | undefined {
	if (logged === undefined) {
		if (live.card === undefined) return undefined;
		return { ...unloggedTool, id: live.id, state: live.card.stage, row: withOutput(live.card.row, live) };
	}
	if (logged.kind !== "tool") return "over";
	if (logged.state === "running") {
		const card = live.card?.stage === "running" ? live.card.row : logged.row;
		return { ...logged, row: withOutput(card, live) };
	}
	// The complete call is newer than what streamed before it.
	if (logged.state !== "streaming" || live.head < logged.revision) return "over";
	return { ...logged, row: withOutput(live.card?.row ?? logged.row, live) };
}

const unloggedTool: Omit<RowOf<"tool">, "id" | "state" | "row"> = {
	seq: Number.MAX_SAFE_INTEGER,
	revision: -1,
	at: 0,
	kind: "tool",
	tool: "",
};

function withOutput(row: ToolRow, live: LiveSource): ToolRow {
	if (live.text === "") return row;
	return { ...row, body: bodyWithOutput(row.body, live) };
}

function bodyWithOutput(body: ToolBody, live: LiveSource): ToolBody {
	switch (body.kind) {
		case "terminal":
			return { ...body, output: overlay(body.output, live.start, live.text) };
		case "text":
			return { ...body, text: overlay(body.text, live.start, live.text) };
		case "none":
			return { kind: "text", text: live.text };
		default:
			return body;
	}
}

/** Both texts begin at the same place; the one that reaches further is newer. */
function overlay(base: string, start: number, text: string): string {
	if (start + text.length < base.length) return base;
	return start <= base.length ? base.slice(0, start) + text : text;
}

function isSameLook(a: Row, b: Row): boolean {
	if (a.revision !== b.revision) return false;
	if (a.kind === "tool" && b.kind === "tool") return a.row === b.row && a.state === b.state;
	if ((a.kind === "text" || a.kind === "reasoning") && a.kind === b.kind) return a.text === b.text;
	return false;
}
