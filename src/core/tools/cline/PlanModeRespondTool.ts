import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import { maxRowTextChars, type ToolRow } from "@shared/tools";
import * as z from "zod";
import { BaseTool, type Operation, type RowStage, type ToolResult } from "../BaseTool";
import { boolean, freeText, offeredIn } from "../parameters";

const parameters = z.object({
	response: freeText("the answer"),
	/** Cline's models may say that they are not done yet; never offered */
	needs_more_exploration: offeredIn(boolean("the plan is not ready: go on reading").optional(), {
		formats: [],
	}),
});
type Params = z.infer<typeof parameters>;

/** Cline's `plan_mode_respond`: an answer; the user has the word. */
export class PlanModeRespondTool extends BaseTool<typeof parameters, Params> {
	override readonly name = "plan_mode_respond";
	override readonly group = "always";
	override readonly vocabulary = "cline";
	override readonly parameters = parameters;
	override readonly example = { response: "I would split it into three steps: …" };

	describe(): string {
		return "Answers the user while planning; the user has the word.";
	}

	label({ response = "" }: Partial<Params>, _stage: RowStage): ToolRow {
		return {
			icon: "comment",
			title: "Answer",
			body: { kind: "completion", text: response.slice(0, maxRowTextChars) },
		};
	}

	targets(): readonly Effect[] {
		return [];
	}

	async plan(params: Params): Promise<Operation<Params>> {
		if (params.response.trim() === "")
			throw new KilnError(
				"invalid_parameters",
				"plan_mode_respond: the response is empty.",
				"Write the answer.",
			);
		return { effects: [], data: params, row: this.label(params, "ready") };
	}

	async execute({ data, row }: Operation<Params>): Promise<ToolResult> {
		if (data.needs_more_exploration === true) {
			const said = "Shown to the user. Go on exploring, then answer again.";
			return { parts: [{ type: "text", text: said }], row };
		}
		return {
			parts: [{ type: "text", text: "The answer has been shown to the user." }],
			row,
			next: { kind: "complete", text: data.response },
		};
	}
}
