import { KilnError } from "@shared/errors";
import { type DiffBlock, parseBlocks } from "./parseBlocks";
import { type FileDiffs, parseDiffArgs } from "./parseDiffArgs";

/** A call's parameters: one file, several as nested XML, or several as JSON. */
export interface DiffParams {
	readonly path?: string | undefined;
	readonly diff?: string | undefined;
	readonly args?: string | undefined;
	readonly files?: readonly { readonly path: string; readonly diff: string }[] | undefined;
}

/** The files that a call names, in their order; throws when it names none, or in two ways. */
export function diffRequests({ path, diff, args, files }: DiffParams): FileDiffs[] {
	const forms = [path ?? diff, args, files].filter((form) => form !== undefined);
	if (forms.length !== 1) throw wrongForm(forms.length === 0 ? "no file" : "files in two ways");
	if (args !== undefined) return parseDiffArgs(args);
	if (files !== undefined) return files.map((file) => ({ path: file.path, diffs: [{ content: file.diff }] }));
	if (path === undefined || diff === undefined) {
		throw wrongForm(path === undefined ? "no path for its diff" : "no diff for its path");
	}
	return [{ path, diffs: [{ content: diff }] }];
}

/** The blocks of a file, numbered through. Throws `edit_malformed`. */
export function blocksOf({ diffs }: FileDiffs): DiffBlock[] {
	const blocks = diffs.flatMap(({ content, startLine }) => {
		const [first, ...rest] = parseBlocks(content);
		if (first === undefined) return rest;
		return [
			first.startLine === undefined && startLine !== undefined ? { ...first, startLine } : first,
			...rest,
		];
	});
	return blocks.map((block, index) => ({ ...block, number: index + 1 }));
}

function wrongForm(what: string): KilnError {
	return new KilnError(
		"invalid_parameters",
		`apply_diff was given ${what}.`,
		"Give path and diff for one file, or all files in args (native: files).",
	);
}
