import { formatOf } from "@core/assistant-message/formats";
import type { ToolFormatName } from "@shared/settings";
import type { ScriptedResponse } from "./mockModel";
import type { WireFormat } from "./startTask";

/** A call as a test means it, whatever format it is sent in. */
export interface ScriptedCall {
	readonly name: string;
	readonly params: Readonly<Record<string, unknown>>;
}

export const call = (name: string, params: ScriptedCall["params"] = {}): ScriptedCall => ({ name, params });

export const calls = {
	complete: (result = "Done.") => call("attempt_completion", { result }),
	write: (path: string, content: string) => call("write_to_file", { path, content }),
	read: (path: string) => call("read_file", { path }),
	run: (command: string) => call("execute_command", { command }),
} as const;

/** What a model says in one message: text and calls in their order. In native, calls stand behind the text. */
export type Say = (
	...parts: readonly (string | ScriptedCall)[]
) => ScriptedResponse & { readonly text: string };

export function sayIn(format: ToolFormatName): Say {
	return (...parts) => {
		const text = parts.map((part) => (typeof part === "string" ? part : written(part, format))).join("");
		if (format !== "native") return { text };
		const made = parts.filter((part) => typeof part !== "string");
		const toolCalls = made.map(({ name, params }) => ({ name, arguments: JSON.stringify(params) }));
		return toolCalls.length === 0 ? { text } : { text, toolCalls };
	};
}

function written({ name, params }: ScriptedCall, format: ToolFormatName): string {
	if (format === "native") return "";
	const parts = formatOf(format).renderToolCall({ callId: "", name, params: { ...params }, source: "" });
	return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

export interface Variant {
	readonly format: ToolFormatName;
	readonly wire: WireFormat;
}

/** Every format over every wire. */
export const variants: readonly Variant[] = (["xml", "native", "react"] as const).flatMap((format) =>
	(["openai", "anthropic"] as const).map((wire) => ({ format, wire })),
);
