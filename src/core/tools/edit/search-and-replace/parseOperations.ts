import { KilnError } from "@shared/errors";
import * as z from "zod";

const flag = z.union([z.boolean(), z.stringbool()]).optional();
const line = z.coerce.number().int().min(1).optional();

const operationSchema = z.object({
	search: z.string().min(1, "must not be empty"),
	replace: z.string().default(""),
	use_regex: flag,
	ignore_case: flag,
	start_line: line,
	end_line: line,
});
export type ReplaceOperation = z.infer<typeof operationSchema>;

const operationList = z.array(operationSchema).min(1, "must not be empty");

/** The `operations` of a call: a JSON list. Throws `invalid_parameters` with what is wrong in which of them. */
export function parseOperations(json: string): readonly ReplaceOperation[] {
	const parsed = operationList.safeParse(parseJson(json));
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	const place = issue?.path.map(String).join(".") ?? "";
	throw malformed(place === "" ? (issue?.message ?? "it is no list") : `${place}: ${issue?.message}`);
}

function parseJson(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch (error) {
		throw malformed(error instanceof Error ? error.message : String(error));
	}
}

function malformed(reason: string): KilnError {
	return new KilnError(
		"invalid_parameters",
		`search_and_replace: operations is no valid JSON list: ${reason}.`,
		'Give [{"search": "old", "replace": "new"}, …], with \\n for line breaks.',
	);
}
