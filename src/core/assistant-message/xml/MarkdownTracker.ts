import { isWhiteSpace } from "./whiteSpace";

const newline = 10;
const tab = 9;
const backslash = 92;
const backtick = 96;
const tilde = 126;
const lessThan = 60;

type Phase =
	/** nothing but white space so far */
	| "indent"
	/** after a character or number that may be a list marker */
	| "marker"
	/** in a run of fence characters at the line's start */
	| "run"
	/** after an opening fence, on its line */
	| "info"
	/** after a closing fence, on its line */
	| "closing"
	| "body";

/**
 * Knows, character by character, whether prose stands in a Markdown code fence or an inline code span, and whether its
 * line has begun (CommonMark: fences may be indented by up to three spaces within their list item, a closing fence is at
 * least as long as the opening one and has no info string, a span ends at a run of as many backticks or with its
 * paragraph). Not tracked: block quotes and HTML blocks; a tool tag in a quote does not start its line anyway.
 */
export class MarkdownTracker {
	private phase: Phase = "indent";
	private column = 0;
	private isAfterMarker = false;
	/** column at which the content of the innermost list item begins */
	private container = 0;
	private markerWidth = 0;
	private isMarkerWhole = false;
	private runChar = 0;
	private runLength = 0;
	private fenceChar = 0;
	private fenceLength = 0;
	private fenceContainer = 0;
	/** backticks that opened the current code span; 0: none is open */
	spanLength = 0;
	private tickRun = 0;
	private isEscaped = false;

	/** In a fence or on the line that opens one. */
	get isInFence(): boolean {
		return this.fenceLength > 0 || this.phase === "info";
	}

	/** Only indentation stands before this place on its line. */
	get isLineStart(): boolean {
		return this.phase === "indent" && !this.isAfterMarker;
	}

	/** Takes text up to the next `<` and returns its index, or the text's length. */
	advance(text: string, from: number): number {
		for (let at = from; at < text.length; at++) {
			const code = text.charCodeAt(at);
			if (code === lessThan) {
				this.settle();
				return at;
			}
			this.take(code);
		}
		return text.length;
	}

	/** Takes text up to the next `<`, the next such character, or the first of a line that is no white space. */
	advanceToLine(text: string, from: number, alsoAt: number): number {
		for (let at = from; at < text.length; at++) {
			const code = text.charCodeAt(at);
			const isStop = code === lessThan || code === alsoAt || (this.isLineStart && !isWhiteSpace(code));
			if (isStop) {
				this.settle();
				return at;
			}
			this.take(code);
		}
		return text.length;
	}

	/** Takes the character at which `advanceToLine` stopped. */
	pass(code: number): void {
		this.take(code);
	}

	/** Takes the `<` at which `advance` stopped. */
	passTag(): void {
		this.take(lessThan);
	}

	/** Text goes on after a close tag: that counts as the start of a line. */
	startLine(): void {
		this.phase = "indent";
		this.column = 0;
		this.isAfterMarker = false;
		this.tickRun = 0;
		this.spanLength = 0;
		this.isEscaped = false;
	}

	private take(code: number): void {
		if (code === newline) this.endLine();
		else if (this.phase === "body") this.takeBody(code);
		else if (this.phase === "indent") this.takeIndent(code);
		else if (this.phase === "run") this.takeRun(code);
		else if (this.phase === "marker") this.takeMarker(code);
		else if (this.phase === "info") this.takeInfo(code);
		else if (!isWhiteSpace(code)) this.phase = "body";
	}

	private takeBody(code: number): void {
		if (code === backtick && !this.isEscaped) this.tickRun++;
		else if (this.tickRun > 0) this.endTicks();
		this.isEscaped = code === backslash && !this.isEscaped && this.spanLength === 0;
	}

	private takeIndent(code: number): void {
		if (code === tab) this.column += 4 - (this.column % 4);
		else if (isWhiteSpace(code)) this.column++;
		else this.beginContent(code);
	}

	private beginContent(code: number): void {
		this.container = Math.min(this.container, this.column);
		// a fence ends with the list item that holds it
		if (this.fenceLength > 0 && this.column < this.fenceContainer) this.fenceLength = 0;
		if (this.mayFence(code)) this.startRun(code);
		else if (this.fenceLength === 0 && isMarker(code)) this.startMarker(code);
		else {
			this.phase = "body";
			this.takeBody(code);
		}
	}

	private mayFence(code: number): boolean {
		if (this.fenceLength > 0) return code === this.fenceChar && this.column - this.fenceContainer <= 3;
		return (code === backtick || code === tilde) && this.column - this.container <= 3;
	}

	private startRun(code: number): void {
		this.phase = "run";
		this.runChar = code;
		this.runLength = 1;
	}

	private startMarker(code: number): void {
		this.phase = "marker";
		this.markerWidth = 1;
		this.isMarkerWhole = !isDigit(code);
	}

	private takeMarker(code: number): void {
		if (this.isMarkerWhole && isWhiteSpace(code)) {
			this.column += this.markerWidth + 1;
			this.container = this.column;
			this.isAfterMarker = true;
			this.spanLength = 0;
			this.phase = "indent";
		} else if (!this.isMarkerWhole && (isDigit(code) || isMarkerEnd(code))) {
			this.markerWidth++;
			this.isMarkerWhole = isMarkerEnd(code);
		} else {
			this.phase = "body";
			this.takeBody(code);
		}
	}

	private takeRun(code: number): void {
		if (code === this.runChar) {
			this.runLength++;
			return;
		}
		this.endRun(isWhiteSpace(code));
		this.take(code);
	}

	/** A run at the line's start has ended: it opens or closes a fence, or is inline. */
	private endRun(isBeforeSpace: boolean): void {
		if (this.fenceLength > 0) {
			this.phase = isBeforeSpace && this.runLength >= this.fenceLength ? "closing" : "body";
		} else if (this.runLength >= 3) {
			this.phase = "info";
		} else {
			this.becomeInline();
		}
	}

	private becomeInline(): void {
		this.phase = "body";
		if (this.runChar !== backtick) return;
		this.tickRun = this.runLength;
		this.endTicks();
	}

	private takeInfo(code: number): void {
		if (code !== backtick || this.runChar !== backtick) return;
		// no info string holds a backtick: it was inline code
		this.becomeInline();
		this.takeBody(code);
	}

	private endLine(): void {
		if (this.phase === "run") this.endRun(true);
		if (this.phase === "info") this.openFence();
		else if (this.phase === "closing") this.fenceLength = 0;
		else if (this.phase === "indent" && !this.isAfterMarker) this.spanLength = 0;
		if (this.tickRun > 0) this.endTicks();
		this.isEscaped = false;
		this.phase = "indent";
		this.column = 0;
		this.isAfterMarker = false;
	}

	private openFence(): void {
		this.fenceChar = this.runChar;
		this.fenceLength = this.runLength;
		this.fenceContainer = this.container;
		this.spanLength = 0;
	}

	/** What a `<` would end has ended. */
	private settle(): void {
		if (this.phase === "run") this.endRun(false);
		else if (this.phase === "marker") this.phase = "body";
		if (this.tickRun > 0) this.endTicks();
	}

	private endTicks(): void {
		if (this.fenceLength === 0) {
			if (this.spanLength === 0) this.spanLength = this.tickRun;
			else if (this.spanLength === this.tickRun) this.spanLength = 0;
		}
		this.tickRun = 0;
	}
}

function isDigit(code: number): boolean {
	return code >= 48 && code <= 57;
}

/** `.` or `)` */
function isMarkerEnd(code: number): boolean {
	return code === 46 || code === 41;
}

/** `-`, `*`, `+` or a digit */
function isMarker(code: number): boolean {
	return code === 45 || code === 42 || code === 43 || isDigit(code);
}
