import { parseYaml } from "./modes/parseYaml";

export interface FrontMatter {
	/** empty without front matter, and when it is broken */
	readonly data: Readonly<Record<string, unknown>>;
	/** the text behind it */
	readonly body: string;
	/** why the front matter is not used; the line counts from the file's first */
	readonly problem?: { readonly line: number; readonly message: string } | undefined;
}

/** More is no description of a file. */
const maxChars = 16 * 1024;

/** Splits a Markdown file with `\n` line ends into its YAML front matter (between two lines `---`) and the rest. */
export function parseFrontMatter(text: string): FrontMatter {
	const match = /^---[ \t]*\n(?:([\s\S]*?)\n)??---[ \t]*(?:\n|$)/.exec(text.slice(0, maxChars));
	if (!match) {
		const problem = { line: 1, message: "The front matter has no end (---), or is too long." };
		return { data: {}, body: text, ...(/^---[ \t]*\n/.test(text) && { problem }) };
	}
	const body = text.slice(match[0].length);
	const parsed = parseYaml(match[1] ?? "");
	if (!("document" in parsed)) {
		return { data: {}, body, problem: { line: parsed.line + 1, message: parsed.message } };
	}
	return { body, ...toData(() => parsed.document.toJS({ maxAliasCount: 50 })) };
}

function toData(read: () => unknown): Pick<FrontMatter, "data" | "problem"> {
	try {
		const value = read();
		if (value === null || value === undefined) return { data: {} };
		if (typeof value === "object" && !Array.isArray(value)) return { data: { ...value } };
		return { data: {}, problem: { line: 2, message: "The front matter is no list of `name: value`." } };
	} catch {
		// an alias that is used without end
		return { data: {}, problem: { line: 2, message: "The front matter cannot be read." } };
	}
}

/** A field as text: `[file]`, which YAML takes for a list, is meant as it is written. */
export function textField(data: FrontMatter["data"], name: string): string | undefined {
	const value = data[name];
	const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
	// an object may have no text at all: `{ toString: 1 }`
	if (!parts.every(isScalar)) return undefined;
	const text = (Array.isArray(value) ? `[${parts.join(", ")}]` : String(value)).trim();
	return text === "" ? undefined : text;
}

const isScalar = (value: unknown): boolean => /^(string|number|boolean)$/.test(typeof value);
