import * as z from "zod";

/** What the engine, the settings UI and the command line know about MCP servers: plain data, no protocol types. */

/**
 * `connecting` covers the waits between tries, too. `failed` is final until somebody restarts the server or its
 * configuration changes.
 */
export const mcpStatuses = ["disabled", "awaiting_trust", "connecting", "connected", "failed"] as const;
export const mcpStatusSchema = z.enum(mcpStatuses);
export type McpStatus = z.infer<typeof mcpStatusSchema>;

/** Which file configures a server: the person's own, or `.kilocode/mcp.json` of a workspace root (absolute path). */
export const mcpScopeSchema = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("global") }),
	z.object({ kind: z.literal("project"), root: z.string() }),
]);
export type McpScope = z.infer<typeof mcpScopeSchema>;

/** Hints of the server about a tool. They come from the server: never grounds for an approval. */
export const mcpToolHintsSchema = z.object({
	isReadOnly: z.boolean().optional(),
	isDestructive: z.boolean().optional(),
	isIdempotent: z.boolean().optional(),
	isOpenWorld: z.boolean().optional(),
});

export const mcpToolSchema = z.object({
	/** as the server calls it; approval is keyed by the server's name and this one */
	name: z.string(),
	title: z.string().optional(),
	description: z.string(),
	/** JSON schema of the arguments */
	inputSchema: z.record(z.string(), z.unknown()),
	outputSchema: z.record(z.string(), z.unknown()).optional(),
	hints: mcpToolHintsSchema,
	/** unique over all servers, fit for native function calls; undefined: only by `use_mcp_tool` */
	nativeName: z.string().optional(),
	/** false: listed in `disabledTools`, not told to the model and not callable */
	isEnabled: z.boolean(),
	/** listed in `alwaysAllow`, consented to where that needs consent, and not changed since */
	isAlwaysAllowed: z.boolean(),
	/** of all that people and the model are told of it: what a person accepts is the tool with this one */
	fingerprint: z.string(),
	/** its description or schema is not the one that was accepted */
	hasChanged: z.boolean(),
});
export type McpTool = z.infer<typeof mcpToolSchema>;

export const mcpResourceSchema = z.object({
	uri: z.string(),
	name: z.string(),
	title: z.string().optional(),
	description: z.string().optional(),
	mimeType: z.string().optional(),
	sizeBytes: z.number().optional(),
});
export type McpResource = z.infer<typeof mcpResourceSchema>;

export const mcpResourceTemplateSchema = z.object({
	/** RFC 6570, "file:///{path}" */
	uriTemplate: z.string(),
	name: z.string(),
	title: z.string().optional(),
	description: z.string().optional(),
	mimeType: z.string().optional(),
});
export type McpResourceTemplate = z.infer<typeof mcpResourceTemplateSchema>;

export const mcpPromptSchema = z.object({
	name: z.string(),
	title: z.string().optional(),
	description: z.string().optional(),
	arguments: z.array(
		z.object({ name: z.string(), description: z.string().optional(), isRequired: z.boolean() }),
	),
});
export type McpPrompt = z.infer<typeof mcpPromptSchema>;

export const mcpCatalogueSchema = z.object({
	tools: z.array(mcpToolSchema),
	resources: z.array(mcpResourceSchema),
	resourceTemplates: z.array(mcpResourceTemplateSchema),
	prompts: z.array(mcpPromptSchema),
	/** what the server listed and Kiln left out, each a sentence */
	notes: z.array(z.string()),
});
export type McpCatalogue = z.infer<typeof mcpCatalogueSchema>;

/** What a person consents to before a project's server starts: shown word for word. */
export const mcpTrustRequestSchema = z.object({
	/** of this question: another one as soon as anything of it, or a file that runs, has changed */
	hash: z.string(),
	command: z.string().optional(),
	args: z.array(z.string()).optional(),
	cwd: z.string().optional(),
	url: z.string().optional(),
	env: z.record(z.string(), z.string()),
	headers: z.record(z.string(), z.string()),
	/** how it signs in, its fields by name */
	oauth: z.record(z.string(), z.string()),
	/** the protocol, when the entry names it */
	transport: z.string().optional(),
	/** files and folders whose changes restart it */
	watchPaths: z.array(z.string()),
	/** variables of this machine whose values the server would get through `${env:…}` */
	variables: z.array(z.string()),
	/** tools that the project would like to run without asking: a suggestion */
	alwaysAllow: z.array(z.string()),
	/** a file that it runs or watches was changed by a task, though nothing of the above changed */
	changedFile: z.string().optional(),
});
export type McpTrustRequest = z.infer<typeof mcpTrustRequestSchema>;

export const mcpLogLineSchema = z.object({
	/** ms since the epoch */
	at: z.number(),
	level: z.string(),
	text: z.string(),
});
export type McpLogLine = z.infer<typeof mcpLogLineSchema>;

export const mcpServerStateSchema = z.object({
	name: z.string(),
	scope: mcpScopeSchema,
	/** a project's server that counts in place of the person's own of this name */
	replacesOwn: z.boolean().optional(),
	/** the file that configures it; absolute */
	file: z.string().optional(),
	status: mcpStatusSchema,
	/** why it is not connected, a sentence for people */
	reason: z.string().optional(),
	/** tries that failed since it last worked */
	failedTries: z.number(),
	/** it can be signed in to in the browser (`signIn`) */
	needsSignIn: z.boolean(),
	/** tokens of a sign-in are kept for it (`signOut`) */
	isSignedIn: z.boolean(),
	/** a sign-in waits for the browser */
	isSigningIn: z.boolean(),
	trust: mcpTrustRequestSchema.optional(),
	transport: z.enum(["stdio", "streamable-http", "sse"]).optional(),
	/** "node server.js --port 1" or the address; unexpanded, secrets masked */
	target: z.string(),
	/** of all that it runs, with nothing masked: another one is another server */
	runHash: z.string(),
	timeoutSeconds: z.number(),
	serverVersion: z.string().optional(),
	/** the server's own words on how to use it; untrusted */
	instructions: z.string().optional(),
	catalogue: mcpCatalogueSchema,
	/** names of tools whose description or schema changed after they were accepted */
	changedTools: z.array(z.string()),
	/** last lines of stderr (at most 200) */
	stderr: z.array(z.string()),
	/** logging notifications of the server (at most 200) */
	log: z.array(mcpLogLineSchema),
});
export type McpServerState = z.infer<typeof mcpServerStateSchema>;

export const mcpConfigProblemSchema = z.object({
	file: z.string(),
	/** undefined: the file as a whole */
	server: z.string().optional(),
	/** "args[1]" */
	field: z.string().optional(),
	/** from 1 */
	line: z.number(),
	message: z.string(),
});
export type McpConfigProblem = z.infer<typeof mcpConfigProblemSchema>;

/** One part of an answer. Binary data is base64; an image has been checked: format, wholeness, size in bytes. */
export const mcpContentSchema = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("text"), text: z.string() }),
	z.object({ kind: z.literal("image"), mimeType: z.string(), data: z.string() }),
	z.object({ kind: z.literal("audio"), mimeType: z.string(), data: z.string() }),
	/** an embedded resource with text */
	z.object({
		kind: z.literal("resource"),
		uri: z.string(),
		mimeType: z.string().optional(),
		text: z.string(),
	}),
	/** an embedded resource with other bytes than an image */
	z.object({
		kind: z.literal("blob"),
		uri: z.string(),
		mimeType: z.string().optional(),
		data: z.string(),
	}),
	z.object({
		kind: z.literal("link"),
		uri: z.string(),
		name: z.string(),
		description: z.string().optional(),
		mimeType: z.string().optional(),
	}),
	/** a part that could not be used, and why */
	z.object({ kind: z.literal("unusable"), note: z.string() }),
]);
export type McpContent = z.infer<typeof mcpContentSchema>;

export const mcpCallResultSchema = z.object({
	content: z.array(mcpContentSchema),
	structuredContent: z.record(z.string(), z.unknown()).optional(),
	/** the tool itself says that it failed */
	isError: z.boolean(),
	/** remarks on the answer, each a sentence: structured content that breaks its schema */
	notes: z.array(z.string()),
});
export type McpCallResult = z.infer<typeof mcpCallResultSchema>;

export const mcpPromptResultSchema = z.object({
	description: z.string().optional(),
	messages: z.array(z.object({ role: z.enum(["user", "assistant"]), content: mcpContentSchema })),
});
export type McpPromptResult = z.infer<typeof mcpPromptResultSchema>;

export const mcpProgressSchema = z.object({
	progress: z.number(),
	total: z.number().optional(),
	message: z.string().optional(),
});
export type McpProgress = z.infer<typeof mcpProgressSchema>;

/** A server asks the person something while a call runs: a form, or an address to open. */
export const mcpElicitationSchema = z.discriminatedUnion("kind", [
	z.object({
		kind: z.literal("form"),
		message: z.string(),
		/** JSON schema, flat: strings, numbers, booleans, choices */
		schema: z.record(z.string(), z.unknown()),
	}),
	z.object({ kind: z.literal("url"), message: z.string(), url: z.string(), id: z.string() }),
]);
export type McpElicitation = z.infer<typeof mcpElicitationSchema>;

export const mcpElicitationResultSchema = z.discriminatedUnion("action", [
	z.object({
		action: z.literal("accept"),
		content: z
			.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
			.optional(),
	}),
	z.object({ action: z.literal("decline") }),
	z.object({ action: z.literal("cancel") }),
]);
export type McpElicitationResult = z.infer<typeof mcpElicitationResultSchema>;
