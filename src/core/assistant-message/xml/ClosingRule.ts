import type { ParameterSyntax } from "@shared/tools";
import type { CallSyntax } from "./CallSyntax";
import { cdataBodyAt, cdataEnd } from "./cdata";
import { anyOf, cdataMarksFrom, closeTagOf, openTagOf, previousIndex, tagsFrom } from "./valueTags";
import { afterNewline, beforeNewline, skipWhiteSpace } from "./whiteSpace";

export interface ParameterValue {
	readonly param: string;
	readonly value: string;
}

/** A free-text value whose end is looked for. */
export interface OpenValue {
	readonly parameter: ParameterSyntax;
	/** where the value's text begins: behind the opening tag, or behind its CDATA mark */
	readonly body: number;
	readonly isCdata: boolean;
	/** names of parameters that may not follow any more, its own among them */
	readonly given: ReadonlySet<string>;
	/** values between the first free-text value and this one */
	readonly before: readonly ParameterValue[];
}

/** One way to read a call to its close tag. */
export interface Ending {
	readonly values: readonly ParameterValue[];
	/** behind the close tag */
	readonly end: number;
	/** the free-text value that ends last: the one that a later close tag would make longer */
	readonly last: OpenValue;
}

/**
 * What must be closed within a value before a close tag may end it. `all`: tags of its parameter and of its tool; in
 * CDATA, inner CDATA values of the same parameter. `own`: tags of its parameter; in CDATA nothing.
 */
export type Balance = "all" | "own";

/** Two or more free-text values can be cut in many ways. So many are tried; a call that needs more is ambiguous. */
const maxTries = 64;

/**
 * The closing rule: a close tag ends a free-text value only if white space and complete parameters that were not given
 * before are all that stands between it and the tool's close tag. Costs one pass over the text for each try.
 */
export class ClosingRule {
	private tries = 0;
	private readonly patterns = new Map<string, RegExp>();

	constructor(
		private readonly text: string,
		private readonly syntax: CallSyntax,
	) {}

	get isExhausted(): boolean {
		return this.tries > maxTries;
	}

	open(
		parameter: ParameterSyntax,
		from: number,
		givenBefore: ReadonlySet<string>,
		before: readonly ParameterValue[] = [],
	): OpenValue {
		const cdataBody = cdataBodyAt(this.text, from) ?? -1;
		const isCdata = cdataBody >= 0;
		const given = new Set([...givenBefore, parameter.name]);
		return { parameter, body: isCdata ? cdataBody : from, isCdata, given, before };
	}

	/** The first ending of a value that begins behind its opening tag at `from`. */
	read(value: OpenValue, from: number, balance: Balance): Ending | undefined {
		if (++this.tries > maxTries) return undefined;
		if (!value.isCdata) return this.findEnd(value, value.body, balance);
		return (
			this.findEnd(value, value.body, "all") ??
			this.findEnd(value, value.body, "own") ??
			this.readPlain(value, from, balance)
		);
	}

	/** The first ending from `from` on; `stop` gives up at an opening tag of the tool. */
	findEnd(
		value: OpenValue,
		from: number,
		balance: Balance,
		stop?: (at: number) => boolean,
	): Ending | undefined {
		return value.isCdata
			? this.findCdataEnd(value, from, balance, stop)
			: this.findPlainEnd(value, from, balance, stop);
	}

	/** The first or the last close tag that could end the value, whatever is opened within it. */
	unbalancedEnd(value: OpenValue, which: "first" | "last"): Ending | undefined {
		const closeTag = closeTagOf(value.parameter);
		const isLast = which === "last";
		let close = isLast ? this.text.lastIndexOf(closeTag) : this.text.indexOf(closeTag, value.body);
		while (close >= value.body) {
			const ending = this.endAt(value, close, close + closeTag.length, "own");
			if (ending) return ending;
			close = isLast
				? previousIndex(this.text, closeTag, close)
				: this.text.indexOf(closeTag, close + closeTag.length);
		}
		return undefined;
	}

	/** It begins with a CDATA section, but goes on behind it: then the marks are content. */
	private readPlain(value: OpenValue, from: number, balance: Balance): Ending | undefined {
		const plain = { ...value, body: from, isCdata: false };
		const ending = this.findPlainEnd(plain, from, balance);
		const text = ending?.values.find(({ param }) => param === value.parameter.name)?.value;
		return text?.includes(cdataEnd) ? ending : undefined;
	}

	private findPlainEnd(
		value: OpenValue,
		from: number,
		balance: Balance,
		stop?: (at: number) => boolean,
	): Ending | undefined {
		const { openTag, closeTag } = this.syntax;
		let tools = 0;
		let parameters = 0;
		for (const { 0: tag, index } of this.text.matchAll(tagsFrom(from, value.parameter, this.syntax))) {
			if (tag === openTag) {
				if (stop?.(index)) return undefined;
				tools++;
			} else if (tag === closeTag) tools = Math.max(0, tools - 1);
			else if (tag === openTagOf(value.parameter)) parameters++;
			else if (parameters > 0) parameters--;
			else if (tools === 0 || balance === "own") {
				const ending = this.endAt(value, index, index + tag.length, balance);
				if (ending) return ending;
			}
		}
		return undefined;
	}

	private findCdataEnd(
		value: OpenValue,
		from: number,
		balance: Balance,
		stop?: (at: number) => boolean,
	): Ending | undefined {
		let depth = 0;
		for (const { 0: mark, index } of this.text.matchAll(cdataMarksFrom(from, value.parameter, this.syntax))) {
			if (mark === this.syntax.openTag) {
				if (stop?.(index)) return undefined;
			} else if (!mark.startsWith(cdataEnd)) depth++;
			else if (depth > 0 && balance === "all") depth--;
			else {
				const ending = this.endAt(value, index, index + mark.length, balance);
				if (ending) return ending;
			}
		}
		return undefined;
	}

	/** The ending if the value's text ends at `close` and `behind` is where its close tag ends. */
	private endAt(value: OpenValue, close: number, behind: number, balance: Balance): Ending | undefined {
		const { text, syntax } = this;
		const values = [...value.before, { param: value.parameter.name, value: this.textOf(value, close) }];
		const given = new Set(value.given);
		for (let next = skipWhiteSpace(text, behind); ; next = skipWhiteSpace(text, next)) {
			const tag = syntax.inner.match(text, next);
			const body = next + tag.length;
			if (tag === syntax.closeTag) return { values, end: body, last: value };
			const parameter = syntax.parameters.get(tag);
			if (!parameter || given.has(parameter.name)) return undefined;
			if (parameter.isFreeText) return this.read(this.open(parameter, body, given, values), body, balance);
			const end = this.shortEnd(parameter, body, closeTagOf(value.parameter));
			if (end < 0) return undefined;
			values.push({ param: parameter.name, value: text.slice(body, end).trim() });
			given.add(parameter.name);
			next = end + parameter.name.length + "</>".length;
		}
	}

	/** Where a short value ends. One that holds tags of the call itself is none: it was content. */
	private shortEnd({ name }: ParameterSyntax, body: number, valueCloseTag: string): number {
		const tags = [`<${name}>`, `</${name}>`, this.syntax.closeTag, valueCloseTag];
		const pattern = this.patterns.get(tags.join("")) ?? anyOf(tags);
		this.patterns.set(tags.join(""), pattern);
		pattern.lastIndex = body;
		const found = pattern.exec(this.text);
		return found?.[0] === `</${name}>` ? found.index : -1;
	}

	private textOf(value: OpenValue, close: number): string {
		const start = afterNewline(this.text, value.body, close);
		return this.text.slice(start, beforeNewline(this.text, close, start));
	}
}
