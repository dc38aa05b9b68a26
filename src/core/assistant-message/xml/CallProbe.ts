import type { MessageTags } from "./CallSyntax";
import { ProseScanner, type ProseStep } from "./ProseScanner";

type Found = Exclude<ProseStep, { kind: "more" }>;

/**
 * Asks of the text behind a call, read as prose, where further calls would begin. What stands within a call is
 * no prose: its first close tag is taken for its end. Moves forward only, so that all questions together cost one
 * reading.
 */
export class CallProbe {
	private readonly prose: ProseScanner;
	private next: number;
	private nextBehind = 0;
	private readonly missing = new Set<string>();
	/** where the first call begins; the text's length when there is none */
	readonly first: number;

	constructor(
		private readonly text: string,
		from: number,
		tags: MessageTags,
	) {
		this.prose = new ProseScanner(tags);
		this.next = this.findCall(from);
		this.first = this.next;
	}

	/** Whether a call begins exactly here. Questions must come in the order of the text. */
	isCallAt(at: number): boolean {
		while (this.next < at) this.next = this.findCall(this.nextBehind);
		return this.next === at && at < this.text.length;
	}

	private findCall(from: number): number {
		let step = this.scan(from);
		while (step?.kind === "reasoning")
			step = this.scan(this.behind(step.body, step.closeTag, this.text.length));
		this.nextBehind = step ? this.behind(step.body, step.syntax.closeTag) : this.text.length;
		return step?.at ?? this.text.length;
	}

	private scan(from: number): Found | undefined {
		this.prose.resume();
		const step = this.prose.scan(this.text, from, true);
		return step.kind === "more" ? undefined : step;
	}

	/** Behind the next close tag; `otherwise` when there is none. */
	private behind(body: number, closeTag: string, otherwise = body): number {
		// looked for once: else many calls without it would cost a search to the end each
		const close = this.missing.has(closeTag) ? -1 : this.text.indexOf(closeTag, body);
		if (close >= 0) return close + closeTag.length;
		this.missing.add(closeTag);
		return otherwise;
	}
}
