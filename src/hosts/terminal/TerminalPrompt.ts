import { createInterface } from "node:readline/promises";

/** Asks the person at the terminal. The terminal is taken only while a question is open, so that Ctrl+C works between. */
export class TerminalPrompt {
	private open: AbortController | undefined;

	constructor(
		private readonly input: NodeJS.ReadableStream,
		private readonly output: NodeJS.WritableStream,
		/** Ctrl+C or Ctrl+D while a question is open */
		private readonly onInterrupt: () => void,
	) {}

	/** `y` approves, `n` denies, anything else denies with that text as feedback. */
	async approval(): Promise<{ decision: "approve" | "deny"; text?: string }> {
		const answer = await this.question("Allow? [y]es, [n]o, or say what to do instead: ");
		if (/^y(es)?$/i.test(answer)) return { decision: "approve" };
		return /^(no?)?$/i.test(answer) ? { decision: "deny" } : { decision: "deny", text: answer };
	}

	/** The number of a suggestion stands for its text. */
	async answer(suggestions: readonly { text: string }[]): Promise<string> {
		const answer = await this.question("Your answer: ");
		return suggestions[Number(answer) - 1]?.text ?? answer;
	}

	async limit(): Promise<{ decision: "continue" | "stop"; text?: string }> {
		const answer = await this.question("Go on? [y]es, [n]o, or guidance for the model: ");
		if (/^(no?)?$/i.test(answer)) return { decision: "stop" };
		return /^y(es)?$/i.test(answer) ? { decision: "continue" } : { decision: "continue", text: answer };
	}

	/** Gives the terminal back, also from under an open question: that one rejects. */
	dispose(): void {
		this.open?.abort();
	}

	private async question(text: string): Promise<string> {
		const lines = createInterface({ input: this.input, output: this.output });
		const open = new AbortController();
		this.open = open;
		const interrupt = () => {
			open.abort();
			this.onInterrupt();
		};
		lines.once("SIGINT", interrupt);
		// Ctrl+D, or a terminal that went away: the question would never be settled.
		lines.once("close", interrupt);
		try {
			return (await lines.question(text, { signal: open.signal })).trim();
		} finally {
			this.open = undefined;
			lines.off("close", interrupt);
			lines.close();
		}
	}
}
