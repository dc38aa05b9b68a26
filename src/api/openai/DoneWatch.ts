const marker = "[DONE]";

/** Notices the `data: [DONE]` that ends a complete stream, from the raw bytes and across chunk borders. */
export class DoneWatch {
	private tail = "";

	get isSeen(): boolean {
		return this.tail.trimEnd().endsWith(marker);
	}

	see(bytes: Uint8Array): void {
		const end = String.fromCharCode(...bytes.subarray(-32));
		this.tail = (this.tail + end).slice(-32);
	}
}
