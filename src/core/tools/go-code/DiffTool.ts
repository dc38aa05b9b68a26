import * as z from "zod";
import { freeText } from "../parameters";
import { DiffTool as KilnDiffTool } from "../read/DiffTool";
import { TranslatedTool } from "../TranslatedTool";

const parameters = z.object({ old_string: freeText("the old text"), new_string: freeText("the new text") });
type Params = z.infer<typeof parameters>;

/** go-code's `Diff` of two texts. */
export class DiffTool extends TranslatedTool<typeof parameters> {
	override readonly name = "Diff";
	override readonly vocabulary = "go-code";
	override readonly parameters = parameters;
	override readonly example = { old_string: "a = 1", new_string: "a = 2" };

	constructor() {
		super(new KilnDiffTool());
	}

	describe(): string {
		return "Shows the unified diff of two texts. Permission: ReadOnly.";
	}

	protected override translate(params: Partial<Params>): Record<string, unknown> {
		return { ...params };
	}
}
