import { isWhiteSpace, skipWhiteSpace } from "../xml/whiteSpace";
import { StringReader } from "./StringReader";

/** Deeper structures are no parameters of any tool. */
const maxDepth = 64;

const words: Readonly<Record<string, unknown>> = {
	true: true,
	false: false,
	null: null,
	True: true,
	False: false,
	None: null,
};

/**
 * A value in JSON or in what Python makes of it: either quotes, triple quotes, True, False, None, bare keys and a comma
 * before the end. `undefined` when it is none.
 */
export function parseLenient(text: string): unknown {
	const parser = new LenientParser(text);
	const value = parser.value(0);
	return parser.isAtEnd() ? value : undefined;
}

/** `undefined` from any of its functions: malformed, and nothing after it counts. */
class LenientParser {
	private at = 0;
	private isBroken = false;

	constructor(private readonly text: string) {}

	isAtEnd(): boolean {
		this.skip();
		return !this.isBroken && this.at === this.text.length;
	}

	value(depth: number): unknown {
		this.skip();
		const char = this.text.charAt(this.at);
		if (StringReader.canBegin(this.text.charCodeAt(this.at), true)) return this.string();
		if (depth > maxDepth) return this.break();
		if (char === "[" || char === "(") return this.list(char === "[" ? "]" : ")", depth);
		return char === "{" ? this.object(depth) : this.word();
	}

	private list(close: string, depth: number): unknown {
		const items: unknown[] = [];
		this.at++;
		while (!this.takes(close)) {
			items.push(this.value(depth + 1));
			if (!this.isSeparated(close)) return this.break();
		}
		return items;
	}

	private object(depth: number): unknown {
		const members: [string, unknown][] = [];
		this.at++;
		while (!this.takes("}")) {
			const key = this.key();
			if (key === undefined || !this.takes(":")) return this.break();
			members.push([key, this.value(depth + 1)]);
			if (!this.isSeparated("}")) return this.break();
		}
		return new Set(members.map(([key]) => key)).size === members.length
			? Object.fromEntries(members)
			: this.break();
	}

	private key(): string | undefined {
		this.skip();
		if (StringReader.canBegin(this.text.charCodeAt(this.at), true)) return this.string();
		return this.match(/[\w$-]+/y);
	}

	private string(): string | undefined {
		let value = "";
		const reader = new StringReader(true, (piece) => {
			value += piece;
		});
		this.at = reader.read(this.text, this.at);
		return reader.isDone || this.isEmptyString(value) ? value : this.break();
	}

	/** Two quotes at the very end: nothing follows that would tell them from the beginning of three. */
	private isEmptyString(value: string): boolean {
		return value === "" && /(^|[^"'])(""|'')$/.test(this.text);
	}

	private word(): unknown {
		const word = this.match(/[^\s,)}\]]+/y) ?? "";
		if (Object.hasOwn(words, word)) return words[word];
		return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(word) ? Number(word) : this.break();
	}

	/** A comma, or the end is next. */
	private isSeparated(close: string): boolean {
		if (this.isBroken) return false;
		return this.takes(",") || this.text.charAt(this.at) === close;
	}

	private takes(char: string): boolean {
		this.skip();
		if (this.text.charAt(this.at) !== char) return false;
		this.at++;
		return true;
	}

	private match(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.at;
		const found = pattern.exec(this.text)?.[0];
		this.at += found?.length ?? 0;
		return found;
	}

	private skip(): void {
		if (isWhiteSpace(this.text.charCodeAt(this.at))) this.at = skipWhiteSpace(this.text, this.at);
	}

	private break(): undefined {
		this.isBroken = true;
		return undefined;
	}
}
