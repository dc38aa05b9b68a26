import type { ErrorCode } from "@shared/errors";
import type { ToolCall } from "@shared/tools";
import type { CallSyntax } from "./CallSyntax";

/** Why a call must not run, in words that let the model mend it. */
export type CallProblem = NonNullable<ToolCall["problem"]> & { readonly code: ErrorCode };

const nothingRan = "Nothing was done.";

function malformed(message: string, hint: string): CallProblem {
	return { code: "malformed_call", message: `${message} ${nothingRan}`, hint };
}

export const callProblems = {
	stray({ openTag, parameters }: CallSyntax, found: string): CallProblem {
		const known = [...parameters.values()].map((parameter) => parameter.name);
		return malformed(
			`In ${openTag}, ${found} stands where only a parameter may stand.`,
			known.length === 0 ? `${openTag} takes no parameters.` : `Its parameters are ${known.join(", ")}.`,
		);
	},

	duplicate({ openTag }: CallSyntax, parameter: string): CallProblem {
		return malformed(`${openTag} was given <${parameter}> twice.`, "Give each parameter once.");
	},

	unclosedParameter({ openTag }: CallSyntax, parameter: string, isCut: boolean): CallProblem {
		return malformed(
			`The call ${openTag} is incomplete: </${parameter}> is missing${cutNote(isCut)}.`,
			isCut ? resend : `Close <${parameter}> with </${parameter}> before the call's close tag.`,
		);
	},

	unclosedCall({ openTag, closeTag }: CallSyntax, isCut: boolean): CallProblem {
		return malformed(
			`The call ${openTag} is incomplete: ${closeTag} is missing${cutNote(isCut)}.`,
			isCut ? resend : `End the call with ${closeTag}.`,
		);
	},

	/** the message was cut where a value may have gone on */
	cutBehind({ openTag, closeTag }: CallSyntax): CallProblem {
		return malformed(
			`The message was cut off after ${closeTag}, so the call ${openTag} may be incomplete.`,
			"Call again, with nothing after the call.",
		);
	},

	ambiguous({ openTag }: CallSyntax, parameter: string): CallProblem {
		return malformed(
			`The call ${openTag} can be read in more than one way: it is not clear where <${parameter}> ends.`,
			`Put the value into <${parameter}><![CDATA[ … ]]></${parameter}>, one call in the message.`,
		);
	},

	unclosedCdata({ openTag }: CallSyntax, parameter: string): CallProblem {
		return malformed(
			`In ${openTag}, <![CDATA[ of <${parameter}> is not closed.`,
			`Write ]]> directly before </${parameter}>.`,
		);
	},

	tooLarge({ openTag }: CallSyntax, what: string, chars: number, limit: number): CallProblem {
		return {
			code: "call_too_large",
			message: `The call ${openTag} was refused: ${what} has ${chars} characters, the limit is ${limit}. ${nothingRan}`,
			hint: "Split it into smaller calls.",
		};
	},
} as const;

const resend = "Send the whole call again, in smaller parts if it is long.";

function cutNote(isCut: boolean): string {
	return isCut ? " because the message was cut off" : "";
}
