import * as z from "zod";
import type { LiveEvent } from "./events";
import { mcpElicitationResultSchema, mcpScopeSchema } from "./mcp";
import type { McpList, McpQuestion, McpSummary } from "./mcp-view";
import type { ModeSummary } from "./modes";
import type { Profile } from "./settings";
import {
	type AutoApprove,
	autoApproveChangeSchema,
	profileSchema,
	type ToolVocabulary,
	toolVocabularies,
} from "./settings";
import type { Phase, Row, TaskHeader } from "./task-view";
import { amendmentSchema } from "./tools";

/**
 * The wall between the extension host and the webview. The host owns the truth; the UI is a convergent replica:
 * rows by id, revision decides freshness, `epoch` fences off the previous task or connection. Every message carries
 * `{epoch, head, phase}`; the head is repeated while a task is active, so that a lost last message is noticed.
 */

/** `head` is the seq of the last event folded, −1 without a task. */
interface Stamp {
	readonly epoch: number;
	readonly head: number;
	readonly phase: Phase;
}

/** Everything beside the task that the chat shows. Small; sent whole when any of it changes (`revision` grows). */
export interface ChromeState {
	readonly revision: number;
	readonly modes: readonly ModeSummary[];
	readonly mode: string;
	readonly profiles: readonly ProfileSummary[];
	/** the one that the mode uses */
	readonly profileId: string | null;
	/** what `/` offers */
	readonly commands: readonly CommandSummary[];
	/** rule files and skills of the mode, in the order in which they count */
	readonly instructions: readonly InstructionSummary[];
	/** what is wrong in the project's and the person's files */
	readonly fileProblems: readonly FileProblemSummary[];
	/** modes of the project that count only once the person has agreed to them */
	readonly waitingModes: number;
	/** the tasks that wait for the shown one; the first was begun by the person */
	readonly parents: readonly ParentSummary[];
	readonly toolVocabulary: ToolVocabulary;
	/** experiment: the model may run the project's workflows */
	readonly runSlashCommand: boolean;
	/** what is on, in words: "Reads", "Reads, edits" */
	readonly autoApprove: AutoApprove;
	readonly workspaceName: string | null;
	readonly isTrusted: boolean;
	readonly contextWindow: number | null;
	/** local servers found on their usual ports */
	readonly localServers: readonly LocalServer[];
	readonly mcp: McpSummary;
	/** what an MCP server asks the person while a call runs; the oldest that is open */
	readonly mcpQuestion: McpQuestion | null;
	/** a problem outside any task: "no folder is open", "storage cannot be written" */
	readonly problem?: { readonly message: string; readonly hint?: string | undefined } | undefined;
	readonly version: string;
}

export interface CommandSummary {
	/** without the slash */
	readonly name: string;
	readonly description: string;
	readonly kind: "mode" | "workflow" | "built-in";
	readonly argumentHint?: string | undefined;
}

export interface InstructionSummary {
	/** the path as it is shown; names the entry in `set_instruction` */
	readonly source: string;
	readonly kind: "rules" | "skill";
	/** a skill's name and what it is for */
	readonly description?: string | undefined;
	readonly isOn: boolean;
}

export interface FileProblemSummary {
	/** relative to the first root, or absolute */
	readonly path: string;
	/** from 1 */
	readonly line?: number | undefined;
	readonly message: string;
	readonly hint?: string | undefined;
}

export interface ParentSummary {
	readonly taskId: string;
	readonly title: string;
}

export interface LocalServer {
	readonly kind: "ollama" | "lmstudio";
	readonly baseUrl: string;
	readonly models: readonly string[];
}

export interface ProfileSummary {
	readonly profile: Profile;
	readonly hasKey: boolean;
	/** the recording that the demo plays */
	readonly isDemo: boolean;
}

export type HostMessage =
	/** on open and reconnect only: header and the last 200 rows */
	| (Stamp & {
			readonly type: "snapshot";
			readonly header: TaskHeader | null;
			readonly rows: readonly Row[];
			readonly hasOlder: boolean;
			readonly chrome: ChromeState;
			/** what the person had typed and not sent when the window was last open */
			readonly draft: string;
	  })
	/** rows changed by the events in (`from`, `head`]; the UI that stands before `from` asks for a resync */
	| (Stamp & {
			readonly type: "rows";
			readonly from: number;
			readonly header: TaskHeader | null;
			readonly rows: readonly Row[];
			readonly removed: readonly string[];
			readonly removeAfter?: number;
	  })
	/** live text and live cards; dropped ones are made good by the row that ends them */
	| (Stamp & { readonly type: "live"; readonly events: readonly LiveEvent[] })
	| (Stamp & { readonly type: "chrome"; readonly chrome: ChromeState })
	| (Stamp & { readonly type: "head" })
	| (Stamp & { readonly type: "older"; readonly rows: readonly Row[]; readonly hasOlder: boolean })
	/** the whole text of a row that was capped */
	| (Stamp & { readonly type: "row_text"; readonly rowId: string; readonly text: string })
	/** the answer to a command that has one */
	| (Stamp & {
			readonly type: "reply";
			readonly replyTo: string;
			readonly ok: boolean;
			readonly message: string;
			readonly hint?: string | undefined;
			readonly models?: readonly string[] | undefined;
			/** relative to the first root with forward slashes, best first; a folder ends with a slash */
			readonly paths?: readonly string[] | undefined;
			/** names of the tools of a tested MCP server */
			readonly tools?: readonly string[] | undefined;
			/** an MCP server's entry as its file has it */
			readonly entry?: Readonly<Record<string, unknown>> | undefined;
	  })
	/** beside the task: the list of the MCP servers; these two count in any epoch */
	| (Stamp & { readonly type: "mcp"; readonly list: McpList })
	/** the person asked the editor for a view of the chat */
	| (Stamp & { readonly type: "show"; readonly view: "mcp" });

const id = z.string().min(1).max(200);

/** What a person types or pastes in one go. */
const typed = z.string().max(1_000_000);

const imageSchema = z.object({ mediaType: z.string().max(100), data: z.string().max(20_000_000) });

/** Names in files may be of any length; longer ones can only be mended there. */
const mcpName = z.string().min(1).max(1000);
const mcpServer = { replyTo: id, name: mcpName };
const mcpImport = { replyTo: id, file: z.string().min(1).max(4096), hash: id };
const mcpTool = { ...mcpServer, tool: mcpName };
const mcpEntrySchema = z
	.record(z.string(), z.unknown())
	.refine((entry) => JSON.stringify(entry).length <= 200_000, "is too large");

/** What the UI may ask for. Unknown or malformed commands are refused and logged. */
export const uiCommandSchema = z.discriminatedUnion("type", [
	/** the webview is up, or has noticed that it missed something: a snapshot comes back */
	z.object({ type: z.literal("ready") }),
	/** rows of the events after `head` */
	z.object({ type: z.literal("resync"), epoch: z.number(), head: z.number() }),
	z.object({ type: z.literal("older"), beforeSeq: z.number() }),
	z.object({ type: z.literal("show_all"), rowId: id }),
	/**
	 * Starts a task, or goes on with the shown one. `taskId`: the task that the person saw, null for none; a message never
	 * reaches another. `commandId` makes a doubled message harmless. A refusal is answered (`replyTo` is the commandId).
	 */
	z.object({
		type: z.literal("send"),
		commandId: id,
		taskId: id.nullable(),
		text: typed,
		images: z.array(imageSchema).max(20),
	}),
	/** a refusal is answered (`replyTo` is the approvalId): the question stands open as before */
	z.object({
		type: z.literal("settle"),
		approvalId: id,
		decision: z.enum(["approve", "deny", "answer"]),
		text: typed.optional(),
		amendment: amendmentSchema.optional(),
	}),
	/** what the person has made of a proposal so far, for the commands that decide outside of the chat; absent: nothing */
	z.object({ type: z.literal("amend"), approvalId: id, amendment: amendmentSchema.optional() }),
	/** a refusal is answered (`replyTo` is the limitId) */
	z.object({
		type: z.literal("answer_limit"),
		limitId: id,
		decision: z.enum(["continue", "stop"]),
		text: typed.optional(),
	}),
	/** what is typed and not sent; the webview's own state does not outlive every reload of the window */
	z.object({ type: z.literal("save_draft"), text: typed }),
	z.object({ type: z.literal("stop") }),
	z.object({ type: z.literal("retry") }),
	z.object({ type: z.literal("new_task") }),
	/** leaves the shown subtask, which is given up; `taskId` makes a doubled press harmless */
	z.object({ type: z.literal("back_to_parent"), taskId: id }),
	z.object({ type: z.literal("set_mode"), mode: id }),
	z.object({ type: z.literal("select_profile"), profileId: id }),
	/** `key`: undefined leaves the stored one, "" removes it */
	z.object({
		type: z.literal("save_profile"),
		replyTo: id,
		profile: profileSchema,
		key: z.string().max(10_000).optional(),
	}),
	z.object({ type: z.literal("delete_profile"), profileId: id }),
	z.object({
		type: z.literal("test_profile"),
		replyTo: id,
		profile: profileSchema,
		key: z.string().max(10_000).optional(),
	}),
	z.object({ type: z.literal("find_local_servers") }),
	z.object({ type: z.literal("start_demo") }),
	z.object({ type: z.literal("set_auto_approve"), change: autoApproveChangeSchema }),
	z.object({ type: z.literal("set_instruction"), source: z.string().min(1).max(4096), isOn: z.boolean() }),
	z.object({
		type: z.literal("set_options"),
		toolVocabulary: z.enum(toolVocabularies).optional(),
		runSlashCommand: z.boolean().optional(),
	}),
	/** files and folders for `@`; the reply has `paths` */
	z.object({ type: z.literal("find_files"), replyTo: id, query: z.string().max(1000) }),
	/** the project's mode files in the editor; the modes that wait for the person's consent */
	z.object({ type: z.literal("edit_modes") }),
	z.object({ type: z.literal("review_modes") }),
	z.object({
		type: z.literal("open_file"),
		path: z.string().min(1).max(4096),
		line: z.number().int().positive().optional(),
	}),
	/** the proposed edit of a waiting call, in the editor's own diff view */
	z.object({ type: z.literal("open_diff"), callId: id }),
	/** whether the list of the MCP servers is shown; it is sent meanwhile, with all of the unfolded servers (names) */
	z.object({
		type: z.literal("mcp_watch"),
		isOn: z.boolean(),
		unfolded: z.array(mcpName).max(1000).default([]),
	}),
	z.object({ type: z.literal("mcp_restart"), ...mcpServer }),
	z.object({ type: z.literal("mcp_toggle_server"), ...mcpServer, isEnabled: z.boolean() }),
	z.object({ type: z.literal("mcp_toggle_tool"), ...mcpTool, isEnabled: z.boolean() }),
	/** `fingerprint`: of the tool as it was shown; without one, a tool that has changed is refused */
	z.object({
		type: z.literal("mcp_always_allow"),
		...mcpTool,
		isAllowed: z.boolean(),
		fingerprint: id.optional(),
	}),
	z.object({ type: z.literal("mcp_set_timeout"), ...mcpServer, seconds: z.number() }),
	/** consent to exactly what the trust request with this hash shows, and to the tools of it that need not ask */
	z.object({
		type: z.literal("mcp_trust"),
		...mcpServer,
		hash: id,
		alwaysAllow: z.array(mcpName).max(1000),
	}),
	/** the tools as they were shown are accepted; refused when one is another by now */
	z.object({
		type: z.literal("mcp_accept_tools"),
		...mcpServer,
		shown: z.array(z.object({ tool: mcpName, fingerprint: id })).max(1000),
	}),
	/** the reply has `entry` */
	z.object({ type: z.literal("mcp_entry"), ...mcpServer }),
	/**
	 * `isNew`: refused when the file has a server of that name; `oldName`: the server is renamed; `before`: the entry as the
	 * form got it, so that only what was changed in the form is written
	 */
	z.object({
		type: z.literal("mcp_save"),
		...mcpServer,
		scope: mcpScopeSchema,
		entry: mcpEntrySchema,
		before: mcpEntrySchema.optional(),
		isNew: z.boolean(),
		oldName: mcpName.optional(),
	}),
	/** `file`, `hash`: of the file as it was shown; `replaced`: those of `names` whose entry in Kiln's file goes */
	z.object({
		type: z.literal("mcp_import"),
		...mcpImport,
		scope: mcpScopeSchema,
		names: z.array(mcpName).min(1).max(1000),
		replaced: z.array(mcpName).max(1000),
	}),
	/** not to be offered again until the file changes */
	z.object({ type: z.literal("mcp_dismiss_import"), ...mcpImport }),
	z.object({ type: z.literal("mcp_remove"), ...mcpServer }),
	/** starts the server apart from all others, lists its tools (`tools` of the reply) and ends it */
	z.object({ type: z.literal("mcp_test"), ...mcpServer, scope: mcpScopeSchema, entry: mcpEntrySchema }),
	/** answered when it is over; a second one meanwhile shows the page again */
	z.object({ type: z.literal("mcp_sign_in"), ...mcpServer }),
	/** the address that the person's browser was sent to and could not reach */
	z.object({ type: z.literal("mcp_sign_in_address"), ...mcpServer, address: z.string().max(20_000) }),
	z.object({ type: z.literal("mcp_cancel_sign_in"), ...mcpServer }),
	z.object({ type: z.literal("mcp_sign_out"), ...mcpServer }),
	/** what the person says to a server's question */
	z.object({
		type: z.literal("mcp_answer"),
		replyTo: id,
		questionId: id,
		result: mcpElicitationResultSchema,
	}),
	/** a file that does not exist yet is made */
	z.object({ type: z.literal("mcp_open_file"), replyTo: id, scope: mcpScopeSchema }),
	z.object({ type: z.literal("open_link"), url: z.string().max(4096) }),
	z.object({ type: z.literal("copy"), text: z.string().max(5_000_000) }),
	/** an error in the webview's own code */
	z.object({ type: z.literal("ui_error"), message: z.string().max(10_000) }),
]);
export type UiCommand = z.infer<typeof uiCommandSchema>;
