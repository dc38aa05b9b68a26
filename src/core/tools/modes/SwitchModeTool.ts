import type { Effect } from "@shared/effects";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import {
	BaseTool,
	type Operation,
	type RowStage,
	type TaskHandle,
	type ToolContext,
	type ToolResult,
} from "../BaseTool";
import { text } from "../parameters";
import { requireMode } from "./requireMode";

const parameters = z.object({
	mode_slug: text("slug of the mode"),
	reason: text("why").optional(),
});
type Params = z.infer<typeof parameters>;

interface Data {
	readonly slug: string;
	readonly reason?: string | undefined;
}

/** `switch_mode`: goes on in another mode, with its role and its tools. */
export class SwitchModeTool extends BaseTool<typeof parameters, Data> {
	readonly name = "switch_mode";
	readonly group = "always";
	readonly parameters = parameters;
	readonly example = { mode_slug: "code", reason: "The plan is agreed on" };

	describe({ modes }: ToolContext): string {
		return `Goes on in another mode: ${modes.map((mode) => mode.slug).join(", ")}. The user must agree. Ends the message.`;
	}

	label(params: Partial<Params>, stage: RowStage): ToolRow {
		const verb = stage === "done" ? "Switched" : "Switch";
		const title = params.mode_slug ? `${verb} to ${params.mode_slug} mode` : "Switch mode";
		const body: ToolRow["body"] = params.reason ? { kind: "text", text: params.reason } : { kind: "none" };
		return { icon: "arrow-swap", title, body };
	}

	/** A mode that is on already changes nothing. */
	targets({ mode_slug }: Params, task: TaskHandle): readonly Effect[] {
		return mode_slug === task.mode.slug ? [] : [{ kind: "mode", slug: mode_slug }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Data>> {
		requireMode(params.mode_slug, task);
		const data = { slug: params.mode_slug, ...(params.reason ? { reason: params.reason } : {}) };
		return { effects: this.targets(params, task), data, row: this.label(params, "ready") };
	}

	async execute({ data }: Operation<Data>, task: TaskHandle): Promise<ToolResult> {
		const mode = requireMode(data.slug, task);
		const row = this.label({ mode_slug: data.slug, reason: data.reason }, "done");
		if (mode.slug === task.mode.slug) {
			const text = `Already in ${mode.name} mode.`;
			return { parts: [{ type: "text", text }], row: { ...row, detail: "already on" } };
		}
		const because = data.reason ? ` because: ${data.reason}` : "";
		const text = `Switched from ${task.mode.name} mode to ${mode.name} mode${because}`;
		return { parts: [{ type: "text", text }], row, next: { kind: "switch_mode", ...data } };
	}
}
