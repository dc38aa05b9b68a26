import { createInterface } from "node:readline/promises";

/** Asks the person at the terminal. The terminal is taken only while a question is open, so that Ctrl+C works between. */
export class TerminalPrompt {
	constructor(
		private readonly input: NodeJS.ReadableStream,
		private readonly output: NodeJS.WritableStream,
		/** Ctrl+C while a question is open */
		private readonly onInterrupt: () => void,
	) {}

	/** `y` approves, `n` denies, anything else denies with that text as feedback. */
	async approval(reasons: readonly string[]): Promise<{ decision: "approve" | "deny"; text?: string }> {
		const why = reasons.length === 0 ? "" : ` (${reasons.join("; ")})`;
		const answer = await this.question(`Allow${why}? [y]es, [n]o, or say what to do instead: `);
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

	private async question(text: string): Promise<string> {
		const lines = createInterface({ input: this.input, output: this.output });
		const interrupted = new AbortController();
		lines.once("SIGINT", () => {
			interrupted.abort();
			this.onInterrupt();
		});
		try {
			return (await lines.question(text, { signal: interrupted.signal })).trim();
		} finally {
			lines.close();
		}
	}
}
