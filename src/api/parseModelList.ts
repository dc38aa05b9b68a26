import * as z from "zod";
import { ProviderError } from "./ProviderError";

const named = z.array(z.object({ id: z.string() }));
/** OpenAI and Anthropic: `{data: […]}`; Together: the bare list. */
const modelListSchema = z.union([z.object({ data: named.nullable() }), named]);

/** The ids of a model list, sorted. */
export function parseModelList(answer: unknown, host: string): readonly string[] {
	const parsed = modelListSchema.safeParse(answer);
	if (!parsed.success) {
		throw new ProviderError("provider_protocol", `${host} answered without a list of models.`, {
			hint: "Check the base URL: OpenAI-compatible addresses usually end in /v1.",
		});
	}
	const models = Array.isArray(parsed.data) ? parsed.data : (parsed.data.data ?? []);
	return models.map(({ id }) => id).sort();
}
