import type { Workflow } from "./ProjectFiles";
import { parseFrontMatter, textField } from "./parseFrontMatter";
import type { Place, SourceFile, SourceReader } from "./SourceReader";

const folder = ".kilocode/workflows";
const isMarkdown = (name: string) => /\.md$/i.test(name);
/** What can be typed behind a slash. */
const callableName = /^[\p{L}\p{N}_.-]+$/u;

/** The workflows of a place, by file. `modes`: slugs, whose commands no file may take over. */
export async function readWorkflows(
	reader: SourceReader,
	place: Place,
	modes: ReadonlySet<string>,
): Promise<Workflow[]> {
	const found: Workflow[] = [];
	for (const name of await reader.names(place, folder)) {
		if (!isMarkdown(name)) continue;
		const file = await reader.file(place, `${folder}/${name}`);
		const workflow = file && toWorkflow(file, name.replace(/\.md$/i, ""), modes, reader);
		if (workflow) found.push(workflow);
	}
	return found;
}

function toWorkflow(
	{ shown, text }: SourceFile,
	name: string,
	modes: ReadonlySet<string>,
	reader: SourceReader,
): Workflow | undefined {
	const unusable = !callableName.test(name)
		? "Its name cannot be typed as a command."
		: modes.has(name)
			? `/${name} switches to the mode of that name.`
			: undefined;
	if (unusable !== undefined) {
		reader.add(shown, "invalid_settings", unusable, { hint: "Rename the file: letters, digits, - _ and ." });
		return undefined;
	}
	const { data, body, problem } = parseFrontMatter(text);
	if (problem) {
		const hint = "The workflow works without it; mend the lines between ---.";
		reader.add(shown, "invalid_settings", problem.message, { hint, line: problem.line });
	}
	const mode = textField(data, "mode");
	if (mode !== undefined && !modes.has(mode)) {
		reader.add(shown, "unknown_mode", `There is no mode "${mode}".`, {
			hint: "It runs in the current mode.",
		});
	}
	return {
		name,
		source: shown,
		description: textField(data, "description") ?? firstLine(body),
		argumentHint: textField(data, "argument-hint"),
		mode: mode !== undefined && modes.has(mode) ? mode : undefined,
		template: body.trim(),
	};
}

const maxDescriptionChars = 120;

/** The first heading or sentence tells what the file is about. */
function firstLine(body: string): string {
	const line = body.split("\n").find((each) => each.trim() !== "") ?? "";
	return line
		.replace(/^#+\s*/, "")
		.trim()
		.slice(0, maxDescriptionChars);
}
