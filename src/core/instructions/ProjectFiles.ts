import type { KilnError } from "@shared/errors";
import type { ModeConfig } from "@shared/modes";
import type { ContentPart } from "@shared/tools";

/**
 * What a project and its user tell Kiln in files: modes, rules, workflows, skills, ignore files. `refresh` reads what
 * has changed on disk (a turn begins with it, a watcher may call it, too); everything else answers from memory.
 */
export interface ProjectFiles {
	/**
	 * Cheap when nothing has changed; never throws: what cannot be read is a problem. `touched`: absolute paths of a
	 * task, above which AGENTS.md is looked for; those that `instructions` was asked about are known.
	 */
	refresh(touched?: readonly string[]): Promise<void>;
	/** project over global over built in */
	modes(): readonly ModeConfig[];
	/** for the system prompt; the same object as long as nothing has changed. `touched`: absolute paths of this task */
	instructions(mode: string, touched: readonly string[]): InstructionSet;
	workflows(): readonly Workflow[];
	/** whether `.kilocodeignore` keeps the path from every tool */
	isIgnored(absolutePath: string): boolean;
	/** absolute paths of the `.kilocodeignore` files that exist, for ripgrep's `--ignore-file` */
	ignoreFiles(): readonly string[];
	/** what is wrong in the files, each with its place and how to mend it */
	problems(): readonly FileProblem[];
}

export interface FileProblem {
	/** as it is shown: relative to its root, or absolute */
	readonly path: string;
	/** from 1 */
	readonly line?: number | undefined;
	readonly error: Pick<KilnError, "code" | "message" | "hint">;
}

export interface InstructionSet {
	/** in the order in which they count: global rules, project rules, rules of the mode, AGENTS.md, legacy files */
	readonly rules: readonly RuleFile[];
	readonly skills: readonly Skill[];
}

export interface RuleFile {
	/** as it is shown: ".kilocode/rules/style.md" */
	readonly source: string;
	readonly text: string;
	/** false: switched off by the person; it is listed but not sent */
	readonly isOn: boolean;
}

/** A how-to that the model reads on demand. */
export interface Skill {
	readonly name: string;
	readonly description: string;
	/** of SKILL.md, as a read_file call would name it */
	readonly path: string;
	readonly isOn: boolean;
}

/** A prompt that is called by `/name`. */
export interface Workflow {
	readonly name: string;
	/** as it is shown; "built in" for Kiln's own */
	readonly source: string;
	readonly description: string;
	readonly argumentHint?: string | undefined;
	/** the mode that it switches to */
	readonly mode?: string | undefined;
	/** with `$1` … `$9` and `$ARGUMENTS` in it */
	readonly template: string;
}

/** What a message of the person stands for beyond its text. */
export interface MessageExpansion {
	/** follows the message's own parts; empty when it names nothing */
	readonly parts: readonly ContentPart[];
	/** `/code`, or the mode that a workflow asks for */
	readonly mode?: string | undefined;
}

/** For tests and hosts without project files. */
export function noProjectFiles(modes: () => readonly ModeConfig[]): ProjectFiles {
	const empty: InstructionSet = { rules: [], skills: [] };
	return {
		refresh: async () => {},
		modes,
		instructions: () => empty,
		workflows: () => [],
		isIgnored: () => false,
		ignoreFiles: () => [],
		problems: () => [],
	};
}
