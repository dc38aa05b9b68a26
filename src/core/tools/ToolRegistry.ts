import type { ToolGroup, ToolSyntax } from "@shared/tools";
import * as z from "zod";
import type { BaseTool, ToolContext, ToolDefinition } from "./BaseTool";
import { isFreeText, isOffered } from "./parameters";

/** What the compact prompt offers: enough to read, change, run and talk. */
export const compactTools: ReadonlySet<string> = new Set([
	"read_file",
	"search_files",
	"list_files",
	"apply_diff",
	"write_to_file",
	"execute_command",
	"ask_followup_question",
	"attempt_completion",
]);

/** All tools that Kiln knows, by name. Parsers know every one; a prompt offers fewer. */
export class ToolRegistry {
	private readonly byName = new Map<string, BaseTool>();
	readonly syntax: readonly ToolSyntax[];

	constructor(readonly tools: readonly BaseTool[]) {
		for (const tool of tools) {
			if (this.byName.has(tool.name)) throw new Error(`Two tools are called "${tool.name}".`);
			this.byName.set(tool.name, tool);
		}
		this.syntax = tools.map(syntaxOf);
	}

	find(name: string): BaseTool | undefined {
		return this.byName.get(name);
	}

	/** Tools that the mode holds and whose condition is met, in the registry's fixed order (stable prompts cache). */
	offered(groups: ReadonlySet<ToolGroup>, context: ToolContext): ToolDefinition[] {
		const { toolVocabulary } = context.settings;
		const replaced = new Set(
			this.tools.flatMap(({ vocabulary, counterpart }) =>
				vocabulary === toolVocabulary ? [counterpart] : [],
			),
		);
		const canOnlyDelegate = [...groups].every((group) => group === "modes" || group === "always");
		const isMeant = (tool: BaseTool) => {
			if (tool.vocabulary !== undefined) return tool.vocabulary === toolVocabulary;
			if (replaced.has(tool.name)) return false;
			if (context.promptVariant === "compact")
				return compactTools.has(tool.name) || (canOnlyDelegate && tool.name === "new_task");
			return !tool.isCustom || context.customTools.includes(tool.name);
		};
		const isAllowed = ({ group }: BaseTool) => group === "always" || groups.has(group);
		return this.tools
			.filter(
				(tool) => isMeant(tool) && isAllowed(tool) && tool.isAvailable(context) && tool.isOffered(context),
			)
			.map((tool) => definitionOf(tool, context));
	}
}

function definitionOf(tool: BaseTool, context: ToolContext): ToolDefinition {
	const { toolFormat: format, promptVariant: variant, settings } = context;
	const place = { format, variant, vocabulary: settings.toolVocabulary };
	const shape = Object.entries(tool.parameters.shape).filter(([, schema]) => isOffered(schema, place));
	return {
		name: tool.name,
		group: tool.group,
		description: tool.describe(context),
		parameters: z.object(Object.fromEntries(shape)),
		example: tool.exampleIn(context),
		...(tool.inputSchema === undefined ? {} : { inputSchema: tool.inputSchema }),
	};
}

function syntaxOf(tool: BaseTool): ToolSyntax {
	return {
		name: tool.name,
		parameters: Object.entries(tool.parameters.shape).map(([name, schema]) => ({
			name,
			isFreeText: isFreeText(schema),
		})),
	};
}
