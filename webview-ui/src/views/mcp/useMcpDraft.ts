import type { McpFileSummary } from "@shared/mcp-view";
import { useState } from "react";
import type { Reply } from "../../state/replica";
import { useMcpRequest } from "../../state/useMcp";
import {
	type McpFieldErrors,
	type McpFields,
	toMcpEntry,
	toMcpFields,
	validateMcp,
} from "../../text/mcpEntry";
import type { EditedServer } from "./mcpFront";

type Scope = McpFileSummary["scope"];

export interface McpDraft {
	readonly fields: McpFields;
	readonly scope: Scope;
	/** something was typed or chosen */
	readonly isChanged: boolean;
	readonly errors: McpFieldErrors;
	readonly change: (part: Partial<McpFields>) => void;
	readonly setScope: (scope: Scope) => void;
	/** what is under way */
	readonly work: "test" | "save" | null;
	/** what the last test, or a failed save, said */
	readonly result: Reply | null;
	readonly test: () => void;
	readonly save: () => void;
}

/** The form's text, its faults, and its two actions. Faults are shown from the first try on. */
export function useMcpDraft(
	server: EditedServer | null,
	files: readonly McpFileSummary[],
	onSaved: () => void,
): McpDraft {
	const request = useMcpRequest();
	const [fields, setFields] = useState(() => toMcpFields(server?.name ?? "", server?.entry ?? {}));
	const [scope, setScope] = useState<Scope>(server?.scope ?? files[0]?.scope ?? { kind: "global" });
	const [isChanged, setChanged] = useState(false);
	const [isTried, setTried] = useState(false);
	const [work, setWork] = useState<"test" | "save" | null>(null);
	const [result, setResult] = useState<Reply | null>(null);
	const before = server?.entry;
	const problems = validateMcp(fields, before);
	const run = async (kind: "test" | "save") => {
		setTried(true);
		const { name: noName, ...others } = problems;
		const blocking = kind === "test" ? others : problems;
		if (Object.keys(blocking).length > 0 || work !== null) return;
		setWork(kind);
		setResult(null);
		const name = fields.name.trim() || "test";
		const saved = { name, scope, entry: toMcpEntry(fields, before) };
		const renamed = server !== null && server.name !== name ? { oldName: server.name } : {};
		const reply = await request(
			kind === "test"
				? { type: "mcp_test", ...saved }
				: { type: "mcp_save", ...saved, ...renamed, isNew, ...(before && { before }) },
		);
		setWork(null);
		if (kind === "save" && reply.ok) onSaved();
		else setResult(reply);
	};
	const isNew = server === null;
	return {
		fields,
		scope,
		isChanged,
		errors: isTried ? problems : {},
		change: (part) => {
			setFields({ ...fields, ...part });
			setChanged(true);
			setResult(null);
		},
		setScope,
		work,
		result,
		test: () => void run("test"),
		save: () => void run("save"),
	};
}
