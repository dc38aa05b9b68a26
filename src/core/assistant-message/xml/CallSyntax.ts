import type { ParameterSyntax, ToolSyntax } from "@shared/tools";
import { TagSet } from "./TagSet";

/** The tags of one tool. */
export interface CallSyntax {
	readonly name: string;
	readonly openTag: string;
	readonly closeTag: string;
	/** by opening tag */
	readonly parameters: ReadonlyMap<string, ParameterSyntax>;
	/** what may stand in parameter position: opening tags of parameters and the tool's close tag */
	readonly inner: TagSet;
	readonly hasFreeText: boolean;
}

/** Every tag that means something in prose. */
export interface MessageTags {
	/** by opening tag */
	readonly calls: ReadonlyMap<string, CallSyntax>;
	readonly all: TagSet;
}

const reasoningTags = ["<thinking>", "<think>", "</thinking>", "</think>"];

/** The tags of these tools, and those of reasoning. */
export function messageTags(tools: readonly ToolSyntax[]): MessageTags {
	const calls = new Map(tools.map((tool) => [`<${tool.name}>`, callSyntax(tool)]));
	return { calls, all: new TagSet([...calls.keys(), ...reasoningTags]) };
}

function callSyntax(tool: ToolSyntax): CallSyntax {
	const { name } = tool;
	const closeTag = `</${name}>`;
	const parameters = new Map(tool.parameters.map((parameter) => [`<${parameter.name}>`, parameter]));
	return {
		name,
		openTag: `<${name}>`,
		closeTag,
		parameters,
		inner: new TagSet([closeTag, ...parameters.keys()]),
		hasFreeText: tool.parameters.some((parameter) => parameter.isFreeText),
	};
}
