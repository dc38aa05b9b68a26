import type { Workflow } from "./ProjectFiles";

interface BuiltIn {
	readonly name: string;
	readonly description: string;
	readonly argumentHint: string;
	readonly template: string;
}

/** Kiln's own commands. A file of the same name takes the command's place. */
const commands: readonly BuiltIn[] = [
	{
		name: "init",
		description: "Look through the code base and write AGENTS.md",
		argumentHint: "[what matters]",
		template: `Look through this code base and write AGENTS.md in its root for agents that will work here. $ARGUMENTS
1. Find out: manifests, build files, CI, linters, README and what other agents were told (AGENTS.md, CLAUDE.md, .cursorrules, .kilocode/rules). If AGENTS.md exists, keep what is still true and correct the rest.
2. Write only what somebody cannot see at a glance: the commands to build, run, lint and test, also a single test; how the parts fit together; conventions that differ from the usual; traps. Check each command and path before you write it down.
3. Keep it short: at most about 60 lines, no advice that holds for every project, nothing made up.`,
	},
	{
		name: "newtask",
		description: "Hand over to a new task with a summary",
		argumentHint: "[what comes next]",
		template: `Hand this work over with new_task: give it the one parameter context, no mode and no message. $ARGUMENTS
The context must stand alone, since nothing of this conversation goes with it: what is wanted and why, in the user's own words where they matter; what has been done and decided; files and places that matter (path:line) with what is in them; problems that were met and how they were solved; what is open, and the very next step.`,
	},
	{
		name: "newrule",
		description: "Make a rule from this conversation",
		argumentHint: "[what it is about]",
		template: `Make a rule for future tasks with new_rule, from what the user has said, corrected or wished in this conversation. $ARGUMENTS
Write it as short, definite instructions in Markdown under a heading that says when they hold, with an example where it helps. Take nothing that concerns this task only, and nothing that the user did not say. If there is nothing, say so.`,
	},
	{
		name: "reportbug",
		description: "Report a bug in Kiln",
		argumentHint: "[what went wrong]",
		template: `The user wants to report a bug in Kiln itself. $ARGUMENTS
Gather from this conversation: a title, what happened, what was expected, and the steps that lead to it. Ask with ask_followup_question for what is missing; then call report_bug. Leave out secrets, private code and names.`,
	},
	{
		name: "condense",
		description: "Shorten this conversation to a summary",
		argumentHint: "[what to keep]",
		template: `Shorten this conversation with the condense tool. $ARGUMENTS
The summary takes its place: keep what is wanted, all that the user said about how, what was done and decided with its reasons, the files and places that matter, errors and their solutions, and exactly what was being done last with the next step.`,
	},
];

export const builtInSource = "built in";

export const builtInWorkflows: readonly Workflow[] = commands.map((command) => ({
	...command,
	source: builtInSource,
}));
