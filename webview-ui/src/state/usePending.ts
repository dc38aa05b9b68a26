import type { PendingApproval, RowOf } from "@shared/task-view";
import { useMemo } from "react";
import { moveFocusOn } from "../components/moveFocusOn";
import { keepsNothing } from "../text/amendment";
import type { Decision, LimitDecision } from "./KilnContext";
import { useKiln } from "./KilnContext";
import type { PendingRow } from "./pendingRows";
import { amendmentFor, answerLimit, openLimit, openRows, settle } from "./settle";
import { useExternal, useReplica } from "./useReplica";

/** Cards that wait for the person and were not decided here a moment ago. */
export function usePending(kind: PendingApproval["kind"]): readonly PendingRow[] {
	const services = useKiln();
	const log = useReplica((replica) => replica.log);
	const done = useExternal(services.decided);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the log and the decisions are what the rows come from
	return useMemo(() => openRows(services, kind), [services, log, done, kind]);
}

/** Whether buttons that decide take no press: it is decided, or something else was a moment ago. */
export function useIsDeaf(isDecided: boolean): boolean {
	return useExternal(useKiln().isHolding) || isDecided;
}

export function useOpenLimit(): RowOf<"limit"> | undefined {
	const services = useKiln();
	useExternal(services.decidedLimits);
	return useReplica(() => openLimit(services));
}

/**
 * Settles a question once, and takes the focus along where the question had it. Deaf for a moment after each decision:
 * the next question may have come up under the pointer.
 */
export function useSettle(): (approvalId: string, decision: Decision, text?: string) => void {
	const services = useKiln();
	return (approvalId, decision, text) => {
		if (services.isHolding.get()) return;
		// Nothing will be decided: the focus stays with what there is to decide.
		if (decision === "approve" && keepsNothing(amendmentFor(services, approvalId))) return;
		moveFocusOn();
		settle(services, approvalId, decision, { text });
	};
}

export function useAnswerLimit(): (limitId: string, decision: LimitDecision, text: string) => void {
	const services = useKiln();
	return (limitId, decision, text) => {
		if (services.isHolding.get()) return;
		moveFocusOn();
		answerLimit(services, limitId, decision, { text });
	};
}
