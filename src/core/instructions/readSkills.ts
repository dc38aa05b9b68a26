import type { Skill } from "./ProjectFiles";
import { parseFrontMatter, textField } from "./parseFrontMatter";
import type { Place, SourceReader } from "./SourceReader";

const folder = ".kilocode/skills";
/** agentskills.io: what is listed in each prompt must be short. */
const maxDescriptionChars = 1024;

/** A skill that was found, before the person's switches are asked. */
export type FoundSkill = Omit<Skill, "isOn">;

/**
 * The skills of a place. `pathOf` names a file, given relative to the place, as a read_file call would.
 */
export async function readSkills(
	reader: SourceReader,
	place: Place,
	pathOf: (path: string) => string,
): Promise<FoundSkill[]> {
	const found: FoundSkill[] = [];
	for (const directory of await reader.names(place, folder)) {
		const file = await reader.file(place, `${folder}/${directory}/SKILL.md`);
		if (!file) continue;
		const { data, problem } = parseFrontMatter(file.text);
		const description = textField(data, "description");
		if (description === undefined) {
			const message = problem?.message ?? "The skill has no description: it is not offered.";
			const hint = "Begin SKILL.md with front matter: name and description between two lines ---.";
			reader.add(file.shown, "invalid_settings", message, { hint, line: problem?.line ?? 1 });
			continue;
		}
		const name = oneLine(textField(data, "name") ?? directory).slice(0, 64);
		found.push({
			name,
			description: oneLine(description).slice(0, maxDescriptionChars),
			path: pathOf(file.path),
		});
	}
	return found;
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}
