import type { CommandHandle } from "@services/terminal/CommandStore";
import type { Disposable } from "@shared/host";

/**
 * A running command's output for its card: the first at once, then at most 20 messages a second; a flood is thinned
 * out, since nobody can read it and every listener would have to hold it.
 */
const fast = { pauseMs: 50, maxChars: 4000 };
const slow = { pauseMs: 500, maxChars: 2000 };
/** characters shown before it slows down */
const fastChars = 20_000;

export class LiveOutput implements Disposable {
	private readonly subscription: Disposable;
	private timer: NodeJS.Timeout | undefined;
	private readTo = 0;
	private sentChars = 0;

	constructor(
		private readonly command: Pick<CommandHandle, "read" | "onOutput">,
		private readonly send: (text: string) => void,
	) {
		this.subscription = command.onOutput(() => this.sendSoon());
		this.sendSoon();
	}

	/** Sends what is left. */
	dispose(): void {
		this.subscription.dispose();
		clearTimeout(this.timer);
		this.sendNew();
	}

	private get pace(): typeof fast {
		return this.sentChars < fastChars ? fast : slow;
	}

	private sendSoon(): void {
		if (this.timer !== undefined) return;
		this.sendNew();
		this.timer = setTimeout(() => {
			this.timer = undefined;
			if (this.sendNew()) this.sendSoon();
		}, this.pace.pauseMs);
	}

	private sendNew(): boolean {
		const { text, skippedChars, end } = this.command.read(this.readTo, this.pace.maxChars);
		this.readTo = end;
		if (text === "") return false;
		const mark = skippedChars > 0 ? `… ${skippedChars} characters left out …\n` : "";
		this.sentChars += text.length;
		this.send(mark + text);
		return true;
	}
}
