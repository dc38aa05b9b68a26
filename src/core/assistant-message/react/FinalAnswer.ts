import { argumentProblems } from "../json/argumentProblems";
import type { OpenCall } from "../json/OpenCall";
import { TextBuffer } from "../xml/TextBuffer";
import { observationIn } from "./matchHeading";

/** A line that may become `Observation:` */
const maybeObservation =
	/^[ \t]{0,40}(?:\*\*?)?(?:O(?:b(?:s(?:e(?:r(?:v(?:a(?:t(?:i(?:o(?:n\*{0,2})?)?)?)?)?)?)?)?)?)?)?$/;

/** The rest of the message is the result that completes the task; a made-up observation ends it. */
export class FinalAnswer {
	isOver = false;
	private readonly text = new TextBuffer();
	/** not shown yet: white space before the answer, or a line that may be no part of it */
	private held = "";
	private hasShown = false;

	constructor(private readonly call: OpenCall) {}

	push(text: string): void {
		if (this.isOver) return;
		const unread = this.held + text;
		const end = observationIn(unread);
		if (end < unread.length) {
			this.show(unread.slice(0, end));
			this.complete(false);
			return;
		}
		const line = unread.lastIndexOf("\n");
		const isHeld = line >= 0 && maybeObservation.test(unread.slice(line + 1));
		const shown = isHeld ? line : unread.length;
		this.held = unread.slice(shown);
		this.show(unread.slice(0, shown));
	}

	finish(isCut: boolean): void {
		if (this.isOver) return;
		this.show(this.held);
		this.complete(isCut);
	}

	private show(text: string): void {
		if (text === "") return;
		this.call.source.push(text);
		this.text.push(text);
		const visible = this.hasShown ? text : text.trimStart();
		if (visible === "") return;
		this.hasShown = true;
		this.call.preview("result", visible);
	}

	private complete(isCut: boolean): void {
		this.isOver = true;
		const result = this.text.toString().trim();
		this.call.keep("result", result, result);
		if (isCut) this.call.fail(argumentProblems.incomplete("Final Answer", result.length, true));
		this.call.complete();
	}
}
