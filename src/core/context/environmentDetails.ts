import type { CommandStore } from "@services/terminal/CommandStore";
import type { Host } from "@shared/host";
import type { ModeConfig } from "@shared/modes";
import type { ModelInfo } from "@shared/provider";
import type { Settings } from "@shared/settings";
import { toDisplay } from "../approval/resolvePath";
import { rootNames } from "../approval/rootNames";
import type { TaskFacts } from "../task/TaskFacts";
import { listWorkspaceFiles } from "../tools/read/listWorkspaceFiles";
import type { EditNews, EditWatch } from "./EditWatch";

export interface EnvironmentInput {
	readonly host: Host;
	readonly facts: TaskFacts;
	readonly mode: ModeConfig;
	readonly model: ModelInfo;
	readonly settings: Settings;
	readonly commands: CommandStore;
	readonly edits: EditWatch;
	/** what `.kilocodeignore` keeps out is not even named */
	readonly isIgnored: (absolutePath: string) => boolean;
	readonly isFirstTurn: boolean;
	readonly signal: AbortSignal;
}

/**
 * What the model is told about its surroundings at the end of each user turn. Logged as an event and sent as it was
 * logged, so that earlier messages never change.
 */
export async function environmentDetails(input: EnvironmentInput): Promise<string> {
	const news = await input.edits.take(displayOf(input));
	const sections = [
		visibleFiles(input),
		openTabs(input),
		changedFiles(input, news),
		...news.sections,
		runningCommands(input),
		endedCommands(input),
		timeSection(input),
		contextUse(input),
		`# Mode\n${input.mode.slug} (${input.mode.name})`,
		todoList(input),
		input.isFirstTurn ? await workspaceFiles(input) : "",
	];
	return `<environment_details>\n${sections.filter((section) => section !== "").join("\n\n")}\n</environment_details>`;
}

function displayOf({ facts: { cwd }, host }: Pick<EnvironmentInput, "facts" | "host">) {
	const scope = { cwd, rootNames: rootNames(cwd, host.workspace.roots()) };
	return (path: string) => toDisplay(path, scope);
}

function visibleFiles(input: EnvironmentInput): string {
	return pathList("# Visible files", input.host.documents.visiblePaths(), input);
}

function openTabs(input: EnvironmentInput): string {
	const { host, settings } = input;
	return pathList(
		"# Open tabs",
		host.documents.openPaths().slice(0, settings.environment.maxOpenTabs),
		input,
	);
}

/** What the person changed meanwhile: the model must read it again before it edits. */
function changedFiles(input: EnvironmentInput, { ownPaths }: EditNews): string {
	const { host, facts } = input;
	if (facts.environmentAt === 0) return "";
	const changed = host.documents.changedByUserSince?.(facts.environmentAt) ?? [];
	const byUser = changed.filter((path) => !ownPaths.has(path));
	return pathList(
		"# Files changed by the user since your last message; read them again before you edit",
		byUser,
		input,
	);
}

function pathList(
	title: string,
	paths: readonly string[],
	input: Pick<EnvironmentInput, "facts" | "host" | "isIgnored">,
): string {
	const shown = paths.filter((path) => !input.isIgnored(path)).map(displayOf(input));
	return shown.length === 0 ? "" : `${title}\n${shown.join("\n")}`;
}

function runningCommands({ commands }: EnvironmentInput): string {
	const blocks = commands.running().map((command) => {
		const output = command.takeNewOutput();
		return `## ${command.id}: ${command.command}\nin ${command.cwd}${output === "" ? "" : `\nnew output:\n${output}`}`;
	});
	return blocks.length === 0 ? "" : `# Running commands\n${blocks.join("\n")}`;
}

/** Commands that went on in the background and have ended since the last request. */
function endedCommands({ commands }: EnvironmentInput): string {
	const blocks = commands.takeEnded().map((command) => {
		const { exit } = command;
		const how = exit === undefined ? "" : ` (${exit.signal ?? `exit code ${exit.exitCode}`})`;
		const output = command.takeNewOutput();
		return `## ${command.id}: ${command.command}${how}${output === "" ? "" : `\nlast output:\n${output}`}`;
	});
	return blocks.length === 0 ? "" : `# Commands that have ended\n${blocks.join("\n")}`;
}

function timeSection({ host }: EnvironmentInput): string {
	const now = new Date(host.clock.now());
	const { timeZone } = host.environment;
	return `# Time\n${now.toISOString()} (${timeZone})`;
}

function contextUse({ facts, model }: EnvironmentInput): string {
	const percent = Math.round((facts.contextTokens / model.contextWindow) * 100);
	const cost = facts.hasKnownCost ? `\nCost so far: $${facts.cost.toFixed(4)}` : "";
	return `# Context\n${facts.contextTokens} / ${model.contextWindow} tokens (${percent} %)${cost}`;
}

const todoMarks = { pending: "[ ]", in_progress: "[-]", completed: "[x]" } as const;

function todoList({ facts }: EnvironmentInput): string {
	if (facts.todos.length === 0) return "";
	return `# Todo list\n${facts.todos.map((item) => `${todoMarks[item.status]} ${item.content}`).join("\n")}`;
}

async function workspaceFiles(input: EnvironmentInput): Promise<string> {
	const { cwd } = input.facts;
	const roots = [...new Set([cwd, ...input.host.workspace.roots()])];
	const cap = Math.floor(input.settings.environment.maxWorkspaceFiles / roots.length);
	if (cap === 0) return "";
	const lists = await Promise.all(roots.map((root) => filesOf(root, cap, input)));
	return lists.join("\n\n");
}

async function filesOf(root: string, cap: number, input: EnvironmentInput): Promise<string> {
	const { facts, signal, isIgnored } = input;
	const { files, isTruncated } = await listWorkspaceFiles(root, cap, signal, isIgnored);
	const note = isTruncated ? `\n(first ${files.length} files; use list_files for more)` : "";
	const list = files.length === 0 ? "(no files)" : files.join("\n");
	const shown = root === facts.cwd ? root : displayOf(input)(root);
	const where = shown === root ? root : `${shown}/ (${root})`;
	return `# Files in ${where}\n${list}${note}`;
}
