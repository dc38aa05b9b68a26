import type { Phase } from "@shared/task-view";
import { useState } from "react";
import { Icon } from "../components/Icon";
import { useNow, useReplica } from "../state/useReplica";
import { formatDuration } from "../text/formatFigures";
import { activityText } from "../text/phaseText";
import classes from "./ActivityLine.module.css";

/** Waits that are shorter need no figure. */
const elapsedAfterMs = 10_000;

/** What Kiln waits for, in words. Always the same height, so that nothing jumps when a phase changes. */
export function ActivityLine() {
	const phase = useReplica((replica) => replica.phase);
	const isSaidElsewhere = useReplica((replica) => replica.live.size > 0 && replica.phase === "streaming");
	const words = activityText(phase);
	if (words === undefined) return null;
	return (
		<div className={classes.line} role="status" data-testid="activity">
			<Icon name="loading" isSpinning />
			<span>{isSaidElsewhere ? "The model is writing" : words}…</span>
			<Elapsed key={phase} phase={phase} />
		</div>
	);
}

function Elapsed({ phase }: { readonly phase: Phase }) {
	const [since] = useState(() => Date.now());
	const elapsed = useNow(true) - since;
	if (phase === "waiting_retry" || elapsed < elapsedAfterMs) return null;
	return <span aria-hidden="true">{formatDuration(elapsed)}</span>;
}
