import type { ParameterSyntax } from "@shared/tools";
import { CallProbe } from "./CallProbe";
import type { CallSyntax, MessageTags } from "./CallSyntax";
import { ClosingRule, type Ending, type OpenValue, type ParameterValue } from "./ClosingRule";
import { type CallProblem, callProblems } from "./callProblems";
import { closeTagOf, openTagOf } from "./valueTags";
import { whatIsMissing } from "./whatIsMissing";
import { skipWhiteSpace } from "./whiteSpace";

export interface FreeTextSource {
	/** the message from behind the opening tag of the call's first free-text parameter to its end */
	readonly text: string;
	readonly parameter: ParameterSyntax;
	/** parameters before it */
	readonly given: ReadonlySet<string>;
	readonly isCut: boolean;
	readonly syntax: CallSyntax;
	readonly allTags: MessageTags;
}

export type FreeTextReading =
	/** `end`: behind the call's close tag; the values from the first free-text one on, as they were given */
	{ readonly values: readonly ParameterValue[]; readonly end: number } | { readonly problem: CallProblem };

/**
 * Decides where a call with free text ends, once the message is whole:
 * 1. The first ending by the closing rule, with what the value opens balanced: tags of parameter and tool, or, if that
 *    leaves the call open, of the parameter alone.
 * 2. A later close tag of parameter and tool, with no call beginning in between, was the end. A call of the same tool in
 *    between owns that close tag; with a call of another tool in between there are two readings.
 * 3. If 1 leaves the call open, the last close tag that can end it counts, unless a call may begin before it.
 * More than one reading: a problem that asks for CDATA, and nothing behind the call is read. In a cut message
 * only what is fully balanced counts, and no ending that text follows: the value may have gone on.
 */
export function readFreeText(source: FreeTextSource): FreeTextReading {
	const rule = new ClosingRule(source.text, source.syntax);
	const value = rule.open(source.parameter, 0, source.given);
	const seeming = rule.read(value, 0, "all") ?? (source.isCut ? undefined : rule.read(value, 0, "own"));
	if (rule.isExhausted) return ambiguous(source);
	return seeming ? readBehind(source, rule, seeming) : readLast(source, rule, value);
}

/** Step 2, and what a cut message leaves open. */
function readBehind(source: FreeTextSource, rule: ClosingRule, seeming: Ending): FreeTextReading {
	const { text, syntax, allTags, isCut } = source;
	let found: CallProbe | undefined;
	const probe = () => {
		found ??= new CallProbe(text, seeming.end, allTags);
		return found;
	};
	let ending = seeming;
	for (;;) {
		const later = rule.findEnd(ending.last, ending.end, "all", (at) => probe().isCallAt(at));
		if (!later) break;
		if (rule.isExhausted || probe().first < later.end) return ambiguous(source);
		ending = later;
	}
	const behind = skipWhiteSpace(text, ending.end);
	const isSure = !isCut || behind === text.length || probe().first === behind;
	return isSure ? ending : { problem: callProblems.cutBehind(syntax) };
}

/** Step 3. */
function readLast(source: FreeTextSource, rule: ClosingRule, value: OpenValue): FreeTextReading {
	const { text, parameter, allTags, isCut } = source;
	const last = isCut || value.isCdata ? undefined : rule.unbalancedEnd(value, "last");
	if (!last) {
		const isOpenCdata = value.isCdata && !isCut;
		const problem = isOpenCdata
			? callProblems.unclosedCdata(source.syntax, parameter.name)
			: whatIsMissing(source);
		return { problem };
	}
	const first = rule.unbalancedEnd(value, "first") ?? last;
	const isSplit = first.end < last.end && new CallProbe(text, first.end, allTags).first < last.end;
	return rule.isExhausted || isSplit || isGivenTwice(text, parameter) ? ambiguous(source) : last;
}

function isGivenTwice(text: string, parameter: ParameterSyntax): boolean {
	const closeTag = closeTagOf(parameter);
	for (let close = text.indexOf(closeTag); close >= 0; close = text.indexOf(closeTag, close + 1)) {
		const behind = skipWhiteSpace(text, close + closeTag.length);
		if (text.startsWith(openTagOf(parameter), behind)) return true;
	}
	return false;
}

function ambiguous({ syntax, parameter }: FreeTextSource): FreeTextReading {
	return { problem: callProblems.ambiguous(syntax, parameter.name) };
}
