import { styleText } from "node:util";
import type { TaskSignal } from "@core/task/types";
import type { LiveEvent, TaskEvent } from "@shared/events";
import type { ToolBody, ToolRow } from "@shared/tools";

/** Shows a task to the person at the terminal. Writes to `out` only; what is asked goes through the prompt. */
export interface Renderer {
	show(signal: TaskSignal): void;
}

/** `--json`: each logged event as one line, nothing else. */
export class JsonRenderer implements Renderer {
	constructor(private readonly out: (text: string) => void) {}

	show(signal: TaskSignal): void {
		if (signal.kind === "event") this.out(`${JSON.stringify(signal.event)}\n`);
	}
}

/** `--quiet`: only how it ended. */
export class QuietRenderer implements Renderer {
	constructor(private readonly out: (text: string) => void) {}

	show(signal: TaskSignal): void {
		if (signal.kind === "event" && signal.event.type === "completed") this.out(`${signal.event.text}\n`);
	}
}

type Style = Parameters<typeof styleText>[0];

/** A readable stream: text as it comes, a line a step, diffs and command output below it. */
export class TextRenderer implements Renderer {
	private isAtLineStart = true;

	constructor(
		private readonly out: (text: string) => void,
		private readonly hasColour: boolean,
	) {}

	show(signal: TaskSignal): void {
		if (signal.kind === "live") this.live(signal.live);
		else this.event(signal.event);
	}

	private live(live: LiveEvent): void {
		if (live.type === "delta") this.write(live.block === "text" ? live.text : this.paint("dim", live.text));
	}

	private event(event: TaskEvent): void {
		switch (event.type) {
			case "approval_asked":
				this.step("?", event.row, "yellow");
				this.body(event.row.body);
				break;
			case "tool_finished":
				this.finished(event.row, event.status, event.error?.message);
				break;
			case "mode_switched":
				this.line(this.paint("dim", `Mode: ${event.from} → ${event.to}`));
				break;
			case "retry_scheduled":
				this.line(
					this.paint("yellow", `${event.error.message} Next try in ${Math.ceil(event.delayMs / 1000)} s.`),
				);
				break;
			case "limit_asked":
				this.line(this.paint("yellow", event.message));
				break;
			case "aborted":
				this.line(this.paint("yellow", event.reason));
				break;
			case "completed":
				if (event.by === "tool") this.line(`\n${event.text}`);
				break;
			default:
				break;
		}
	}

	private finished(row: ToolRow, status: string, problem: string | undefined): void {
		if (row.body.kind === "completion") return;
		const [mark, style] = status === "ok" ? (["✓", "green"] as const) : (["✗", "red"] as const);
		this.step(mark, row, style);
		if (problem !== undefined) this.line(this.paint("red", `  ${problem}`));
		if (row.body.kind === "diff" && status === "ok") this.body(row.body);
	}

	private step(mark: string, row: ToolRow, style: Style): void {
		const detail = row.detail === undefined ? "" : this.paint("dim", `  ${row.detail}`);
		this.line(`${this.paint(style, mark)} ${row.title}${detail}`);
	}

	private body(body: ToolBody): void {
		if (body.kind === "diff") {
			for (const file of body.files) for (const line of file.diff.split("\n")) this.line(this.diffLine(line));
		}
		if (body.kind === "question") {
			this.line(body.question);
			for (const [index, { text }] of body.suggestions.entries()) this.line(`  ${index + 1}. ${text}`);
		}
	}

	private diffLine(line: string): string {
		const style = line.startsWith("+") ? "green" : line.startsWith("-") ? "red" : "dim";
		return `  ${this.paint(style, line)}`;
	}

	private line(text: string): void {
		this.write(`${this.isAtLineStart ? "" : "\n"}${text}\n`);
	}

	private write(text: string): void {
		if (text === "") return;
		this.isAtLineStart = text.endsWith("\n");
		this.out(text);
	}

	private paint(style: Style, text: string): string {
		return this.hasColour ? styleText(style, text, { validateStream: false }) : text;
	}
}
