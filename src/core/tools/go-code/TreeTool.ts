import * as z from "zod";
import { integer, text } from "../parameters";
import { TreeTool as KilnTreeTool } from "../read/TreeTool";
import { TranslatedTool } from "../TranslatedTool";

const parameters = z.object({
	path: text("directory (default: the workspace)").optional(),
	limit: integer("levels (default 3)", { min: 1, max: 10 }).optional(),
});
type Params = z.infer<typeof parameters>;

/** go-code's `Tree`. */
export class TreeTool extends TranslatedTool<typeof parameters> {
	override readonly name = "Tree";
	override readonly vocabulary = "go-code";
	override readonly parameters = parameters;
	override readonly example = { path: "src" };

	protected override readonly ownNames = { depth: "limit" };

	constructor() {
		super(new KilnTreeTool());
	}

	describe(): string {
		return "Shows a directory tree. Permission: ReadOnly.";
	}

	protected override translate({ path, limit }: Partial<Params>): Record<string, unknown> {
		return { path, ...(limit === undefined ? {} : { depth: limit }) };
	}
}
