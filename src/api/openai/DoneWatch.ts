/** At the start of a line: an answer may speak of it, but holds no line break as it is. */
const marker = /[\r\n]data: ?\[DONE\]\s*$/;

/** Notices the `data: [DONE]` that ends a complete stream, from the raw bytes and across chunk borders. */
export class DoneWatch {
	isSeen = false;
	private tail = "\n";

	see(bytes: Uint8Array): void {
		const end = String.fromCharCode(...bytes.subarray(-32));
		this.tail = (this.tail + end).slice(-32);
		this.isSeen ||= marker.test(this.tail);
	}
}
