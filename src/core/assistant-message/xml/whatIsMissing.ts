import type { ParameterSyntax } from "@shared/tools";
import type { CallSyntax } from "./CallSyntax";
import { type CallProblem, callProblems } from "./callProblems";
import { describeStray } from "./describeStray";
import { closeTagOf } from "./valueTags";
import { skipWhiteSpace } from "./whiteSpace";

/** A call with free text that has no ending. */
export interface UnendedCall {
	/** from behind the free-text parameter's opening tag to the message's end */
	readonly text: string;
	readonly parameter: ParameterSyntax;
	readonly given: ReadonlySet<string>;
	readonly isCut: boolean;
	readonly syntax: CallSyntax;
}

/** Says what keeps it from being read: what is wrong first behind the last close tag of its free text. */
export function whatIsMissing({ text, parameter, given, isCut, syntax }: UnendedCall): CallProblem {
	const seen = new Set([...given, parameter.name]);
	let close = text.lastIndexOf(closeTagOf(parameter));
	for (let open = parameter; ; ) {
		if (close < 0) return callProblems.unclosedParameter(syntax, open.name, isCut);
		const behind = skipWhiteSpace(text, close + closeTagOf(open).length);
		if (isCut || behind === text.length) return callProblems.unclosedCall(syntax, isCut);
		const next = syntax.parameters.get(syntax.inner.match(text, behind));
		if (!next) return callProblems.stray(syntax, describeStray(text, behind));
		if (seen.has(next.name)) return callProblems.duplicate(syntax, next.name);
		seen.add(next.name);
		close = text.indexOf(closeTagOf(next), behind);
		open = next;
	}
}
