import type { CommandStore } from "@services/terminal/CommandStore";
import type { TaskEventDraft } from "@shared/events";
import type { ModeConfig } from "@shared/modes";
import type { ModelInfo } from "@shared/provider";
import type { PromptVariant, ToolFormatName } from "@shared/settings";
import { type PathScope, toAbsolute, toDisplay } from "../approval/resolvePath";
import type { EditWatch } from "../context/EditWatch";
import type { TaskHandle } from "../tools/BaseTool";
import type { TaskFacts } from "./TaskFacts";
import type { TaskDeps } from "./types";

/** What one turn fixes for its tools. The mode is read at each decision: the person may switch it under a running turn. */
export interface TurnContext {
	readonly mode: () => ModeConfig;
	readonly model: ModelInfo;
	readonly toolFormat: ToolFormatName;
	readonly customTools: readonly string[];
	readonly promptVariant: PromptVariant;
	readonly signal: AbortSignal;
}

export interface HandleParts {
	readonly taskId: string;
	readonly deps: TaskDeps;
	readonly facts: TaskFacts;
	readonly commands: CommandStore;
	append(draft: TaskEventDraft): void;
	readonly edits: EditWatch;
}

/** The narrow view of a task that its tools get. `paths` is what their effects are decided by. */
export function createTaskHandle(parts: HandleParts, turn: TurnContext, paths: PathScope): TaskHandle {
	const { deps, facts } = parts;
	return {
		taskId: parts.taskId,
		host: deps.host,
		cwd: facts.cwd,
		model: turn.model,
		toolFormat: turn.toolFormat,
		customTools: turn.customTools,
		promptVariant: turn.promptVariant,
		project: deps.project,
		mcp: deps.mcp,
		signal: turn.signal,
		commands: parts.commands,
		// Settings are read at each use: a change counts from the next decision on.
		get mode() {
			return turn.mode();
		},
		get modes() {
			return deps.project.modes();
		},
		get settings() {
			return deps.settings();
		},
		isSubtask: facts.isSubtask,
		get todos() {
			return facts.todos;
		},
		get freeContextTokens() {
			return Math.max(0, turn.model.contextWindow - turn.model.maxOutputTokens - facts.contextTokens);
		},
		resolvePath: (path) => toAbsolute(path, paths),
		displayPath: (path) => toDisplay(path, paths),
		setTodos: (items) => parts.append({ type: "todo_updated", items: [...items] }),
		noteEdit: (path, text) => {
			parts.edits.noteEdit(path, text);
			// A server that watches the file must be trusted anew.
			deps.mcp.noteTaskWrite(path);
		},
	};
}
