import { homedir } from "node:os";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { noProjectFiles, type ProjectFiles } from "@core/instructions/ProjectFiles";
import { type McpPort, noMcp } from "@core/mcp/McpPort";
import type { BaseTool, Operation, TaskHandle, ToolCallbacks, ToolResult } from "@core/tools/BaseTool";
import type { CommandStore } from "@services/terminal/CommandStore";
import { KilnError } from "@shared/errors";
import { builtInModes, type ModeConfig } from "@shared/modes";
import type { ModelInfo } from "@shared/provider";
import { type PromptVariant, type Settings, settingsSchema, type ToolFormatName } from "@shared/settings";
import type { TodoItem, ToolRow } from "@shared/tools";
import type * as z from "zod";
import { createTempDir } from "../../../support/tempDir";
import { createTestHost, type TestHost } from "../../../support/testHost";

export interface TestTaskOptions {
	/** default: a fresh temporary folder, which is then also the host's only root */
	readonly cwd?: string;
	readonly host?: TestHost;
	/** as in a settings file: what is absent takes its default */
	readonly settings?: z.input<typeof settingsSchema>;
	readonly mode?: string | ModeConfig;
	readonly model?: Partial<ModelInfo>;
	readonly freeContextTokens?: number;
	readonly signal?: AbortSignal;
	readonly todos?: readonly TodoItem[];
	readonly isSubtask?: boolean;
	readonly commands?: CommandStore;
	readonly project?: Partial<ProjectFiles>;
	readonly mcp?: McpPort;
	readonly toolFormat?: ToolFormatName;
	readonly customTools?: readonly string[];
	readonly promptVariant?: PromptVariant;
}

/** A task's handle with what a test looks at. */
export interface TestTask extends TaskHandle {
	readonly host: TestHost;
	/** aborts `signal`, unless the test gave its own */
	abort(): void;
	/** absolute paths of `noteEdit`, in order */
	readonly editedPaths: readonly string[];
	/** what `noteEdit` was told, by absolute path; null: deleted */
	readonly editedTexts: ReadonlyMap<string, string | null>;
}

/** A task over a real folder and an in-memory host. To be called from a test or a `beforeEach`. */
export function createTestTask(options: TestTaskOptions = {}): TestTask {
	const cwd = options.cwd ?? createTempDir("kiln-task");
	const host = options.host ?? createTestHost({ roots: [cwd] });
	const settings: Settings = settingsSchema.parse(options.settings ?? {});
	const controller = new AbortController();
	const editedPaths: string[] = [];
	const editedTexts = new Map<string, string | null>();
	let todos = options.todos ?? [];
	return {
		taskId: "task-1",
		cwd,
		host,
		settings,
		mode: findMode(options.mode ?? "code"),
		modes: builtInModes,
		model: {
			id: "test",
			contextWindow: 128_000,
			maxOutputTokens: 8192,
			supportsImages: false,
			...options.model,
		},
		signal: options.signal ?? controller.signal,
		abort: () => controller.abort(),
		isSubtask: options.isSubtask ?? false,
		get todos() {
			return todos;
		},
		commands: options.commands ?? noCommands,
		freeContextTokens: options.freeContextTokens ?? 100_000,
		resolvePath: (path) => resolve(cwd, expandHome(path, host.environment.homeDir)),
		displayPath: (path) => displayPath(cwd, path),
		setTodos: (items) => {
			todos = items;
		},
		editedPaths,
		editedTexts,
		noteEdit: (path, text) => {
			editedPaths.push(path);
			editedTexts.set(path, text);
		},
		mcp: options.mcp ?? noMcp,
		project: { ...noProjectFiles(() => builtInModes), ...options.project },
		toolFormat: options.toolFormat ?? "xml",
		customTools: options.customTools ?? [],
		promptVariant: options.promptVariant ?? "full",
	};
}

/** Tools that run commands hand in the real store. */
const noCommands = { running: () => [], dispose: async () => {} } as Partial<CommandStore> as CommandStore;

function findMode(mode: string | ModeConfig): ModeConfig {
	if (typeof mode !== "string") return mode;
	const found = builtInModes.find((candidate) => candidate.slug === mode);
	if (!found) throw new Error(`No mode "${mode}".`);
	return found;
}

function expandHome(path: string, homeDir = homedir()): string {
	return path === "~" || path.startsWith("~/") ? join(homeDir, path.slice(1)) : path;
}

function displayPath(cwd: string, path: string): string {
	const inside = relative(cwd, path);
	if (inside === "") return ".";
	if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return path;
	return inside.split(sep).join("/");
}

export interface ToolRun<D> {
	readonly operation: Operation<D>;
	readonly result: ToolResult;
	/** all text of the result */
	readonly text: string;
	/** live cards and live output on the way */
	readonly rows: readonly ToolRow[];
	readonly output: string;
}

/**
 * What the runner does with a call, approval always given: empty optional values dropped, schema, targets, plan,
 * execute. A question is answered with `answer`, else with its first suggestion.
 */
export async function runTool<S extends z.ZodObject, D>(
	tool: BaseTool<S, D>,
	params: Readonly<Record<string, unknown>>,
	task: TaskHandle,
	options: { readonly answer?: string; readonly runSubtask?: ToolCallbacks["runSubtask"] } = {},
): Promise<ToolRun<D>> {
	const parsed = parseParams(tool, params);
	tool.targets(parsed, task);
	const operation = await tool.plan(parsed, task);
	const rows: ToolRow[] = [];
	let output = "";
	const callbacks: ToolCallbacks = {
		callId: "c1",
		runSubtask: options.runSubtask ?? (async () => ({ taskId: "child" })),
		output: (text) => {
			output += text;
		},
		row: (row) => rows.push(row),
		answer: options.answer ?? operation.question?.suggestions[0]?.text,
	};
	const result = await tool.execute(operation, task, callbacks);
	return { operation, result, text: textOf(result), rows, output };
}

/** Parameters as the runner validates them; throws `invalid_parameters` as the runner does. */
export function parseParams<S extends z.ZodObject, D>(
	tool: BaseTool<S, D>,
	params: Readonly<Record<string, unknown>>,
): z.infer<S> {
	const shape: Record<string, { safeParse(value: unknown): { success: boolean } }> = tool.parameters.shape;
	const isOptional = (name: string) => shape[name]?.safeParse(undefined).success ?? false;
	const given = Object.entries(params).filter(([name, value]) => value !== "" || !isOptional(name));
	const parsed = tool.parameters.safeParse(Object.fromEntries(given));
	if (parsed.success) return parsed.data;
	const issues = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
	throw new KilnError("invalid_parameters", `${tool.name}: ${issues.join("; ")}`);
}

/** All text parts of a result, joined. */
export function textOf(result: ToolResult): string {
	return result.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}
