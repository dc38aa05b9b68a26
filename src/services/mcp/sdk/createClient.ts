import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
	ElicitRequestSchema,
	type ElicitResult,
	ErrorCode,
	ListRootsRequestSchema,
	LoggingMessageNotificationSchema,
	McpError,
	PromptListChangedNotificationSchema,
	ResourceListChangedNotificationSchema,
	ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type {
	JsonSchemaValidatorResult,
	jsonSchemaValidator,
} from "@modelcontextprotocol/sdk/validation/types.js";
import { type McpElicitation, type McpElicitationResult, mcpElicitationResultSchema } from "@shared/mcp";
import type { SessionEvents } from "../connection/McpSession";

export interface ClientOptions {
	/** Kiln's own */
	readonly version: string;
	/** absolute paths */
	roots(): readonly string[];
	readonly events: SessionEvents;
	/** undefined: nobody is there to be asked */
	readonly elicit:
		| ((request: McpElicitation, signal: AbortSignal) => Promise<McpElicitationResult>)
		| undefined;
}

/** more than is shown: a secret is masked before a line is cut */
const maxLogChars = 8000;
/** The spec's code for "the user said no". */
const refusedCode = -1;
/** Kiln checks structured answers itself, bounded; the SDK must not compile what a server sends. */
const noValidation: jsonSchemaValidator = {
	getValidator: <T>() => {
		const accept = (input: unknown): JsonSchemaValidatorResult<T> => ({
			valid: true,
			data: input as T,
			errorMessage: undefined,
		});
		return accept;
	},
};

/** A client that answers what servers may ask of Kiln: the workspace's roots and questions to the person. */
export function createClient(options: ClientOptions): Client {
	const { elicit, events } = options;
	const client = new Client(
		{ name: "kiln", title: "Kiln", version: options.version },
		{
			capabilities: {
				roots: { listChanged: true },
				...(elicit && { elicitation: { form: { applyDefaults: true }, url: {} } }),
			},
			jsonSchemaValidator: noValidation,
		},
	);
	client.setRequestHandler(ListRootsRequestSchema, () => ({
		roots: options.roots().map((path) => ({ uri: pathToFileURL(path).href, name: basename(path) })),
	}));
	if (elicit) {
		client.setRequestHandler(ElicitRequestSchema, async ({ params }, { signal }): Promise<ElicitResult> => {
			const request: McpElicitation =
				params.mode === "url"
					? { kind: "url", message: params.message, url: params.url, id: params.elicitationId }
					: { kind: "form", message: params.message, schema: { ...params.requestedSchema } };
			const answer = mcpElicitationResultSchema.parse(await elicit(request, signal));
			if (answer.action !== "accept") return { action: answer.action };
			// the SDK fills in the schema's defaults
			return { action: "accept", ...(request.kind === "form" && { content: answer.content ?? {} }) };
		});
	}
	client.fallbackRequestHandler = refuse;
	for (const schema of [
		ToolListChangedNotificationSchema,
		ResourceListChangedNotificationSchema,
		PromptListChangedNotificationSchema,
	]) {
		client.setNotificationHandler(schema, () => events.onListChanged());
	}
	client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
		const text = typeof params.data === "string" ? params.data : JSON.stringify(params.data);
		const line = params.logger ? `${params.logger}: ${text}` : (text ?? "");
		events.onLog(params.level, line.slice(0, maxLogChars));
	});
	return client;
}

async function refuse(request: { readonly method: string }): Promise<never> {
	if (request.method === "sampling/createMessage") {
		throw new McpError(
			refusedCode,
			"Kiln does not lend its model to servers. Please return your data, and let the conversation's model judge it.",
		);
	}
	throw new McpError(ErrorCode.MethodNotFound, `Kiln does not answer ${request.method}.`);
}
