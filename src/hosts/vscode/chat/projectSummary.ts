import type { ProjectFiles, RuleFile, Skill, Workflow } from "@core/instructions/ProjectFiles";
import type { ChromeState, CommandSummary, InstructionSummary } from "@shared/messages";
import { type ModeConfig, summarizeMode } from "@shared/modes";

type ProjectSummary = Pick<ChromeState, "modes" | "commands" | "instructions" | "fileProblems">;

/** What the chat shows of the project's files while `mode` is on. */
export function projectSummary(project: ProjectFiles, mode: string): ProjectSummary {
	const { rules, skills } = project.instructions(mode, []);
	return {
		modes: project.modes().map(summarizeMode),
		commands: commandsOf(project.modes(), project.workflows()),
		instructions: [...rules.map(ruleSummary), ...skills.map(skillSummary)],
		fileProblems: project.problems().map(({ path, line, error }) => ({
			path,
			line,
			message: error.message,
			hint: error.hint,
		})),
	};
}

/** As a message's first word is read: a mode before a workflow of the same name. */
function commandsOf(modes: readonly ModeConfig[], workflows: readonly Workflow[]): CommandSummary[] {
	const slugs = new Set(modes.map(({ slug }) => slug));
	return [
		...workflows
			.filter(({ name }) => !slugs.has(name))
			.map(({ name, description, source, argumentHint }) => ({
				name,
				description,
				kind: source === builtInSource ? ("built-in" as const) : ("workflow" as const),
				...(argumentHint !== undefined && { argumentHint }),
			})),
		...modes.map(summarizeMode).map(({ slug, name, description }) => ({
			name: slug,
			description: description === "" ? `${name} mode` : description,
			kind: "mode" as const,
		})),
	];
}

const builtInSource = "built in";

function ruleSummary({ source, isOn }: RuleFile): InstructionSummary {
	return { source, kind: "rules", isOn };
}

function skillSummary({ name, description, path, isOn }: Skill): InstructionSummary {
	return { source: path, kind: "skill", description: `${name}: ${description}`, isOn };
}
