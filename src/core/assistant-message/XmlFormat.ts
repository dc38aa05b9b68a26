import type { MessagePart } from "@shared/provider";
import type { ContentPart, ToolCall, ToolSyntax } from "@shared/tools";
import * as z from "zod";
import type { ToolDefinition } from "../tools/BaseTool";
import { isFreeText, isRequired } from "../tools/parameters";
import { renderXmlCall, type XmlParameter } from "./renderXmlCall";
import { resultHeader } from "./resultHeader";
import type { IdSource, IgnoredCall, ParserLimits, PromptOptions, ToolCallFormat } from "./ToolCallFormat";
import { XmlAssistantMessageParser } from "./XmlAssistantMessageParser";

const introduction = (mayCallMany: boolean) => `# Tool use

You act by calling tools. Write a call as XML in your answer:

<tool_name>
<parameter>value</parameter>
</tool_name>

- ${mayCallMany ? "Calls stand at the message's end and run in order. Their results come" : "One call a message, as its last thing. Its result comes"} with the next message.
- The tool's tag begins a line. A call in a code fence, in inline code or in \`<thinking>\` does not count.
- Write the tags exactly as shown, without attributes, each parameter once, nothing between parameters.
- Values are taken as they are: write < and & plainly, never as entities.
- A value that holds tags of its own call goes into CDATA: <content><![CDATA[ … ]]></content>.

# Tools

Each with its parameters (? marks optional ones) and an example.`;

const reasons: Readonly<Record<IgnoredCall["reason"], string>> = {
	in_fence: "it stood in a code fence",
	in_inline_code: "it stood in inline code",
	in_thinking: "it stood in <thinking>",
	mid_line: "its tag did not begin a line",
};

/** Tool calls as XML within the answer's text: works with any model. */
export class XmlFormat implements ToolCallFormat {
	readonly name = "xml";

	systemPromptSection(tools: readonly ToolDefinition[], { mayCallMany }: PromptOptions): string {
		return [introduction(mayCallMany), ...tools.map(describeTool)].join("\n\n");
	}

	createParser(
		tools: readonly ToolSyntax[],
		limits: ParserLimits,
		newId: IdSource,
	): XmlAssistantMessageParser {
		return new XmlAssistantMessageParser(tools, limits, newId);
	}

	repeatToolCall(call: ToolCall): MessagePart[] {
		return [{ type: "text", text: call.source }];
	}

	renderToolCall(call: ToolCall): MessagePart[] {
		const parameters = Object.entries(call.params)
			.filter(([, value]) => value !== undefined)
			.map(([name, value]) => ({ name, value: typeof value === "string" ? value : JSON.stringify(value) }));
		return [{ type: "text", text: renderXmlCall(call.name, parameters) }];
	}

	/** Whether it failed is said by the result itself. */
	renderToolResult(call: ToolCall, result: readonly ContentPart[]): MessagePart[] {
		return [{ type: "text", text: resultHeader(call) }, ...result];
	}

	reminder(ignored: readonly IgnoredCall[]): string {
		const notes = ignored.map(({ name, reason }) => `Your call of ${name} was not run: ${reasons[reason]}.`);
		const advice =
			"Your last message called no tool. To go on, call one: its tag begins a line, outside of code and thinking. If you are done or only want to answer, answer plainly: that ends the turn.";
		return [...new Set(notes), advice].join("\n");
	}
}

function describeTool({ name, description, parameters, example }: ToolDefinition): string {
	const lines = Object.entries(parameters.shape).map(([key, schema]) => describeParameter(key, schema));
	return [`## ${name}`, description, ...lines, renderXmlCall(name, exampleValues(parameters, example))].join(
		"\n",
	);
}

function describeParameter(name: string, schema: z.core.$ZodType): string {
	const description = descriptionOf(schema);
	return `- ${name}${isRequired(schema) ? "" : "?"}${description === undefined ? "" : `: ${description}`}`;
}

/** `optional()` and defaults wrap a schema whose description stays inside. */
function descriptionOf(schema: z.core.$ZodType): string | undefined {
	const own = z.globalRegistry.get(schema)?.description;
	if (own !== undefined) return own;
	const isWrapper = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
	return isWrapper ? descriptionOf(schema.unwrap()) : undefined;
}

function exampleValues({ shape }: z.ZodObject, example: ToolDefinition["example"]): XmlParameter[] {
	return Object.entries(shape).flatMap(([name, schema]) => {
		const value = example[name];
		if (value === undefined) return [];
		return isFreeText(schema) ? [{ name, value, isFreeText: true }] : [{ name, value: value.trim() }];
	});
}
