import { KilnError } from "@shared/errors";
import type { McpScope } from "@shared/mcp";
import type { McpFileSummary } from "@shared/mcp-view";
import type { OpenedMcp } from "../../mcp/createMcp";
import type { LazyMcp } from "../../mcp/LazyMcp";
import type { McpFeed } from "../../mcp/McpFeed";
import type { McpQuestions } from "../../mcp/McpQuestions";
import type { CommandHandlers } from "../CommandDispatcher";
import type { Wire } from "../Wire";

type McpCommandName = Extract<keyof CommandHandlers, `mcp_${string}`>;
type McpCommands = Pick<CommandHandlers, McpCommandName>;
type Answer = Omit<Parameters<Wire["reply"]>[0], "replyTo">;

export interface McpCommandParts {
	readonly mcp: Pick<LazyMcp, "open">;
	readonly feed: Pick<McpFeed, "watch">;
	readonly questions: Pick<McpQuestions, "answer">;
	readonly wire: Pick<Wire, "reply">;
}

const done: Answer = { ok: true, message: "" };

/** Commands about MCP servers. Each is answered; what a configuration file is to become, the hub's files decide. */
export function createMcpCommands({ mcp, feed, questions, wire }: McpCommandParts): McpCommands {
	/** Opens the hub if need be, acts and answers; a failure is answered by whoever called the command. */
	const answered =
		<C extends { readonly replyTo: string }>(act: (opened: OpenedMcp, command: C) => unknown) =>
		async (command: C) => {
			const answer = await act(await mcp.open(), command);
			wire.reply({ replyTo: command.replyTo, ...(isAnswer(answer) ? answer : done) });
		};
	return {
		mcp_watch: async ({ isOn, unfolded }) => {
			feed.watch(isOn, unfolded);
			if (isOn) await (await mcp.open()).imports.refresh();
		},
		mcp_restart: answered(({ hub }, { name }) => hub.restart(name)),
		mcp_toggle_server: answered(({ hub }, { name, isEnabled }) => hub.settings.toggleServer(name, isEnabled)),
		mcp_toggle_tool: answered(({ hub }, { name, tool, isEnabled }) =>
			hub.settings.toggleTool(name, tool, isEnabled),
		),
		mcp_always_allow: answered(({ hub }, { name, tool, isAllowed, fingerprint }) =>
			hub.settings.toggleAlwaysAllow(name, tool, isAllowed, fingerprint),
		),
		mcp_set_timeout: answered(({ hub }, { name, seconds }) => hub.settings.setTimeout(name, seconds)),
		mcp_trust: answered(({ hub }, { name, hash, alwaysAllow }) => hub.trust(name, hash, alwaysAllow)),
		mcp_accept_tools: answered(({ hub }, { name, shown }) => hub.acceptTools(name, shown)),
		mcp_entry: answered(async (opened, { name }) => ({ ...done, entry: await opened.entryOf(name) })),
		mcp_save: answered((opened, { name, scope, entry, before, isNew, oldName }) => {
			fileOf(opened, scope);
			return opened.save({ name: name.trim(), scope, entry, before, isNew, oldName });
		}),
		mcp_import: answered((opened, { file, hash, scope, names, replaced }) => {
			fileOf(opened, scope);
			return opened.imports.import({ file, hash }, { scope, names, replaced });
		}),
		mcp_dismiss_import: answered(({ imports }, shown) => imports.dismiss(shown)),
		mcp_remove: answered(({ hub }, { name }) => hub.settings.removeServer(name)),
		mcp_test: answered((opened, { name, scope, entry }) => {
			fileOf(opened, scope);
			return opened.test({ name, scope, entry });
		}),
		mcp_sign_in: answered(({ hub }, { name }) => hub.signIns.signIn(name)),
		mcp_sign_in_address: answered(({ hub }, { name, address }) => hub.signIns.accept(name, address)),
		mcp_cancel_sign_in: answered(({ hub }, { name }) => hub.signIns.cancel(name)),
		mcp_sign_out: answered(({ hub }, { name }) => hub.signIns.signOut(name)),
		mcp_answer: async ({ replyTo, questionId, result }) => {
			await questions.answer(questionId, result);
			wire.reply({ replyTo, ...done });
		},
		mcp_open_file: answered((opened, { scope }) => opened.openFile(fileOf(opened, scope).file)),
	};
}

function isAnswer(value: unknown): value is Answer {
	return typeof value === "object" && value !== null && "ok" in value && "message" in value;
}

/** The webview names roots; only those that are open count. */
function fileOf(opened: OpenedMcp, scope: McpScope): McpFileSummary {
	const found = opened.files().find((file) => isSameScope(file.scope, scope));
	if (found) return found;
	throw new KilnError("invalid_workspace", "This folder is not open any more.", "Choose another place.");
}

function isSameScope(a: McpScope, b: McpScope): boolean {
	if (a.kind === "global" || b.kind === "global") return a.kind === b.kind;
	return a.root === b.root;
}
