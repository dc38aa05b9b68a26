import type { PendingApproval, RowOf } from "@shared/task-view";
import { useState } from "react";
import { Button } from "../components/Button";
import { moveFocusOn } from "../components/moveFocusOn";
import { useKiln } from "../state/KilnContext";
import { approveWithRule } from "../state/settle";
import { useMcpRequest } from "../state/useMcp";
import { useIsDeaf } from "../state/usePending";
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
	const services = useKiln();
	const request = useMcpRequest();
	const [isSending, setSending] = useState(false);
	const [failure, setFailure] = useState<string>();
	const isDeaf = useIsDeaf(useExternal(services.decided).has(approvalId));
	const { body } = row.row;
	// a resource is looked at and has no rule of its own; a tool that has changed is accepted in the list of servers
	if (body.kind !== "mcp" || body.fingerprint === undefined) return null;
	const allow = async () => {
		setSending(true);
		const reply = await approveWithRule(services, approvalId, async () => {
			const taken = await request(alwaysAllow(body));
			if (taken.ok) moveFocusOn();
			return taken;
		});
		setSending(false);
		setFailure(reply.ok ? undefined : reply.message);
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
