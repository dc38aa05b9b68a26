import type { PendingApproval, RowOf } from "@shared/task-view";
import { useState } from "react";
import { Button } from "../components/Button";
import { useKiln } from "../state/KilnContext";
import { useMcpRequest } from "../state/useMcp";
import { useIsDeaf, useSettle } from "../state/usePending";
import { useExternal } from "../state/useReplica";
import { alwaysAllow } from "../text/alwaysAllow";
import { visibleText } from "../text/visibleText";

interface AlwaysAllowProps {
	readonly row: RowOf<"tool">;
	readonly approval: PendingApproval;
	readonly testIdPrefix: "" | "pinned-";
}

/** Approves a call of an MCP server's tool, and from now on all calls of that very tool. */
export function AlwaysAllow({ row, approval: { approvalId }, testIdPrefix }: AlwaysAllowProps) {
	const { decided } = useKiln();
	const request = useMcpRequest();
	const settle = useSettle();
	const [isSending, setSending] = useState(false);
	const [failure, setFailure] = useState<string>();
	const isDeaf = useIsDeaf(useExternal(decided).has(approvalId));
	const { body } = row.row;
	// a resource is looked at and has no rule of its own; a tool that has changed is accepted in the list of servers
	if (body.kind !== "mcp" || body.fingerprint === undefined) return null;
	const allow = async () => {
		setSending(true);
		const reply = await request(alwaysAllow(body));
		setSending(false);
		setFailure(reply.ok ? undefined : reply.message);
		// only now: the next call of the same answer is decided right after this one
		if (reply.ok) settle(approvalId, "approve");
	};
	return (
		<>
			<Button
				isSecondary
				isDisabled={isDeaf || isSending}
				onClick={() => void allow()}
				title={visibleText(`Approve, and never ask again for ${body.name} of ${body.server}`)}
				testId={`${testIdPrefix}always-allow`}
			>
				Always allow this tool
			</Button>
			{failure !== undefined && <p role="alert">{failure}</p>}
		</>
	);
}
