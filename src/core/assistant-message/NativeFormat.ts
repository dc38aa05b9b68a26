import type { MessagePart, NativeToolSchema } from "@shared/provider";
import type { ContentPart, ToolCall, ToolSyntax } from "@shared/tools";
import type { ToolDefinition } from "../tools/BaseTool";
import { NativeAssistantMessageParser } from "./NativeAssistantMessageParser";
import { nativeSchema } from "./native/nativeSchema";
import type { IdSource, ParserLimits, ToolCallFormat } from "./ToolCallFormat";

/** The catalogue goes to the provider as schemas, so the prompt only says how to work with them. */
const section = `# Tool use

You act by calling the tools you were given, as function calls: a call that is written as text is not run.
- Several calls may stand in one message when none needs the result of another. They run in their order; after one that fails or is denied the rest are skipped.
- attempt_completion goes into a message of its own, when you have seen all results.`;

/** Lists of tools that are kept: modes and profiles of the tasks at hand. */
const maxKnownLists = 16;

/** The provider's own function calls. */
export class NativeFormat implements ToolCallFormat {
	readonly name = "native";
	/** by their bytes: as long as nothing changes the codecs get the identical list, and prompt caches hit */
	private readonly known = new Map<string, readonly NativeToolSchema[]>();

	/** Only what is too long for a schema stands in the prompt. */
	systemPromptSection(tools: readonly ToolDefinition[]): string {
		const long = tools.filter((tool) => fullText(tool).length > maxDescriptionChars);
		return [section, ...long.map((tool) => `## ${tool.name}\n${fullText(tool)}`)].join("\n\n");
	}

	nativeTools(tools: readonly ToolDefinition[]): readonly NativeToolSchema[] {
		const schemas = tools.map((tool) => nativeSchema({ ...tool, description: descriptionOf(tool) }));
		const bytes = JSON.stringify(schemas);
		const known = this.known.get(bytes);
		if (known !== undefined) return known;
		const oldest = this.known.keys().next().value;
		if (oldest !== undefined && this.known.size >= maxKnownLists) this.known.delete(oldest);
		this.known.set(bytes, schemas);
		return schemas;
	}

	createParser(
		tools: readonly ToolSyntax[],
		limits: ParserLimits,
		newId: IdSource,
	): NativeAssistantMessageParser {
		return new NativeAssistantMessageParser(tools, limits, newId);
	}

	/** What could not be read is not sent back: servers refuse arguments that are no JSON object. Its result tells. */
	repeatToolCall(call: ToolCall): MessagePart[] {
		const isReadable = call.problem === undefined && call.source.trim() !== "";
		return [callPart(call, isReadable ? call.source : "{}")];
	}

	renderToolCall(call: ToolCall): MessagePart[] {
		return [callPart(call, JSON.stringify(call.params))];
	}

	renderToolResult(call: ToolCall, result: readonly ContentPart[], isError: boolean): MessagePart[] {
		return [{ type: "tool_result", callId: call.callId, parts: result, isError }];
	}

	/** A plain answer ends the turn. */
	reminder(): undefined {
		return undefined;
	}
}

/** OpenAI, 400: "string too long. Expected a string with maximum length 1024" */
const maxDescriptionChars = 1024;

function descriptionOf(tool: ToolDefinition): string {
	const text = fullText(tool);
	if (text.length <= maxDescriptionChars) return text;
	const [line = ""] = text.split("\n");
	return `${line.slice(0, maxDescriptionChars - 100)}\nAll about it stands in the system prompt, under "${tool.name}".`;
}

/** Schemas hold no examples: one is told where the description builds on it. */
function fullText({ description, example }: ToolDefinition): string {
	return /\bexample\b/.test(description)
		? `${description}\nExample: ${JSON.stringify(example)}`
		: description;
}

function callPart({ callId, name }: ToolCall, json: string): MessagePart {
	return { type: "tool_call", callId, name: wireName(name), arguments: json };
}

/** Providers refuse a name of other characters or of more than 64, also in the history. */
function wireName(name: string): string {
	return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) || "unknown";
}
