import type { CallProblem } from "../xml/callProblems";

function malformed(message: string, hint: string): CallProblem {
	return { code: "malformed_call", message: `${message} Nothing was done.`, hint };
}

const resend = "Send the whole call again, in smaller parts if it is long.";

/** Why a call with JSON-like arguments must not run, in words that let the model mend it. */
export const argumentProblems = {
	nameless(): CallProblem {
		return malformed("A call names no tool.", "Name one of the tools that you were given.");
	},

	incomplete(tool: string, chars: number, isCut: boolean): CallProblem {
		const why = isCut ? " because the message was cut off" : "";
		return malformed(`The arguments of ${tool} end after ${chars} characters, incomplete${why}.`, resend);
	},

	noJson(tool: string, detail: string): CallProblem {
		return malformed(
			`The arguments of ${tool} are no valid JSON: ${detail}.`,
			"Give one JSON object; in strings, escape quotes, backslashes and line breaks.",
		);
	},

	noObject(tool: string): CallProblem {
		return malformed(
			`The arguments of ${tool} are no JSON object.`,
			'Give one object: {"parameter": "value"}.',
		);
	},

	syntax(tool: string, detail: string, hint: string): CallProblem {
		return malformed(`The arguments of ${tool} cannot be read: ${detail}.`, hint);
	},

	duplicate(tool: string, parameter: string): CallProblem {
		return malformed(`${tool} was given "${parameter}" twice.`, "Give each parameter once.");
	},

	ambiguous(tool: string): CallProblem {
		return malformed(
			`It is not clear where the arguments of ${tool} end: behind their end, more text ends like arguments.`,
			"Write the text as a JSON string with its quotes escaped, or in triple quotes of the other kind.",
		);
	},

	cutBehind(tool: string): CallProblem {
		return malformed(`The message was cut off right behind ${tool}(…), which may be incomplete.`, resend);
	},

	tooLarge(tool: string, what: string, chars: number, limit: number): CallProblem {
		return {
			code: "call_too_large",
			message: `The call of ${tool} was refused: ${what} has ${chars} characters, the limit is ${limit}. Nothing was done.`,
			hint: "Split it into smaller calls.",
		};
	},
} as const;
