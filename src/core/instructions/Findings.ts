import type { FileProblem, InstructionSet, RuleFile, Workflow } from "./ProjectFiles";
import type { PlaceRules } from "./readRules";
import type { FoundSkill } from "./readSkills";
import type { Place, SourceFile } from "./SourceReader";

/** What one refresh has found. */
export interface Findings {
	readonly roots: readonly Place[];
	readonly home?: PlaceRules | undefined;
	readonly projects: readonly PlaceRules[];
	readonly workflows: readonly Workflow[];
	readonly skills: readonly FoundSkill[];
	readonly problems: readonly FileProblem[];
}

/** In the order in which they count. A mode's folder stands behind the rules for all modes. */
export function ruleFiles(
	{ home, projects }: Findings,
	nested: readonly SourceFile[],
	mode: string,
): SourceFile[] {
	return [
		...(home?.rules ?? []),
		...projects.flatMap(({ rules }) => rules),
		...(home?.byMode.get(mode) ?? []),
		...projects.flatMap(({ byMode }) => byMode.get(mode) ?? []),
		...projects.flatMap(({ agents }) => (agents ? [agents] : [])),
		...nested,
		...projects.flatMap(({ legacy }) => legacy),
	];
}

/** Unchanged instructions keep the prompt's bytes. */
export function isSame(a: InstructionSet, b: InstructionSet): boolean {
	return (
		a.rules.length === b.rules.length &&
		a.skills.length === b.skills.length &&
		a.rules.every((rule, index) => isSameRule(rule, b.rules[index])) &&
		JSON.stringify(a.skills) === JSON.stringify(b.skills)
	);
}

function isSameRule(a: RuleFile, b: RuleFile | undefined): boolean {
	return a.source === b?.source && a.text === b.text && a.isOn === b.isOn;
}
