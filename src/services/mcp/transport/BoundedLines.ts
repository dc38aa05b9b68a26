const newline = 0x0a;
const edgeBytes = 4096;

export interface LineReceiver {
	/** a whole line without its "\n" */
	line(bytes: Buffer): void;
	/** a line of more than `maxBytes`, when it has ended: what it began and ended with (4 KiB each) */
	oversized(head: Buffer, tail: Buffer): void;
}

/** Cuts a stream of bytes into lines. Holds at most `maxBytes` and a chunk; each byte is copied once at most. */
export class BoundedLines {
	private parts: Buffer[] = [];
	private size = 0;
	private skipped: { readonly head: Buffer; tail: Buffer } | undefined;

	constructor(
		private readonly maxBytes: number,
		private readonly receiver: LineReceiver,
	) {}

	push(chunk: Buffer): void {
		let from = 0;
		for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
			this.take(chunk.subarray(from, end));
			this.endLine();
			from = end + 1;
		}
		if (from < chunk.length) this.take(chunk.subarray(from));
	}

	/** The stream is over: an unfinished line counts as one. */
	end(): void {
		if (this.size > 0 || this.skipped) this.endLine();
	}

	private take(bytes: Buffer): void {
		if (this.skipped) {
			this.skipped.tail = Buffer.concat([this.skipped.tail, bytes.subarray(-edgeBytes)]).subarray(-edgeBytes);
			return;
		}
		this.parts.push(bytes);
		this.size += bytes.length;
		if (this.size <= this.maxBytes) return;
		const whole = this.whole();
		// copies: a view would keep all of it in memory
		this.skipped = {
			head: Buffer.from(whole.subarray(0, edgeBytes)),
			tail: Buffer.from(whole.subarray(-edgeBytes)),
		};
		this.clear();
	}

	private endLine(): void {
		const skipped = this.skipped;
		this.skipped = undefined;
		if (skipped) {
			this.receiver.oversized(skipped.head, skipped.tail);
			return;
		}
		const line = this.whole();
		this.clear();
		this.receiver.line(line);
	}

	private whole(): Buffer {
		const [only] = this.parts;
		return this.parts.length === 1 && only ? only : Buffer.concat(this.parts, this.size);
	}

	private clear(): void {
		this.parts = [];
		this.size = 0;
	}
}
