import { styleText } from "node:util";
import type { TaskSignal } from "@core/task/types";
import { visibleText } from "@core/tools/command/visibleText";
import type { EventOf, LiveEvent, TaskEvent } from "@shared/events";
import type { ToolBody, ToolRow } from "@shared/tools";

/** Shows a task to the person at the terminal. Writes to `out` only; what is asked goes through the prompt. */
export interface Renderer {
	/** `isOwn`: of the task that was asked for, not of a subtask or successor */
	show(signal: Shown, isOwn: boolean): void;
}

type Shown = Extract<TaskSignal, { kind: "event" | "live" }>;

/** `--json`: each logged event as one line, nothing else. */
export class JsonRenderer implements Renderer {
	constructor(private readonly out: (text: string) => void) {}

	show(signal: Shown): void {
		if (signal.kind === "event") this.out(`${JSON.stringify(signal.event)}\n`);
	}
}

/** `--quiet`: only how it ended. A program gets the result as it is, a terminal without what would steer it. */
export class QuietRenderer implements Renderer {
	constructor(
		private readonly out: (text: string) => void,
		private readonly isTerminal: boolean,
	) {}

	show(signal: Shown, isOwn: boolean): void {
		if (!isOwn || signal.kind !== "event" || signal.event.type !== "completed") return;
		const { text } = signal.event;
		this.out(`${this.isTerminal ? visibleText(unixLines(text)) : text}\n`);
	}
}

type Style = Parameters<typeof styleText>[0];
/** text as it came, or with a style; it is made harmless only where it is written */
type Part = string | readonly [style: Style, text: string];

/**
 * A readable stream: text as it comes, a line a step, diffs and command output below it. What models, files and
 * servers say goes through `visibleText`: an escape sequence in it could redraw what the person is about to approve.
 */
export class TextRenderer implements Renderer {
	private isAtLineStart = true;

	constructor(
		private readonly out: (text: string) => void,
		private readonly hasColour: boolean,
	) {}

	show(signal: Shown): void {
		if (signal.kind === "live") this.live(signal.live);
		else this.event(signal.event);
	}

	private live(live: LiveEvent): void {
		if (live.type !== "delta") return;
		const text = unixLines(live.text);
		this.write(live.block === "text" ? text : ["dim", text]);
	}

	private event(event: TaskEvent): void {
		switch (event.type) {
			case "approval_asked":
				this.asked(event);
				break;
			case "tool_finished":
				this.finished(event.row, event.status, event.error?.message);
				break;
			case "task_created":
				if (event.parentTask !== undefined)
					this.line(["dim", `Subtask in ${event.mode} mode: ${oneLine(event.title)}`]);
				break;
			case "mode_switched":
				this.line(["dim", `Mode: ${event.from} → ${event.to}`]);
				break;
			case "retry_scheduled":
				this.line(["yellow", `${event.error.message} Next try in ${Math.ceil(event.delayMs / 1000)} s.`]);
				break;
			case "limit_asked":
				this.line(["yellow", event.message]);
				break;
			case "aborted":
				this.line(["yellow", event.reason]);
				break;
			case "completed":
				if (event.by === "tool") this.line(`\n${unixLines(event.text)}`);
				break;
			default:
				break;
		}
	}

	/** All that the person decides on: a row's title alone may be cut. */
	private asked({ row, effects, reasons }: EventOf<"approval_asked">): void {
		this.step("?", row, "yellow");
		if (row.body.kind === "terminal") {
			const [command = row.body.command] = effects.flatMap(({ effect }) =>
				effect.kind === "execute" ? [effect.command] : [],
			);
			this.command(command, row.body.cwd);
		} else this.body(row.body);
		if (reasons.length > 0) this.line(["yellow", `  Asks because: ${oneLine(reasons.join("; "))}`]);
	}

	private finished(row: ToolRow, status: string, problem: string | undefined): void {
		if (row.body.kind === "completion") return;
		const [mark, style] = status === "ok" ? (["✓", "green"] as const) : (["✗", "red"] as const);
		this.step(mark, row, style);
		if (problem !== undefined) this.line(["red", `  ${problem}`]);
		if (row.body.kind === "diff" && status === "ok") this.body(row.body);
	}

	private step(mark: string, row: ToolRow, style: Style): void {
		const detail: Part[] = row.detail === undefined ? [] : [["dim", `  ${oneLine(row.detail)}`]];
		this.line([style, mark], ` ${oneLine(row.title)}`, ...detail);
	}

	private command(command: string, cwd: string): void {
		for (const [index, line] of command.split("\n").entries())
			this.line(`  ${index === 0 ? "$" : " "} ${line}`);
		this.line(["dim", `  in ${oneLine(cwd)}`]);
	}

	private body(body: ToolBody): void {
		switch (body.kind) {
			case "diff":
				for (const file of body.files) this.diff(file, body.files.length > 1);
				break;
			case "text":
				for (const line of unixLines(body.text).split("\n")) this.line(["dim", `  ${line}`]);
				break;
			case "files":
				for (const { path, detail } of body.files)
					this.line(`  ${oneLine(detail === undefined ? path : `${path}  ${detail}`)}`);
				if (body.more !== undefined) this.line(["dim", `  … and ${body.more} more`]);
				break;
			case "question":
				this.line(unixLines(body.question));
				for (const [index, { text }] of body.suggestions.entries()) this.line(`  ${index + 1}. ${text}`);
				break;
			default:
				break;
		}
	}

	private diff(file: Extract<ToolBody, { kind: "diff" }>["files"][number], isNamed: boolean): void {
		if (isNamed) this.line(`  ${oneLine(file.path)}`);
		if (file.note !== undefined) this.line(["yellow", `  ${file.note}`]);
		for (const line of unixLines(file.diff).split("\n")) this.line([diffStyle(line), `  ${line}`]);
	}

	private line(...parts: readonly Part[]): void {
		this.write(this.isAtLineStart ? "" : "\n", ...parts, "\n");
	}

	private write(...parts: readonly Part[]): void {
		const text = parts.map((part) => this.paint(part)).join("");
		if (text === "") return;
		const [last = ""] = parts.slice(-1);
		this.isAtLineStart = (typeof last === "string" ? last : last[1]).endsWith("\n");
		this.out(text);
	}

	private paint(part: Part): string {
		if (typeof part === "string") return visibleText(part);
		const [style, text] = part;
		const visible = visibleText(text);
		return this.hasColour && visible !== "" ? styleText(style, visible, { validateStream: false }) : visible;
	}
}

function diffStyle(line: string): Style {
	return line.startsWith("+") ? "green" : line.startsWith("-") ? "red" : "dim";
}

/** A title over two lines could pass its second one off as another step. */
function oneLine(text: string): string {
	return text.replace(/\s*\n\s*/g, " ⏎ ");
}

function unixLines(text: string): string {
	return text.replace(/\r\n/g, "\n");
}
