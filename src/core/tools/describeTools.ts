import { promptVariants, type Settings, toolFormats, toolVocabularies } from "@shared/settings";
import * as z from "zod";
import type { BaseTool, ToolContext } from "./BaseTool";
import { isFreeText, isOffered, isRequired, type OfferPlace } from "./parameters";
import { compactTools } from "./ToolRegistry";

/** What a tool is described in: a context with default settings but for these. */
type ContextWith = (settings: Partial<Settings>) => ToolContext;

const intro = `# Tools

Made from the tools' own definitions by \`npm run docs\`; a test fails while the two differ.

- **Parameters**: \`name?\` may be left out; ¶ is free text, which keeps its white space and may hold anything. A parameter
  that only some formats, vocabularies or prompts (full, compact) offer names them; it is understood in all.
- **Permission**: \`WorkspaceWrite\` for the groups edit, command, browser and mcp, \`ReadOnly\` for the others. It says what a tool
  is for. What a call may do is decided by its effects, whatever its class: also a read-only tool asks before it goes to
  the network, switches modes, starts a subtask or runs the command that shows a result.
- **Offered**: a mode offers the tools of its groups, and all of \`always\`. With \`toolVocabulary\` another agent's names take the
  place of their counterparts. Every tool is understood whenever it is called, offered or not, within the mode's groups.`;

/** docs/tools.md: every tool of the registry, as its definition has it. */
export function describeTools(tools: readonly BaseTool[], contextWith: ContextWith): string {
	const own = tools.filter(({ vocabulary }) => vocabulary === undefined);
	const foreign = tools.filter(({ vocabulary }) => vocabulary !== undefined);
	const compact = own.filter(({ name }) => compactTools.has(name));
	const parts = [
		intro,
		"## Kiln's tools",
		tableOf(
			["tool", "group, permission", "parameters", "what it does, limits", "offered", "other agents' names"],
			own.map((tool) => [
				...commonCells(tool, contextWith),
				offerOf(tool, contextWith),
				namesFor(tool, foreign),
			]),
		),
		`The compact prompt (for small models) offers only: ${compact.map(({ name }) => code(name)).join(", ")}.`,
		"## Other agents' names",
		"Limits that a row does not name are those of the tool that it stands for.",
		tableOf(
			["tool", "group, permission", "parameters", "what it does, limits", "vocabulary", "in place of"],
			foreign.map((tool) => [
				...commonCells(tool, contextWith),
				code(tool.vocabulary ?? ""),
				tool.counterpart === undefined ? "" : code(tool.counterpart),
			]),
		),
	];
	return `${parts.join("\n\n")}\n`;
}

export type PermissionClass = "ReadOnly" | "WorkspaceWrite";

/** What a tool is for, in the words of go-code; what a call may do is decided by its effects. */
export function permissionClass({ group }: Pick<BaseTool, "group">): PermissionClass {
	return group === "read" || group === "always" || group === "modes" ? "ReadOnly" : "WorkspaceWrite";
}

function commonCells(tool: BaseTool, contextWith: ContextWith): string[] {
	const context = contextWith({ toolVocabulary: tool.vocabulary ?? "kilo" });
	const parameters = Object.entries(tool.parameters.shape).filter(
		([, schema]) => offersOf(schema) !== undefined,
	);
	return [
		code(tool.name),
		`${tool.group}<br>${permissionClass(tool)}`,
		parameters.map(([name, schema]) => parameterLine(name, schema)).join("<br>"),
		tool.describe(context),
	];
}

function parameterLine(name: string, schema: z.core.$ZodType): string {
	const mark = isRequired(schema) ? "" : "?";
	const kind = `${isFreeText(schema) ? " ¶" : ""}${offersOf(schema) ?? ""}`;
	return `${code(name + mark)}${kind}: ${descriptionOf(schema)}`;
}

/** `optional()` wraps a schema whose description stays inside. */
function descriptionOf(schema: z.core.$ZodType): string {
	const own = z.globalRegistry.get(schema)?.description;
	return own ?? (schema instanceof z.ZodOptional ? descriptionOf(schema.unwrap()) : "");
}

const places: readonly OfferPlace[] = toolFormats.flatMap((format) =>
	toolVocabularies.flatMap((vocabulary) =>
		promptVariants.map((variant) => ({ format, vocabulary, variant })),
	),
);

/** " (native)", " (cline)", " (full)"; empty: offered in all formats, vocabularies and prompts; undefined: in none. */
function offersOf(schema: z.core.$ZodType): string | undefined {
	const held = places.filter((place) => isOffered(schema, place));
	if (held.length === 0) return undefined;
	const said = (["format", "vocabulary", "variant"] as const).flatMap((key) => {
		const names = new Set(held.map((place) => place[key]));
		return names.size < new Set(places.map((place) => place[key])).size ? [...names] : [];
	});
	return said.length === 0 ? "" : ` (${said.join(", ")})`;
}

function offerOf(tool: BaseTool, contextWith: ContextWith): string {
	const how = tool.isCustom ? "when the profile names it (`customTools`)" : "by default";
	const condition = conditionOf(tool, contextWith);
	return condition === undefined ? how : tool.isCustom ? `${how}, ${condition}` : condition;
}

/** Found by trying: what a tool's availability turns out to hang on. */
function conditionOf(tool: BaseTool, contextWith: ContextWith): string | undefined {
	const usual = contextWith({});
	const isThere = tool.isAvailable(usual);
	const { experiments, todoListEnabled } = usual.settings;
	const experiment = Object.keys(experiments).find(
		(name) => tool.isAvailable(contextWith({ experiments: { ...experiments, [name]: true } })) !== isThere,
	);
	if (experiment !== undefined) return `experiment ${code(experiment)}`;
	if (tool.isAvailable(contextWith({ todoListEnabled: !todoListEnabled })) !== isThere)
		return `with ${code("todoListEnabled")}`;
	if (!isThere) return "when what it needs is there";
	const blind = { ...usual, model: { ...usual.model, supportsImages: false } };
	return tool.isAvailable(blind) ? undefined : "to models that take images";
}

function namesFor({ name }: BaseTool, foreign: readonly BaseTool[]): string {
	const names = foreign.filter(({ counterpart }) => counterpart === name);
	return names.map((tool) => `${code(tool.name)} (${tool.vocabulary})`).join("<br>");
}

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.map(cellText).join(" | ")} |`;
	return [line(heads), `|${heads.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

/** Descriptions are written for models: what Markdown would take for markup is escaped. */
function cellText(text: string): string {
	const plain = (part: string) => part.replace(/<(?!br>)/g, "&lt;").replace(/[*~]/g, "\\$&");
	const parts = text.split(/(`[^`\n]+`)/).map((part, index) => (index % 2 === 0 ? plain(part) : part));
	return parts.join("").replaceAll("|", "\\|").replaceAll("\n", "<br>");
}

function code(text: string): string {
	return `\`${text}\``;
}
