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
	/** a text that the person may change before approving it (an amendment of kind "text") */
	z.object({ kind: z.literal("proposal"), text: z.string() }),
	/** a call of an MCP server's tool, or a resource of it (then `name` is its address) */
	z.object({
		kind: z.literal("mcp"),
		server: z.string(),
		name: z.string(),
		/** JSON text of the arguments */
		input: z.string(),
		/** of the tool as it is when the person is asked: what "always allow" then accepts; without one it is not offered */
		fingerprint: z.string().optional(),
		output: z.string().optional(),
		/** "3 of 10: indexing", while it runs */
		progress: z.string().optional(),
		images: z.array(z.object({ mediaType: z.string(), data: z.string() })),
	}),
	/** a task of its own that this call waits for, or has waited for */
	z.object({
		kind: z.literal("subtask"),
		mode: z.string(),
		message: z.string(),
		taskId: z.string().optional(),
	}),
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

/**
 * What a person made of a proposal before approving it. It becomes the final operation: planned, decided and digested
 * anew, and exactly that is executed.
 */
export const amendmentSchema = z.discriminatedUnion("kind", [
	/** the hunks that were kept, counted from 0 over all files of the proposal in order */
	z.object({ kind: z.literal("hunks"), kept: z.array(z.number().int().nonnegative()) }),
	/** the whole new text; `path` as the card shows it, for proposals of several files */
	z.object({ kind: z.literal("text"), path: z.string().optional(), text: z.string() }),
	/** the whole new texts of the files that were changed in the editor; absolute paths */
	z.object({
		kind: z.literal("files"),
		files: z.array(z.object({ path: z.string(), text: z.string() })).min(1),
	}),
]);
export type Amendment = z.infer<typeof amendmentSchema>;

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
	/** as the model gave it, known or not */
	name: z.string(),
	/** raw values by parameter: strings in XML and ReAct, JSON values in native; validated by the tool's schema */
	params: z.record(z.string(), z.unknown()),
	source: z.string(),
	/** set when the call must not run: malformed, incomplete or too large */
	problem: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }).optional(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

/** What a parser must know of a tool: its name and, of each parameter, whether it holds free text. */
export interface ToolSyntax {
	readonly name: string;
	readonly parameters: readonly ParameterSyntax[];
}

export interface ParameterSyntax {
	readonly name: string;
	/** free text keeps its white space and may hold anything, also close tags (see AssistantMessageParser) */
	readonly isFreeText: boolean;
}
