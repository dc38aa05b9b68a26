import { UrlElicitationRequiredError } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import type { PersonWait } from "./PersonWait";

const pageSchema = z.looseObject({
	url: z.url(),
	message: z.string().catch(""),
	elicitationId: z.string().catch(""),
});

/**
 * A server refused a call until the person has opened pages of it (error -32042). Asks the person for each. True: all
 * were opened, and the call may be made once more.
 */
export async function openPages(
	refusal: unknown,
	waiting: PersonWait,
	signal: AbortSignal,
): Promise<boolean> {
	const cause = refusal instanceof Error ? refusal.cause : undefined;
	if (!(cause instanceof UrlElicitationRequiredError) || waiting.elicit === undefined) return false;
	const pages = z.array(pageSchema).min(1).safeParse(cause.elicitations);
	if (!pages.success) return false;
	for (const { url, message, elicitationId } of pages.data) {
		const answer = await waiting.elicit({ kind: "url", url, message, id: elicitationId }, signal);
		if (answer.action !== "accept") return false;
	}
	return true;
}
