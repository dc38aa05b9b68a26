import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import { type Amendment, maxRowTextChars, type ToolRow } from "@shared/tools";
import * as z from "zod";
import { BaseTool, type Operation, type RowStage, type ToolResult } from "../BaseTool";
import { freeText } from "../parameters";

const parameters = z.object({
	message: freeText(
		"the summary: what was asked, done and decided, files and code that matter, problems, what is left",
	),
});
type Params = z.infer<typeof parameters>;

/** `condense`: proposes a summary that takes the conversation's place; the person accepts, changes or refuses it. */
export class CondenseTool extends BaseTool<typeof parameters, Params> {
	readonly name = "condense";
	readonly group = "always";
	readonly parameters = parameters;
	readonly example = { message: "Asked: a JSON report. Done: src/report.ts, tested. Left: README." };

	describe(): string {
		return "Only when the user asks for it: replaces the conversation so far by a summary that the user may change.";
	}

	label({ message = "" }: Partial<Params>, _stage: RowStage): ToolRow {
		return rowOf(message);
	}

	/** It costs what the model knows: nobody but the person decides on it. */
	targets(): readonly Effect[] {
		return [{ kind: "consent", to: "replace the conversation so far by this summary" }];
	}

	async plan({ message }: Params): Promise<Operation<Params>> {
		refuseBlank(message);
		return { effects: this.targets(), data: { message }, row: rowOf(message) };
	}

	override amend(operation: Operation<Params>, amendment: Amendment): Operation<Params> {
		if (amendment.kind !== "text")
			throw new KilnError("invalid_message", "A summary has no hunks.", "Change its text, or deny it.");
		const message = amendment.text;
		refuseBlank(message);
		return { ...operation, data: { message }, row: rowOf(message), amended: "The user changed the summary." };
	}

	async execute({ data: { message } }: Operation<Params>): Promise<ToolResult> {
		return {
			parts: [{ type: "text", text: "The conversation before this message is replaced by the summary." }],
			row: { ...rowOf(message), title: "Conversation condensed" },
			next: { kind: "condense", summary: message },
		};
	}
}

function rowOf(message: string): ToolRow {
	return {
		icon: "fold",
		title: "Condense the conversation",
		body: { kind: "proposal", text: message.slice(0, maxRowTextChars) },
	};
}

function refuseBlank(message: string): void {
	if (message.trim() !== "") return;
	throw new KilnError("invalid_parameters", "condense: the summary is empty.", "Sum up the conversation.");
}
