import type { MessagePart } from "@shared/provider";
import type { ContentPart, ToolCall, ToolSyntax } from "@shared/tools";
import type { ToolDefinition } from "../tools/BaseTool";
import { ReActAssistantMessageParser } from "./ReActAssistantMessageParser";
import { observationIn } from "./react/matchHeading";
import { describeForReAct } from "./react/reactCatalogue";
import { renderReActCall } from "./react/renderReActCall";
import { resultHeader } from "./resultHeader";
import type { IdSource, IgnoredCall, ParserLimits, ToolCallFormat } from "./ToolCallFormat";

const introduction = `# Tool use

You work in steps. Each of your messages is one step, in plain text:

Thought: what you know and what to do next
Action: read_file(path="src/a.ts")

- Then stop. The result comes as "Observation: …" in the next message; never write one yourself.
- One action a message, as its last thing. It begins a line; in a code fence or in \`<think>\` it does not count.
- Arguments are keywords as above, or one JSON object: read_file({"path": "src/a.ts"}).
- Short texts are JSON strings: escape quotes and backslashes. Put long texts such as files and diffs into triple quotes: they are taken as they are, without escapes, and the line breaks next to the quotes do not count:
Action: write_to_file(path="a.py", content="""
print("one")
""")
- A text that holds """ itself goes into '''…'''.
- When all is done, write instead of an action:
Final Answer: the result

# Tools`;

const reasons: Readonly<Record<IgnoredCall["reason"], string>> = {
	in_fence: "it stood in a code fence",
	in_inline_code: "it stood in inline code",
	in_thinking: "it stood in <think>",
	mid_line: "Action: did not begin its line",
};

/**
 * Thought, action, observation in plain text, for models that were trained on that. One action a message whatever the
 * settings say: what a model writes behind an action it has made up, as it has seen no result.
 */
export class ReActFormat implements ToolCallFormat {
	readonly name = "react";
	readonly stop = ["\nObservation:"];

	systemPromptSection(tools: readonly ToolDefinition[]): string {
		return [introduction, ...tools.map(describeForReAct)].join("\n\n");
	}

	createParser(
		tools: readonly ToolSyntax[],
		limits: ParserLimits,
		newId: IdSource,
		offered?: readonly ToolDefinition[],
	): ReActAssistantMessageParser {
		return new ReActAssistantMessageParser(tools, limits, newId, offered);
	}

	repeatToolCall(call: ToolCall): MessagePart[] {
		return [{ type: "text", text: call.source }];
	}

	renderToolCall({ name, params }: ToolCall): MessagePart[] {
		const final = name === "attempt_completion" ? finalAnswer(params) : undefined;
		return [{ type: "text", text: final ?? renderReActCall(name, params) }];
	}

	/** Whether it failed is said by the result itself. */
	renderToolResult(call: ToolCall, result: readonly ContentPart[]): MessagePart[] {
		return [{ type: "text", text: `Observation: ${resultHeader(call)}` }, ...result];
	}

	reminder(ignored: readonly IgnoredCall[]): string {
		const notes = ignored.map(({ name, reason }) => `Your call of ${name} was not run: ${reasons[reason]}.`);
		const advice =
			'Your last message holds no action. To go on, write one that begins a line: Action: tool(parameter="value"). If you are done or only want to answer, answer plainly: that ends the turn.';
		return [...new Set(notes), advice].join("\n");
	}
}

/** A completion with nothing but a text is what `Final Answer:` stands for. */
function finalAnswer(params: ToolCall["params"]): string | undefined {
	const { result, ...others } = params;
	if (typeof result !== "string" || result !== result.trim() || Object.keys(others).length > 0)
		return undefined;
	const text = `Final Answer: ${result}`;
	return observationIn(text) === text.length ? text : undefined;
}
