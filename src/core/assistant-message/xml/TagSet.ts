/** What `TagSet.match` says of text that ends before it can be told. */
export const maybeTag = "<";

/** A closed set of tags, looked up where a `<` stands without looking further than the longest of them. */
export class TagSet {
	private readonly tags: ReadonlySet<string>;
	private readonly prefixes = new Set<string>();
	private readonly maxLength: number;

	constructor(tags: readonly string[]) {
		this.tags = new Set(tags);
		this.maxLength = Math.max(0, ...tags.map((tag) => tag.length));
		for (const tag of tags) {
			for (let end = 1; end < tag.length; end++) this.prefixes.add(tag.slice(0, end));
		}
	}

	/** The tag that stands at `at`; `maybeTag` when the text ends within one; "" when none does. */
	match(text: string, at: number): string {
		const window = text.slice(at, at + this.maxLength);
		const end = window.indexOf(">");
		if (end < 0) return this.prefixes.has(window) && window.length === text.length - at ? maybeTag : "";
		const tag = window.slice(0, end + 1);
		return this.tags.has(tag) ? tag : "";
	}
}
