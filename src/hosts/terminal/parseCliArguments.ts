import { parseArgs } from "node:util";
import { approvalKinds } from "@shared/effects";
import { KilnError } from "@shared/errors";
import {
	type PromptVariant,
	type ProviderId,
	promptVariants,
	providerIds,
	type Settings,
	settingsSchema,
	type ToolFormatName,
	toolFormats,
	toolVocabularies,
} from "@shared/settings";

/** What the command line asks for, checked. */
export interface CliArguments {
	readonly text: string | undefined;
	/** absent: the current folder, or the folder of the task that is continued */
	readonly cwd: string | undefined;
	readonly storage: string | undefined;
	readonly provider: ProviderId | undefined;
	readonly baseUrl: string | undefined;
	readonly model: string | undefined;
	/** absent: that of the task that is continued, else xml */
	readonly toolFormat: ToolFormatName | undefined;
	/** tools to offer beside those that are always offered */
	readonly customTools: readonly string[];
	readonly promptVariant: PromptVariant | undefined;
	/** modes of the project may widen others without asking */
	readonly trustsProjectModes: boolean;
	/** the project's MCP servers may start, as they are now */
	readonly trustsProjectMcp: boolean;
	readonly mode: string | undefined;
	readonly settings: Settings;
	readonly continueId: string | undefined;
	/** the answer to the question that the task stopped at */
	readonly answer: "approve" | "deny" | undefined;
	readonly isJson: boolean;
	readonly isQuiet: boolean;
	readonly wants: "run" | "help" | "version";
}

const customToolNames = ["search_and_replace", "search_replace", "apply_patch", "insert_content"] as const;
const experimentNames = ["run-slash-command"] as const;

const options = {
	cwd: { type: "string" },
	storage: { type: "string" },
	provider: { type: "string" },
	"base-url": { type: "string" },
	model: { type: "string" },
	"tool-format": { type: "string" },
	"tool-vocabulary": { type: "string" },
	"custom-tools": { type: "string" },
	prompt: { type: "string" },
	experiment: { type: "string", multiple: true },
	"trust-project-modes": { type: "boolean" },
	"trust-project-mcp": { type: "boolean" },
	mode: { type: "string" },
	"auto-approve": { type: "string" },
	"allow-command": { type: "string", multiple: true },
	continue: { type: "string" },
	approve: { type: "boolean" },
	deny: { type: "boolean" },
	json: { type: "boolean" },
	quiet: { type: "boolean" },
	"max-requests": { type: "string" },
	"max-cost": { type: "string" },
	help: { type: "boolean", short: "h" },
	version: { type: "boolean", short: "v" },
} as const;

export const usageText = `Usage: kiln [options] "task"
       kiln --continue ID ["message"] [--approve | --deny]
       kiln mcp list | add | remove | import | test | call | sign-in | sign-out
                                        MCP servers; see kiln mcp --help

  --cwd DIR               the workspace (default: the current folder;
                          a task that is continued stays in its own)
  --storage DIR           where tasks are kept (default: ~/.kiln)
  --provider NAME         ${providerIds.join(" | ")}
  --base-url URL          an OpenAI-compatible endpoint, or another address of the provider
  --model NAME            for replay: a recording's path, or "demo"
  --tool-format FORMAT    ${toolFormats.join(" | ")}
  --tool-vocabulary NAME  offer the tools under another agent's names: ${toolVocabularies.join(" | ")}
  --custom-tools LIST     offer these, too: ${customToolNames.join(",")}
  --prompt VARIANT        ${promptVariants.join(" | ")}: fewer tools in fewer words, for small models
  --experiment NAME       ${experimentNames.join(" | ")} (repeatable)
  --mode SLUG             architect | code | ask | debug | orchestrator | review, or one of your own
  --trust-project-modes   the project's modes may do more than those that they replace
  --trust-project-mcp     start the MCP servers of the project's .kilocode/mcp.json as they are now;
                          their tools ask all the same
  --auto-approve WHAT     all | none | kinds: ${approvalKinds.join(",")}
                          all = every kind inside the workspace; outside and protected targets still ask
  --allow-command RULE    commands that may run without asking, word by word: "git log" (repeatable)
  --continue ID           goes on with a task; --approve, --deny or the message answers what it
                          stopped at; at a limit --deny stops it
  --json                  each logged event as one JSON line on stdout, nothing else
  --quiet                 only the result
  --max-requests N        asks after N requests
  --max-cost USD          asks when the task has cost this much

The key comes from KILN_API_KEY, else OPENAI_API_KEY or ANTHROPIC_API_KEY.
Exit code: 0 completed, 1 failed, 2 would have to ask without a terminal (resumable), 130 stopped.`;

/** Throws a KilnError that names the argument. */
export function parseCliArguments(argv: readonly string[]): CliArguments {
	const { values, positionals } = parseRaw(argv);
	if (values.approve === true && values.deny === true) throw bad("--approve and --deny exclude each other.");
	if (positionals.length > 1)
		throw bad(`There are ${positionals.length} texts; quote the task so that it is one: kiln "fix the bug".`);
	const continueId = values.continue;
	if ((values.approve ?? values.deny) !== undefined && continueId === undefined)
		throw bad("--approve and --deny go with --continue ID.");
	return {
		text: positionals[0],
		cwd: values.cwd,
		storage: values.storage,
		provider: oneOf("--provider", values.provider, providerIds),
		baseUrl: values["base-url"],
		model: values.model,
		toolFormat: oneOf("--tool-format", values["tool-format"], toolFormats),
		customTools: listOf("--custom-tools", values["custom-tools"], customToolNames),
		promptVariant: oneOf("--prompt", values.prompt, promptVariants),
		trustsProjectModes: values["trust-project-modes"] === true,
		trustsProjectMcp: values["trust-project-mcp"] === true,
		mode: values.mode,
		settings: settingsOf(values),
		continueId,
		answer: values.approve === true ? "approve" : values.deny === true ? "deny" : undefined,
		isJson: values.json === true,
		isQuiet: values.quiet === true,
		wants: values.help === true ? "help" : values.version === true ? "version" : "run",
	};
}

type Values = ReturnType<typeof parseRaw>["values"];

function parseRaw(argv: readonly string[]) {
	try {
		return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
	} catch (error) {
		throw bad(error instanceof Error ? error.message : String(error));
	}
}

function settingsOf(values: Values): Settings {
	const allowCommands = values["allow-command"] ?? [];
	const { kinds, allowsAll } = parseAutoApprove(values["auto-approve"]);
	const isExecuteOn = allowCommands.length > 0 || kinds.execute !== undefined;
	return settingsSchema.parse({
		autoApprove: {
			kinds: { ...kinds, ...(isExecuteOn ? { execute: { inside: true } } : {}) },
			allowCommands: allowsAll ? [...allowCommands, "*"] : allowCommands,
		},
		toolVocabulary: oneOf("--tool-vocabulary", values["tool-vocabulary"], toolVocabularies),
		experiments: { runSlashCommand: experimentsOf(values).includes("run-slash-command") },
		limits: {
			maxRequests: positive("--max-requests", values["max-requests"], true),
			maxCost: positive("--max-cost", values["max-cost"], false),
		},
	});
}

function experimentsOf({ experiment = [] }: Values): string[] {
	return experiment.flatMap((name) => oneOf("--experiment", name, experimentNames) ?? []);
}

function listOf<const T extends string>(name: string, value: string | undefined, allowed: readonly T[]): T[] {
	const names = value === undefined || value.trim() === "" ? [] : value.split(",");
	return names.flatMap((each) => oneOf(name, each.trim(), allowed) ?? []);
}

type Kinds = Partial<Record<(typeof approvalKinds)[number], { inside: true }>>;

function parseAutoApprove(value: string | undefined): { kinds: Kinds; allowsAll: boolean } {
	if (value === undefined) return { kinds: { read: { inside: true } }, allowsAll: false };
	if (value === "none") return { kinds: {}, allowsAll: false };
	const names = value === "all" ? approvalKinds : value.split(",").map((name) => name.trim());
	const kinds: Kinds = {};
	for (const name of names) {
		const kind = oneOf("--auto-approve", name, approvalKinds);
		if (kind !== undefined) kinds[kind] = { inside: true };
	}
	return { kinds, allowsAll: value === "all" };
}

function positive(name: string, value: string | undefined, isWhole: boolean): number | null {
	if (value === undefined) return null;
	const number = Number(value);
	if (Number.isFinite(number) && number > 0 && (!isWhole || Number.isInteger(number))) return number;
	throw bad(`${name} takes a ${isWhole ? "whole " : ""}number above 0, not "${value}".`);
}

function oneOf<const T extends string>(
	name: string,
	value: string | undefined,
	allowed: readonly T[],
): T | undefined {
	if (value === undefined) return undefined;
	const found = allowed.find((each) => each === value);
	if (found !== undefined) return found;
	throw bad(`${name} does not know "${value}". It takes: ${allowed.join(", ")}.`);
}

function bad(message: string): KilnError {
	return new KilnError("invalid_settings", message, "See kiln --help.");
}
