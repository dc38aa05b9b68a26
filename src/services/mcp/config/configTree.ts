import { KilnError } from "@shared/errors";
import { createScanner, type Node, type ParseError, parseTree } from "jsonc-parser";

/** a configuration has five; whatever walks over a tree has a stack of its own size */
const maxDepth = 100;

/**
 * JSON with comments and trailing commas as a tree; its faults are added to `errors`. Offsets are those of the text: a
 * blank stands for a byte order mark, which is no JSON. Throws `invalid_settings` when it is nested too deeply.
 */
export function configTree(text: string, errors: ParseError[]): Node | undefined {
	const json = text.replace(/^\uFEFF/, " ");
	if (isTooDeep(json)) {
		throw new KilnError("invalid_settings", `The JSON is nested more than ${maxDepth} levels deep.`);
	}
	return parseTree(json, errors, { allowTrailingComma: true });
}

function isTooDeep(json: string): boolean {
	const scanner = createScanner(json, true);
	let depth = 0;
	for (scanner.scan(); scanner.getTokenOffset() < json.length; scanner.scan()) {
		const sign = json[scanner.getTokenOffset()];
		if (sign === "{" || sign === "[") depth++;
		if (sign === "}" || sign === "]") depth--;
		if (depth > maxDepth) return true;
	}
	return false;
}
