import { KilnError } from "@shared/errors";
import { usageSchema } from "@shared/events";
import * as z from "zod";

/**
 * A recorded session as JSONL: one line is one answer of the model, empty lines are skipped.
 *
 *     {"chunks":[{"text":"Hello","delayMs":300},{"text":" there."}],"usage":{"inputTokens":12,…}}
 *
 * `text` is what the model wrote (tool calls in the XML format), `delayMs` the wait before that piece (default 0),
 * `usage` what the answer is said to have cost (default: nothing).
 */
const responseSchema = z.object({
	chunks: z.array(z.object({ text: z.string(), delayMs: z.number().nonnegative().default(0) })).min(1),
	usage: usageSchema
		.partial()
		.default({})
		.transform((usage) => ({
			inputTokens: usage.inputTokens ?? 0,
			outputTokens: usage.outputTokens ?? 0,
			cacheReadTokens: usage.cacheReadTokens ?? 0,
			cacheWriteTokens: usage.cacheWriteTokens ?? 0,
			cost: usage.cost ?? 0,
		})),
});
export type RecordedResponse = z.infer<typeof responseSchema>;

/** @throws invalid_settings naming the line */
export function parseRecording(text: string, name: string): readonly RecordedResponse[] {
	return text
		.split(/\r?\n/)
		.flatMap((line, at) => (line.trim() === "" ? [] : [parseLine(line, name, at + 1)]));
}

function parseLine(line: string, name: string, number: number): RecordedResponse {
	const parsed = responseSchema.safeParse(parseJson(line, name, number));
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues[0];
	throw invalidLine(name, number, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "invalid"}`);
}

function parseJson(line: string, name: string, number: number): unknown {
	try {
		return JSON.parse(line);
	} catch {
		throw invalidLine(name, number, "not valid JSON");
	}
}

function invalidLine(name: string, number: number, what: string): KilnError {
	const hint = 'Every line is one answer: {"chunks":[{"text":"…","delayMs":50}],"usage":{…}}';
	return new KilnError(
		"invalid_settings",
		`The recording "${name}" is broken in line ${number}: ${what}.`,
		hint,
	);
}
