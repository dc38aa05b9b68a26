import * as z from "zod";

/** What a mode may hold; `always` tools are in every mode. Which tools a group holds is computed by core's registry. */
export const toolGroups = ["read", "edit", "browser", "command", "mcp", "modes", "always"] as const;
export type ToolGroup = (typeof toolGroups)[number];

export const todoItemSchema = z.object({
	id: z.string(),
	content: z.string(),
	status: z.enum(["pending", "in_progress", "completed"]),
});
export type TodoItem = z.infer<typeof todoItemSchema>;

export const suggestionSchema = z.object({ text: z.string(), mode: z.string().optional() });
export type Suggestion = z.infer<typeof suggestionSchema>;

/** The body of a tool card. Text in it is capped by whoever makes it (`maxRowTextChars`). */
export const toolBodySchema = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("none") }),
	z.object({ kind: z.literal("text"), text: z.string(), language: z.string().optional() }),
	z.object({
		kind: z.literal("files"),
		files: z.array(
			z.object({ path: z.string(), line: z.number().optional(), detail: z.string().optional() }),
		),
		more: z.number().optional(),
	}),
	z.object({
		kind: z.literal("diff"),
		files: z.array(
			z.object({
				path: z.string(),
				/** unified diff without file headers; capped */
				diff: z.string(),
				added: z.number(),
				removed: z.number(),
				operation: z.enum(["create", "modify", "delete"]),
				note: z.string().optional(),
			}),
		),
	}),
	z.object({
		kind: z.literal("terminal"),
		command: z.string(),
		cwd: z.string(),
		output: z.string(),
		exitCode: z.number().nullable().optional(),
		signal: z.string().optional(),
		durationMs: z.number().optional(),
	}),
	z.object({
		kind: z.literal("question"),
		question: z.string(),
		suggestions: z.array(suggestionSchema),
		answer: z.string().optional(),
	}),
	z.object({ kind: z.literal("todo"), items: z.array(todoItemSchema) }),
	z.object({ kind: z.literal("completion"), text: z.string() }),
]);
export type ToolBody = z.infer<typeof toolBodySchema>;

/** How a tool call looks to a person, in the chat, the CLI and the history: one plain sentence and a body. */
export const toolRowSchema = z.object({
	/** a codicon's name without prefix: "file", "edit", "terminal" */
	icon: z.string(),
	/** plain sentence: "Read 3 files", "Edit src/app.ts" */
	title: z.string(),
	/** short figure behind the title: "+12 −3", "exit 1" */
	detail: z.string().optional(),
	body: toolBodySchema,
});
export type ToolRow = z.infer<typeof toolRowSchema>;

/** Text of one row never exceeds this; the rest is asked for ("show all"). */
export const maxRowTextChars = 20_000;

/** A part of a message or of a tool's result. Images are base64 without the `data:` prefix. */
export const contentPartSchema = z.discriminatedUnion("type", [
	z.object({ type: z.literal("text"), text: z.string() }),
	z.object({ type: z.literal("image"), mediaType: z.string(), data: z.string() }),
]);
export type ContentPart = z.infer<typeof contentPartSchema>;

/**
 * A complete call as a parser understood it. `source` is the provider's verbatim text (XML, ReAct) or arguments JSON
 * (native): the same format sends back exactly what came.
 */
export const toolCallSchema = z.object({
	callId: z.string(),
	/** the registry's canonical name; unknown names stay as they are */
	name: z.string(),
	/** the name the model used, when it was an alias */
	calledAs: z.string().optional(),
	/** raw values by parameter: strings in XML and ReAct, JSON values in native; validated by the tool's schema */
	params: z.record(z.string(), z.unknown()),
	source: z.string(),
	/** set when the call must not run: malformed, incomplete or too large */
	problem: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }).optional(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

/** What a parser must know of a tool: its names and, of each parameter, whether it holds free text. */
export interface ToolSyntax {
	readonly name: string;
	readonly aliases: readonly string[];
	readonly parameters: readonly ParameterSyntax[];
}

export interface ParameterSyntax {
	readonly name: string;
	/** free text keeps its white space and may hold anything, also close tags (see AssistantMessageParser) */
	readonly isFreeText: boolean;
}
