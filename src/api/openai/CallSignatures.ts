import type { MessagePart } from "@shared/provider";
import * as z from "zod";
import type { WireDelta, WireToolCallDelta } from "./wireChunk";

/**
 * Gemini signs its calls and refuses a call that comes back without. 400: "Function call is missing a thought_signature
 * in functionCall parts"; OpenRouter: "Gemini models require OpenRouter reasoning details to be preserved in each
 * request". Google gives the signature with the call (`extra_content`), OpenRouter beside it, as an encrypted detail
 * that names the call's id. Kiln's calls have ids of their own, so what is kept names the call's place in the answer.
 */
const keptSchema = z.object({
	/** by the call's place */
	google: z.record(z.string(), z.string()),
	details: z.array(z.object({ call: z.number().nullable(), detail: z.record(z.string(), z.unknown()) })),
});
type Kept = z.infer<typeof keptSchema>;

/** Marks a signature that is what this format wants back with the calls of an answer. */
const keptMark = "call_signatures:";

/** Collects the signatures of an answer's calls while it streams. */
export class CallSignatures {
	private readonly kept: Kept = { google: {}, details: [] };
	private readonly places = new Map<string, number>();

	see({ reasoning_details: details }: WireDelta): void {
		for (const detail of details ?? []) {
			const isGemini = typeof detail.format === "string" && detail.format.startsWith("google-gemini");
			if (isGemini && detail.type === "reasoning.encrypted") this.kept.details.push({ call: null, detail });
		}
	}

	seeCall({ id, extra_content }: WireToolCallDelta, place: number): void {
		if (id) this.places.set(id, place);
		const signature = extra_content?.google?.thought_signature;
		if (signature) this.kept.google[place] = signature;
	}

	/** As the signature of an empty thought; undefined when no call was signed. */
	payload(): string | undefined {
		const { google } = this.kept;
		const details = this.kept.details.map(({ detail }) => ({ call: this.placeOf(detail.id), detail }));
		const isEmpty = Object.keys(google).length === 0 && details.length === 0;
		return isEmpty || this.places.size === 0 ? undefined : keptMark + JSON.stringify({ google, details });
	}

	private placeOf(id: unknown): number | null {
		return (typeof id === "string" ? this.places.get(id) : undefined) ?? null;
	}
}

/** What goes back with the calls of an answer. */
export interface SignedCalls {
	/** of the call at each place */
	readonly extras: readonly (object | undefined)[];
	/** of the message; empty: none */
	readonly details: readonly object[];
}

/** Google's own word for a call that another model made. */
const unsigned = "skip_thought_signature_validator";

/** `ids`: of the calls on the wire, in their order; `isGoogle`: the server wants the first call signed in any case. */
export function signedCalls(
	parts: readonly MessagePart[],
	ids: readonly string[],
	isGoogle: boolean,
): SignedCalls {
	const kept = keptIn(parts);
	const extras = ids.map((_, place) => {
		const signature = kept?.google[place] ?? (isGoogle && place === 0 ? unsigned : undefined);
		return signature === undefined
			? undefined
			: { extra_content: { google: { thought_signature: signature } } };
	});
	const details = kept?.details.map(({ call, detail }) => ({
		...detail,
		...(call === null ? {} : { id: ids[call] ?? detail.id }),
	}));
	return { extras, details: details ?? [] };
}

function keptIn(parts: readonly MessagePart[]): Kept | undefined {
	for (const part of parts) {
		if (part.type !== "reasoning" || !part.signature?.startsWith(keptMark)) continue;
		return keptSchema.parse(JSON.parse(part.signature.slice(keptMark.length)));
	}
	return undefined;
}
