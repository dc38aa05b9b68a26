import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { Amendment, ToolRow } from "@shared/tools";
import * as z from "zod";
import { BaseTool, type Operation, type RowStage, type TaskHandle, type ToolResult } from "../BaseTool";
import { freeText, text } from "../parameters";
import { type BugReport, changedReport, createReport, newIssueUrl, reportText, reportUrl } from "./bugReport";

const parameters = z.object({
	title: text("one line: what goes wrong"),
	description: freeText("Markdown: what happened, what was expected, steps"),
});
type Params = z.infer<typeof parameters>;

/** `report_bug`: opens a prefilled issue page, which the person has seen and may change before. Sends nothing itself. */
export class ReportBugTool extends BaseTool<typeof parameters, BugReport> {
	readonly name = "report_bug";
	readonly group = "always";
	readonly parameters = parameters;
	readonly example = {
		title: "Search ignores .ignore files",
		description: "search_files finds files that .ignore names.\n\nSteps: …",
	};

	describe(): string {
		return "Only when the user wants to report a bug in Kiln itself: opens a prefilled issue page. No secrets, no file contents, no names.";
	}

	label(params: Partial<Params>, _stage: RowStage): ToolRow {
		return rowOf(reportText({ title: params.title ?? "", body: params.description ?? "" }));
	}

	/** Whatever is approved in advance: nobody but the person decides what is told of them. */
	targets(): readonly Effect[] {
		const { host } = new URL(newIssueUrl);
		return [
			{ kind: "network", host },
			{ kind: "consent", to: `open a page on ${host} that holds this report` },
		];
	}

	async plan({ title, description }: Params, task: TaskHandle): Promise<Operation<BugReport>> {
		if (description.trim() === "") {
			throw new KilnError("invalid_parameters", "report_bug: description is empty.", "Describe the bug.");
		}
		const data = createReport(title, description, task);
		return { effects: this.targets(), data, row: rowOf(reportText(data)) };
	}

	override amend(operation: Operation<BugReport>, amendment: Amendment): Operation<BugReport> {
		if (amendment.kind !== "text") return operation;
		const data = changedReport(amendment.text, operation.data);
		const amended = `The user changed the report. It now reads:\n${reportText(data)}`;
		return { ...operation, data, row: rowOf(reportText(data)), amended };
	}

	async execute({ data, row }: Operation<BugReport>, task: TaskHandle): Promise<ToolResult> {
		const url = reportUrl(data);
		if (await task.host.external.open(url)) {
			const said =
				"The prefilled issue page is open in the user's browser. Nothing is reported until they submit it there.";
			return { parts: [{ type: "text", text: said }], row: { ...row, title: "Bug report opened" } };
		}
		const said = `No browser can be opened here. Give the user this address of the prefilled issue page:\n${url}`;
		return {
			parts: [{ type: "text", text: said }],
			row: { ...row, title: "Bug report: open this address", body: { kind: "text", text: url } },
		};
	}
}

function rowOf(shown: string): ToolRow {
	return { icon: "bug", title: "Open a bug report on GitHub", body: { kind: "proposal", text: shown } };
}
