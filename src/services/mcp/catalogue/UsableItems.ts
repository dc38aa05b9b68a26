import { type CatalogueList, listWords } from "./ServerCatalogue";

const maxItems: Readonly<Record<CatalogueList, number>> = {
	tools: 1000,
	resources: 5000,
	resourceTemplates: 1000,
	prompts: 1000,
};
/** of all items as JSON: pages are large and many */
const maxChars = 32 * 1024 * 1024;

/** What can be used of a list, page by page, within bounds. Nothing of a page is kept but its usable items. */
export class UsableItems<T> {
	private readonly byKey = new Map<string, T>();
	private chars = 0;
	private broken = 0;
	/** why it is not the whole list */
	private gap: string | undefined;

	constructor(
		private readonly list: CatalogueList,
		private readonly toItem: (value: unknown) => T | undefined,
		private readonly keyOf: (item: T) => string,
	) {}

	get kept(): T[] {
		return [...this.byKey.values()];
	}

	get isFull(): boolean {
		return this.byKey.size >= maxItems[this.list] || this.chars >= maxChars;
	}

	/** What was left out and why, each a sentence. */
	get notes(): string[] {
		const are = this.broken === 1 ? "is" : "are";
		const malformed = `${this.broken} of its ${listWords[this.list]} ${are} malformed and left out.`;
		return [...(this.gap === undefined ? [] : [this.gap]), ...(this.broken > 0 ? [malformed] : [])];
	}

	add(values: readonly unknown[]): void {
		for (const value of values) {
			if (this.isFull) {
				this.cut();
				return;
			}
			const item = this.toItem(value);
			if (item === undefined) this.broken++;
			else if (!this.byKey.has(this.keyOf(item))) {
				this.byKey.set(this.keyOf(item), item);
				this.chars += JSON.stringify(item).length;
			}
		}
	}

	/** There is more, and it is not read. */
	cut(): void {
		this.gap = `Only the first ${this.byKey.size} ${listWords[this.list]} were taken.`;
	}

	/** The list failed here. */
	breakOff(why: string): void {
		this.gap =
			this.byKey.size === 0
				? `Its ${listWords[this.list]} could not be listed: ${why}`
				: `Its list of ${listWords[this.list]} broke off after ${this.byKey.size}: ${why}`;
	}
}
