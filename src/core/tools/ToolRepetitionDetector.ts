import type { ToolCall } from "@shared/tools";

/** Notices a model that makes the same call again and again: after `limit` identical calls in a row the next is refused once. */
export class ToolRepetitionDetector {
	private last = "";
	private count = 0;
	/** a call was refused and nobody has looked at it yet */
	hasRefused = false;

	/** True when the call must be refused. `limit` 0 switches it off. */
	isRepetition(call: ToolCall, limit: number): boolean {
		const key = JSON.stringify([call.name, Object.entries(call.params).sort()]);
		this.count = key === this.last ? this.count + 1 : 1;
		this.last = key;
		if (limit === 0 || this.count <= limit) return false;
		this.reset();
		this.hasRefused = true;
		return true;
	}

	reset(): void {
		this.last = "";
		this.count = 0;
		this.hasRefused = false;
	}
}
