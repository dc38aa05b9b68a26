import type { CommandStore } from "@services/terminal/CommandStore";
import type { Effect } from "@shared/effects";
import type { ErrorInfo } from "@shared/errors";
import type { FileEdit, Host } from "@shared/host";
import type { ModeConfig } from "@shared/modes";
import type { ModelInfo } from "@shared/provider";
import type { PromptVariant, Settings, ToolFormatName, ToolVocabulary } from "@shared/settings";
import type { Amendment, ContentPart, Suggestion, TodoItem, ToolGroup, ToolRow } from "@shared/tools";
import type * as z from "zod";
import type { ProjectFiles } from "../instructions/ProjectFiles";
import type { McpPort } from "../mcp/McpPort";

/** What a description or an availability check may depend on. */
export interface ToolContext {
	readonly cwd: string;
	readonly mode: ModeConfig;
	readonly modes: readonly ModeConfig[];
	readonly settings: Settings;
	readonly model: ModelInfo;
	readonly toolFormat: ToolFormatName;
	/** tools of the profile beyond those that are always offered */
	readonly customTools: readonly string[];
	readonly promptVariant: PromptVariant;
	readonly mcp: McpPort;
}

/** What a tool may see of a task. */
export interface TaskHandle extends ToolContext {
	readonly taskId: string;
	readonly host: Host;
	/** aborts with the turn: hand it to everything that waits */
	readonly signal: AbortSignal;
	readonly todos: readonly TodoItem[];
	/** another task waits for this one's result */
	readonly isSubtask: boolean;
	/** running and finished commands of this task */
	readonly commands: CommandStore;
	readonly project: Pick<ProjectFiles, "isIgnored" | "ignoreFiles" | "workflows">;
	/** tokens of the window that are free for a result */
	readonly freeContextTokens: number;
	/** absolute path: against cwd, `~` expanded; lexical, no link is followed */
	resolvePath(path: string): string;
	/** relative to the workspace with forward slashes, or absolute when outside */
	displayPath(absolutePath: string): string;
	setTodos(items: readonly TodoItem[]): void;
	/**
	 * Remembers what Kiln wrote (null: it deleted the file), so that the next environment details tell its changes from
	 * the user's, what a formatter made of it, and which diagnostics are new. To be called right before the write.
	 */
	noteEdit(absolutePath: string, text: string | null): void;
}

/**
 * The exact thing that would be done, planned before anybody is asked. Approval is bound to the digest of `effects`
 * and `data`; `execute` gets this very object. `data` is plain JSON.
 */
export interface Operation<D = unknown> {
	readonly effects: readonly Effect[];
	readonly data: D;
	/** what a person is shown when asked */
	readonly row: ToolRow;
	/** shown in the editor's diff view while the approval is open */
	readonly edits?: readonly FileEdit[];
	/** asks the person for an answer instead of an approval */
	readonly question?: { readonly suggestions: readonly Suggestion[] };
	/** after `amend`: what the model is told of the difference between what it proposed and what was kept */
	readonly amended?: string;
}

export interface SubtaskInput {
	readonly mode: string;
	readonly message: string;
	readonly todos: readonly TodoItem[];
}

export interface SubtaskOutcome {
	readonly taskId: string;
	/** its completion; absent when it was stopped or deleted */
	readonly result?: string | undefined;
}

export interface ToolCallbacks {
	readonly callId: string;
	/** live output into the card (transient; the result's row is what stays) */
	output(text: string): void;
	/** replaces the live card */
	row(row: ToolRow): void;
	/** the text of a question's answer */
	readonly answer?: string | undefined;
	/** Runs a task of its own and waits for its end, over restarts; a call has at most one. */
	runSubtask(input: SubtaskInput): Promise<SubtaskOutcome>;
}

export interface ToolResult {
	/** what the model gets; empty means "(tool did not return anything)" */
	readonly parts: readonly ContentPart[];
	/** the finished card */
	readonly row: ToolRow;
	/** nothing was achieved; the model may try again (counts as a mistake) */
	readonly error?: ErrorInfo;
	/** what follows for the task */
	readonly next?:
		| { readonly kind: "complete"; readonly text: string }
		| { readonly kind: "switch_mode"; readonly slug: string; readonly reason?: string | undefined }
		/** the conversation so far is replaced by the summary */
		| { readonly kind: "condense"; readonly summary: string }
		/** this task is completed and a new one begins with the message */
		| { readonly kind: "hand_over"; readonly message: string }
		/** the message ends here: calls after this one are skipped */
		| { readonly kind: "end_message" };
}

export type RowStage = "streaming" | "ready" | "done";

/**
 * A tool is one file: name, group, parameters, description, card, effects and deed stand together. Prompt text, native
 * JSON schema, validation, approval and UI are derived from this one definition. The runner (runToolCall) owns
 * parsing, gates, approval, logging and mistakes; a tool throws a KilnError for what is expected to go wrong.
 */
export abstract class BaseTool<S extends z.ZodObject = z.ZodObject, D = unknown> {
	abstract readonly name: string;
	abstract readonly group: ToolGroup;
	/** every parameter described; free text marked with `freeText()` (see parameters.ts) */
	abstract readonly parameters: S;
	/** it neither touches nor runs anything: it may overtake, and identical calls are legal */
	readonly isPolling: boolean = false;
	/** offered only when the profile names it; understood whenever it is called */
	readonly isCustom: boolean = false;
	/** whose habit its name and parameters are; absent: Kiln's own. Offered only with that vocabulary. */
	readonly vocabulary?: Exclude<ToolVocabulary, "kilo">;
	/** of an MCP server's tool: its own JSON schema, which no zod schema stands for */
	readonly inputSchema?: Readonly<Record<string, unknown>>;
	/** Kiln's tool that does this one's work, and is not offered beside it */
	readonly counterpart?: string;

	isAvailable(_context: ToolContext): boolean {
		return true;
	}

	/** whether the prompt names it; what it does not name is understood all the same */
	isOffered(_context: ToolContext): boolean {
		return true;
	}

	/** what, when, limits; for the prompt, in as few words as do */
	abstract describe(context: ToolContext): string;
	/** parameter values of one example call for the prompt; nested XML is given as text */
	abstract readonly example: Readonly<Record<string, string>>;
	/** where parameters depend on the context: the example that fits it */
	exampleIn(_context: ToolContext): Readonly<Record<string, string>> {
		return this.example;
	}
	/** pure; `params` may be incomplete while streaming */
	abstract label(params: Partial<z.infer<S>>, stage: RowStage): ToolRow;
	/** what it would look at or touch; reads nothing */
	abstract targets(params: z.infer<S>, task: TaskHandle): readonly Effect[];
	/** may read what `targets` allowed; changes nothing */
	abstract plan(params: z.infer<S>, task: TaskHandle): Promise<Operation<D>>;
	/** The operation of a call that waits for its subtask, after a restart: what was checked then is not checked again. */
	goOn?(params: z.infer<S>): Operation<D>;
	/** The operation as the person changed it while approving. Reads nothing. Absent: it cannot be changed. */
	amend?(operation: Operation<D>, amendment: Amendment, task: TaskHandle): Operation<D>;
	abstract execute(operation: Operation<D>, task: TaskHandle, callbacks: ToolCallbacks): Promise<ToolResult>;
}

/** A tool as the prompt offers it: its definition, seen in a context. */
export interface ToolDefinition {
	readonly name: string;
	readonly group: ToolGroup;
	readonly description: string;
	readonly parameters: z.ZodObject;
	readonly example: Readonly<Record<string, string>>;
	/** of an MCP server's tool: its own JSON schema, which no zod schema stands for */
	readonly inputSchema?: Readonly<Record<string, unknown>>;
}
