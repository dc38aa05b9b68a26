import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import { maxRowTextChars, type ToolRow } from "@shared/tools";
import * as z from "zod";
import { fillTemplate } from "../../context/mentions/expandCommand";
import {
	BaseTool,
	type Operation,
	type RowStage,
	type TaskHandle,
	type ToolContext,
	type ToolResult,
} from "../BaseTool";
import { text } from "../parameters";

const parameters = z.object({
	command: text("name, without the slash"),
	args: text("what follows it").optional(),
});
type Params = z.infer<typeof parameters>;

interface Data {
	readonly name: string;
	readonly prompt: string;
	readonly mode?: string | undefined;
}

/** `run_slash_command` (experiment): the model reads one of the user's own commands and follows it. */
export class RunSlashCommandTool extends BaseTool<typeof parameters, Data> {
	readonly name = "run_slash_command";
	readonly group = "always";
	readonly parameters = parameters;
	readonly example = { command: "release", args: "1.2.0" };

	override isAvailable({ settings }: ToolContext): boolean {
		return settings.experiments.runSlashCommand;
	}

	describe(): string {
		return "Runs one of the user's slash commands (files in .kilocode/workflows): you get its text and follow it.";
	}

	label({ command, args }: Partial<Params>, _stage: RowStage): ToolRow {
		const title =
			command === undefined ? "Run a slash command" : `Run ${withSlash(command)}${args ? ` ${args}` : ""}`;
		return { icon: "play", title, body: { kind: "none" } };
	}

	targets(): readonly Effect[] {
		return [];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Data>> {
		const { command, args } = separated(params);
		const { name, template, mode } = findWorkflow(command, task);
		const prompt = fillTemplate(template, args);
		const row: ToolRow = {
			...this.label(params, "ready"),
			body: { kind: "text", text: prompt.slice(0, maxRowTextChars), language: "markdown" },
		};
		return { effects: [], data: { name, prompt, mode }, row };
	}

	async execute(
		{ data: { name, prompt, mode }, row }: Operation<Data>,
		task: TaskHandle,
	): Promise<ToolResult> {
		const hint =
			mode === undefined || mode === task.mode.slug ? "" : `\nIt is meant for ${mode} mode: switch first.`;
		const said = `Follow this command of the user:\n<workflow name="${name}">\n${prompt}\n</workflow>${hint}`;
		return { parts: [{ type: "text", text: said }], row };
	}
}

function withSlash(command: string): string {
	return command.startsWith("/") ? command : `/${command}`;
}

/** Models write a command as people do, too: "/release 1.2.0". */
function separated({ command, args }: Params): { readonly command: string; readonly args: string } {
	const [, name = "", rest = ""] = /^\s*\/?(\S*)\s*([\s\S]*)$/.exec(command) ?? [];
	return { command: name, args: [rest.trim(), args ?? ""].filter((each) => each !== "").join(" ") };
}

function findWorkflow(command: string, { project }: TaskHandle) {
	const workflows = project.workflows();
	const found = workflows.find(({ name }) => name === command);
	if (found !== undefined) return found;
	const known = workflows.map(({ name }) => name).join(", ");
	const hint = known === "" ? "The user has none: do the work without." : `These exist: ${known}.`;
	throw new KilnError("unknown_command", `There is no command "/${command}".`, hint);
}
