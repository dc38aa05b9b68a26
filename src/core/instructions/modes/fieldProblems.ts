import { isMap, isSeq } from "yaml";
import { knownFields } from "./modeEntrySchema";
import { maxGroups } from "./modeGroupsSchema";
import {
	type DocumentPath,
	keyOf,
	pairOf,
	pathText,
	resolved,
	type TextProblem,
	type YamlText,
} from "./parseYaml";

export const unusedHint = "The mode is not used until that is mended; the file's other modes are.";

/** A field that is given twice would silently count once: of the mode, and of the options of its groups. */
export function repeatedFields(yaml: YamlText, node: unknown, path: DocumentPath): TextProblem[] {
	const groups = resolved(pairOf(node, "groups")?.value, yaml.document);
	const items = isSeq(groups) ? groups.items.slice(0, maxGroups) : [];
	const options = items.flatMap((item, index) => {
		const group = resolved(item, yaml.document);
		return isSeq(group) ? repeatedKeys(yaml, group.items[1], [...path, "groups", index, 1]) : [];
	});
	return [...repeatedKeys(yaml, node, path), ...options];
}

function repeatedKeys({ document, lineOf }: YamlText, node: unknown, path: DocumentPath): TextProblem[] {
	const map = resolved(node, document);
	if (!isMap(map)) return [];
	const seen = new Set<string>();
	const repeated = map.items.map(keyOf).filter((key) => seen.size === seen.add(key).size);
	return [...new Set(repeated)].map((key) => ({
		line: lineOf([...path, key]),
		message: `${pathText([...path, key])} is given twice.`,
		hint: unusedHint,
	}));
}

/** Most often a misspelt one: the mode is used, but not as it was meant. */
export function unknownFields({ lineOf }: YamlText, node: unknown, path: DocumentPath): TextProblem[] {
	if (!isMap(node)) return [];
	return node.items.map(keyOf).flatMap((key) => {
		if (knownFields.has(key)) return [];
		const message = `${pathText([...path, key])} is no field of a mode.`;
		return [{ line: lineOf([...path, key]), message, hint: "The mode is used without it." }];
	});
}
