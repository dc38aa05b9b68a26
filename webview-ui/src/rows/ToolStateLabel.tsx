import type { RowOf, ToolState } from "@shared/task-view";
import { Icon } from "../components/Icon";
import { useNow } from "../state/useReplica";
import { formatDuration } from "../text/formatFigures";
import classes from "./ToolStateLabel.module.css";

const looks: Readonly<Record<ToolState, { icon: string; words: string; isSpinning?: boolean }>> = {
	streaming: { icon: "loading", words: "Writing", isSpinning: true },
	waiting: { icon: "bell-dot", words: "Waits for you" },
	running: { icon: "loading", words: "Running", isSpinning: true },
	done: { icon: "check", words: "Done" },
	failed: { icon: "error", words: "Failed" },
	denied: { icon: "circle-slash", words: "Denied" },
	skipped: { icon: "debug-step-over", words: "Skipped" },
	interrupted: { icon: "debug-disconnect", words: "Interrupted" },
};

/** Shorter runs are not worth a figure. */
const minShownMs = 1000;

export function ToolStateLabel({ row }: { readonly row: RowOf<"tool"> }) {
	const { icon, words, isSpinning = false } = looks[row.state];
	const isQuiet = row.state === "done";
	return (
		<span className={`${classes.state} ${classes[row.state] ?? ""}`} data-testid="tool-state">
			<Icon name={icon} isSpinning={isSpinning} />
			<span className={isQuiet ? "visually-hidden" : classes.words}>{words}</span>
			{row.state === "running" && row.startedAt !== undefined && <Elapsed since={row.startedAt} />}
			{isQuiet && row.durationMs !== undefined && row.durationMs >= minShownMs && (
				<span className={classes.duration}>{formatDuration(row.durationMs)}</span>
			)}
		</span>
	);
}

function Elapsed({ since }: { readonly since: number }) {
	const elapsed = useNow(true) - since;
	return elapsed < minShownMs ? null : <span>{formatDuration(elapsed)}</span>;
}
