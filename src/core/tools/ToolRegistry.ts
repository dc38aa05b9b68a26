import type { ToolGroup, ToolSyntax } from "@shared/tools";
import type { BaseTool, ToolContext, ToolDefinition } from "./BaseTool";
import { isFreeText } from "./parameters";

/** All tools that Kiln knows, by name and alias. Parsers know every one; a prompt offers fewer. */
export class ToolRegistry {
	private readonly byName = new Map<string, BaseTool>();
	readonly syntax: readonly ToolSyntax[];

	constructor(readonly tools: readonly BaseTool[]) {
		for (const tool of tools) {
			for (const name of [tool.name, ...tool.aliases.map((alias) => alias.name)]) {
				if (this.byName.has(name)) throw new Error(`Two tools are called "${name}".`);
				this.byName.set(name, tool);
			}
		}
		this.syntax = tools.map(syntaxOf);
	}

	find(name: string): BaseTool | undefined {
		return this.byName.get(name);
	}

	/** Tools that the mode holds and whose condition is met, in the registry's fixed order (stable prompts cache). */
	offered(groups: ReadonlySet<ToolGroup>, context: ToolContext): ToolDefinition[] {
		return this.tools
			.filter((tool) => (tool.group === "always" || groups.has(tool.group)) && tool.isAvailable(context))
			.map((tool) => ({
				name: tool.name,
				group: tool.group,
				description: tool.describe(context),
				parameters: tool.parameters,
				example: tool.example,
			}));
	}
}

function syntaxOf(tool: BaseTool): ToolSyntax {
	return {
		name: tool.name,
		aliases: tool.aliases.map((alias) => alias.name),
		parameters: Object.entries(tool.parameters.shape).map(([name, schema]) => ({
			name,
			isFreeText: isFreeText(schema),
		})),
	};
}
