import type { McpElicitation, McpElicitationResult } from "@shared/mcp";

type Ask = ((request: McpElicitation, signal: AbortSignal) => Promise<McpElicitationResult>) | undefined;

/** Counts the questions that a person has not answered yet: meanwhile no call's time runs out. */
export class PersonWait {
	private open = 0;
	readonly elicit: Ask;

	constructor(ask: Ask) {
		this.elicit =
			ask &&
			(async (request, signal) => {
				this.open++;
				try {
					return await ask(request, signal);
				} finally {
					this.open--;
				}
			});
	}

	get isWaiting(): boolean {
		return this.open > 0;
	}
}
