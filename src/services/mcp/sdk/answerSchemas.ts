import * as z from "zod";

// Answers are taken as they come: one malformed part must not cost the whole.
const anyList = z.array(z.unknown()).optional().catch(undefined);
export const pageSchema = z.looseObject({
	tools: anyList,
	resources: anyList,
	resourceTemplates: anyList,
	prompts: anyList,
	nextCursor: z.string().optional().catch(undefined),
});
export const toolResultSchema = z.looseObject({
	content: anyList,
	structuredContent: z.record(z.string(), z.unknown()).optional().catch(undefined),
	isError: z.boolean().optional().catch(undefined),
});
export const resourceResultSchema = z.looseObject({ contents: anyList });
export const promptResultSchema = z.looseObject({
	description: z.string().optional().catch(undefined),
	messages: z.array(z.looseObject({ role: z.enum(["user", "assistant"]), content: z.unknown() })),
});
