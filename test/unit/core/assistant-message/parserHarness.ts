import { formatOf } from "@core/assistant-message/formats";
import type {
	IdSource,
	IgnoredCall,
	ParserEvent,
	ParserLimits,
} from "@core/assistant-message/ToolCallFormat";
import { XmlAssistantMessageParser } from "@core/assistant-message/XmlAssistantMessageParser";
import type { StreamChunk } from "@shared/provider";
import type { ToolFormatName } from "@shared/settings";
import type { ToolSyntax } from "@shared/tools";

/** A star marks free text. */
function tool(name: string, ...parameters: string[]): ToolSyntax {
	return {
		name,
		parameters: parameters.map((text) => ({ name: text.replace("*", ""), isFreeText: text.endsWith("*") })),
	};
}

export const tools: readonly ToolSyntax[] = [
	tool("write_to_file", "path", "content*", "line_count"),
	tool("apply_diff", "path", "diff*"),
	tool("read_file", "path", "args", "start_line"),
	tool("execute_command", "command", "cwd"),
	tool("search_replace", "file_path", "old_string*", "new_string*", "replace_all"),
	tool("attempt_completion", "result*"),
	tool("use_mcp_tool", "server_name", "tool_name", "arguments*"),
	tool("list_tabs"),
];

export interface ParseOptions {
	/** default: xml */
	readonly format?: ToolFormatName;
	readonly isCut?: boolean;
	readonly limits?: Partial<ParserLimits>;
}

export function countingIds(): IdSource {
	let blocks = 0;
	let calls = 0;
	return { block: () => `b${++blocks}`, call: () => `c${++calls}` };
}

export function createParser(limits: Partial<ParserLimits> = {}): XmlAssistantMessageParser {
	const defaults = { maxMessageChars: 4_000_000, maxParameterChars: 2_000_000 };
	return new XmlAssistantMessageParser(tools, { ...defaults, ...limits }, countingIds());
}

export interface Parsed {
	readonly events: readonly ParserEvent[];
	readonly ignored: readonly IgnoredCall[];
}

export function parse(chunks: readonly (string | StreamChunk)[], options: ParseOptions = {}): Parsed {
	const limits = { maxMessageChars: 4_000_000, maxParameterChars: 2_000_000, ...options.limits };
	const parser = formatOf(options.format ?? "xml").createParser(tools, limits, countingIds());
	const events = chunks.flatMap((chunk) =>
		parser.push(typeof chunk === "string" ? { type: "text", text: chunk } : chunk),
	);
	return { events: [...events, ...parser.finish(options.isCut)], ignored: parser.ignored };
}

/** Adjacent deltas of one block or parameter as one. */
export function coalesce(events: readonly ParserEvent[]): ParserEvent[] {
	const result: ParserEvent[] = [];
	for (const event of events) {
		const last = result.at(-1);
		const joined = last === undefined ? undefined : join(last, event);
		if (joined) result[result.length - 1] = joined;
		else result.push(event);
	}
	return result;
}

function join(a: ParserEvent, b: ParserEvent): ParserEvent | undefined {
	const isBlock = (a.type === "text_delta" || a.type === "reasoning_delta") && a.type === b.type;
	if (isBlock && a.blockId === b.blockId) return { ...a, text: a.text + b.text };
	if (a.type !== "param_delta" || b.type !== "param_delta") return undefined;
	return a.callId === b.callId && a.param === b.param ? { ...a, text: a.text + b.text } : undefined;
}

/** What a message came to, in short: one entry for each block. */
export type Outcome =
	| { readonly text: string }
	| { readonly thinking: string }
	| {
			readonly call: string;
			readonly params: Record<string, unknown>;
			/** code and message */
			readonly problem?: string;
	  };

export function outcomes(events: readonly ParserEvent[]): Outcome[] {
	return events.flatMap((event): Outcome[] => {
		if (event.type === "text_end") return [{ text: event.text }];
		if (event.type === "reasoning_end") return [{ thinking: event.text }];
		if (event.type !== "call_completed") return [];
		const { name, params, problem } = event.call;
		return [
			{
				call: name,
				params,
				...(problem === undefined ? {} : { problem: `${problem.code}: ${problem.message}` }),
			},
		];
	});
}

/** The source spans of all blocks, in order. */
export function sourceOf(events: readonly ParserEvent[]): string {
	return events
		.map((event) => {
			if (event.type === "text_end") return event.text;
			if (event.type === "reasoning_end") return event.source ?? "";
			return event.type === "call_completed" ? event.call.source : "";
		})
		.join("");
}

export function chunked(text: string, size: number): string[] {
	const chunks: string[] = [];
	for (let at = 0; at < text.length; at += size) chunks.push(text.slice(at, at + size));
	return chunks;
}
