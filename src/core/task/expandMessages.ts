import type { TaskEventDraft } from "@shared/events";
import { toAbsolute, toDisplay } from "../approval/resolvePath";
import { rootNames } from "../approval/rootNames";
import { expandMessage } from "../context/mentions/expandMessage";
import type { TaskFacts } from "./TaskFacts";
import type { TaskDeps } from "./types";

export interface ExpandParts {
	readonly facts: TaskFacts;
	readonly deps: TaskDeps;
	append(draft: TaskEventDraft): void;
}

/**
 * Reads once what the person's new messages name (`@/file`, `/workflow`, `/mode`) and logs it beside them: a request
 * that is sent again, tomorrow too, says the same.
 */
export async function expandMessages(
	{ facts, deps, append }: ExpandParts,
	signal: AbortSignal,
): Promise<void> {
	const { host, project, mcp } = deps;
	const { cwd } = facts;
	const names = rootNames(cwd, host.workspace.roots());
	const scope = { cwd, rootNames: names, homeDir: host.environment.homeDir };
	for (const { blockId, parts } of facts.unexpanded) {
		const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
		const expansion = await expandMessage(text, {
			host,
			project,
			mcp,
			cwd,
			signal,
			resolvePath: (path) => toAbsolute(path, scope),
			displayPath: (path) => toDisplay(path, scope),
		});
		const { mode } = expansion;
		// A command counts once: without this a message that was not sent would switch the mode again and again.
		if (expansion.parts.length > 0 || mode !== undefined)
			append({ type: "message_expanded", blockId, parts: [...expansion.parts] });
		if (mode !== undefined && mode !== facts.mode)
			append({
				type: "mode_switched",
				from: facts.mode,
				to: mode,
				by: "user",
				reason: "asked for in the message",
			});
	}
}
