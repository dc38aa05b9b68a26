import * as z from "zod";
import type { ToolResult } from "../BaseTool";
import { WriteToFileTool } from "../edit/WriteToFileTool";
import { freeText, text } from "../parameters";
import { TranslatedTool } from "../TranslatedTool";

const parameters = z.object({ file_path: text("the file"), content: freeText("its whole content") });
type Params = z.infer<typeof parameters>;

/** What write_to_file begins with when the file holds the content; the person may have kept none of it. */
const done = /^(Created|Replaced the content of|Nothing changed:) .*/;

/** go-code's `Write`. */
export class WriteTool extends TranslatedTool<typeof parameters> {
	override readonly name = "Write";
	override readonly vocabulary = "go-code";
	override readonly parameters = parameters;
	override readonly example = { file_path: "src/a.ts", content: "export const a = 1;\n" };

	constructor() {
		super(new WriteToFileTool());
	}

	describe(): string {
		return "Writes a whole file, creating it and its directories. Permission: WorkspaceWrite.";
	}

	protected override translate({ file_path: path, content }: Partial<Params>): Record<string, unknown> {
		return { path, content };
	}

	/** The first line says what was done; notes behind it, such as of a formatter, stay. */
	protected override reword(result: ToolResult, { file_path }: Params): ToolResult {
		const parts = result.parts.map((part) =>
			part.type === "text"
				? { ...part, text: part.text.replace(done, () => `Successfully wrote to ${file_path}`) }
				: part,
		);
		return { ...result, parts };
	}
}
