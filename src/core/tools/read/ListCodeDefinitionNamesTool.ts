import type { Effect } from "@shared/effects";
import { maxRowTextChars, type ToolRow } from "@shared/tools";
import * as z from "zod";
import { BaseTool, type Operation, type RowStage, type TaskHandle, type ToolResult } from "../BaseTool";
import { text } from "../parameters";
import { listDefinitions, maxFiles } from "./listDefinitions";
import { renderDefinitions } from "./renderDefinitions";

const parameters = z.object({ path: text("file or directory") });
type Params = z.infer<typeof parameters>;

/** `list_code_definition_names`: where the functions, classes and types of a file or a directory's files stand. */
export class ListCodeDefinitionNamesTool extends BaseTool<typeof parameters, Params> {
	readonly name = "list_code_definition_names";
	readonly group = "read";
	readonly parameters = parameters;
	readonly example = { path: "src/api" };

	describe(): string {
		return `Lists the functions, classes and types of a source file, or of the files right in a directory (up to ${maxFiles}), as "first--last line | source line". To get an overview before reading.`;
	}

	label({ path }: Partial<Params>, _stage: RowStage): ToolRow {
		return rowOf(path);
	}

	targets({ path }: Params): readonly Effect[] {
		return [{ kind: "read", path }];
	}

	async plan(params: Params): Promise<Operation<Params>> {
		return { effects: this.targets(params), data: params, row: rowOf(params.path) };
	}

	async execute({ data }: Operation<Params>, task: TaskHandle): Promise<ToolResult> {
		const found = await listDefinitions(data.path, task);
		const listed = renderDefinitions(found, task);
		const count = found.files.reduce((sum, file) => sum + (file.definitions?.length ?? 0), 0);
		const row: ToolRow = {
			...rowOf(data.path),
			detail: count === 1 ? "1 definition" : `${count} definitions`,
			body: { kind: "text", text: listed.slice(0, maxRowTextChars) },
		};
		return { parts: [{ type: "text", text: listed }], row };
	}
}

function rowOf(path: string | undefined): ToolRow {
	return {
		icon: "symbol-class",
		title: path ? `List definitions in ${path}` : "List definitions",
		body: { kind: "none" },
	};
}
