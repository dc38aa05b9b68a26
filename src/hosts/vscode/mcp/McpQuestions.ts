import { KilnError } from "@shared/errors";
import type { McpElicitation, McpElicitationResult } from "@shared/mcp";
import type { McpQuestion } from "@shared/mcp-view";
import { questionFields } from "@shared/questionFields";

interface OpenQuestion {
	readonly question: McpQuestion;
	readonly settle: (result: McpElicitationResult) => void;
}

const maxMessageChars = 4000;
/** A server that asks without end is declined. */
const maxOpen = 20;

/** What MCP servers ask the person while their tools run, oldest first. A question lives as long as its call. */
export class McpQuestions {
	private readonly open = new Map<string, OpenQuestion>();
	private readonly listeners: (() => void)[] = [];
	private count = 0;

	constructor(
		/** false: no browser could be opened */
		private readonly openBrowser: (url: string) => Promise<boolean>,
	) {}

	onChange(listener: () => void): void {
		this.listeners.push(listener);
	}

	oldest(): McpQuestion | null {
		const [first] = this.open.values();
		return first?.question ?? null;
	}

	/** Resolves with the person's word; "cancel" when the call ends first. What cannot be shown is declined. */
	ask(server: string, request: McpElicitation, signal: AbortSignal): Promise<McpElicitationResult> {
		const asks = asksOf(request);
		if (asks === undefined || this.open.size >= maxOpen) return Promise.resolve({ action: "decline" });
		if (signal.aborted) return Promise.resolve({ action: "cancel" });
		this.count += 1;
		const id = `question-${this.count}`;
		const message = request.message.slice(0, maxMessageChars);
		return new Promise((resolve) => {
			const settle = (result: McpElicitationResult) => {
				if (!this.open.delete(id)) return;
				signal.removeEventListener("abort", cancel);
				resolve(result);
				this.tell();
			};
			const cancel = () => settle({ action: "cancel" });
			signal.addEventListener("abort", cancel, { once: true });
			this.open.set(id, { question: { id, server, message, asks }, settle });
			this.tell();
		});
	}

	/** Throws when the question is over, or its address could not be opened; then it stays open. */
	async answer(id: string, result: McpElicitationResult): Promise<void> {
		const found = this.open.get(id);
		if (found === undefined) throw new KilnError("mcp_failed", "This question is no longer open.");
		const { asks } = found.question;
		if (asks.kind === "url" && result.action === "accept" && !(await this.openBrowser(asks.url))) {
			throw new KilnError("mcp_failed", "The browser could not be opened.", `Open ${asks.url} yourself.`);
		}
		found.settle(result);
	}

	private tell(): void {
		for (const listener of this.listeners) listener();
	}
}

function asksOf(request: McpElicitation): McpQuestion["asks"] | undefined {
	if (request.kind === "form") {
		const fields = questionFields(request.schema);
		return fields && { kind: "form", fields };
	}
	const { url } = request;
	if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return undefined;
	return { kind: "url", url: new URL(url).href };
}
