import { createInterface } from "node:readline/promises";

/** Asks the person at the terminal. The terminal is taken only while a question is open, so that Ctrl+C works between. */
export class TerminalPrompt {
	private readonly end = new AbortController();
	/** a server may ask while another question is open: the last of them */
	private last: Promise<unknown> = Promise.resolve();
	private unanswered = 0;

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

	/** One line, whatever it is. Rejects when `signal` aborts first. */
	line(text: string, signal?: AbortSignal): Promise<string> {
		return this.question(text, signal);
	}

	/** Gives the terminal back, also from under an open question: that one rejects, as does any later one. */
	dispose(): void {
		this.end.abort();
	}

	private question(text: string, signal?: AbortSignal): Promise<string> {
		const ask = () => this.ask(text, signal);
		const asked = this.unanswered === 0 ? ask() : this.last.then(ask);
		this.unanswered += 1;
		this.last = asked
			.catch(() => undefined)
			.then(() => {
				this.unanswered -= 1;
			});
		return asked;
	}

	private async ask(text: string, signal: AbortSignal | undefined): Promise<string> {
		signal?.throwIfAborted();
		this.end.signal.throwIfAborted();
		const lines = createInterface({ input: this.input, output: this.output });
		const interrupted = new AbortController();
		const interrupt = () => {
			interrupted.abort();
			this.onInterrupt();
		};
		lines.once("SIGINT", interrupt);
		// Ctrl+D, or a terminal that went away: the question would never be settled.
		lines.once("close", interrupt);
		const ended = AbortSignal.any([interrupted.signal, this.end.signal, ...(signal ? [signal] : [])]);
		try {
			return (await lines.question(text, { signal: ended })).trim();
		} finally {
			lines.off("close", interrupt);
			lines.close();
		}
	}
}
