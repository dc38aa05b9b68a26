import type { RowOf } from "@shared/task-view";
import { useNow } from "../state/useReplica";
import { formatDuration } from "../text/formatFigures";
import { Callout } from "./Callout";

export function RetryRow({ row }: { readonly row: RowOf<"retry"> }) {
	return (
		<Callout kind="warning" message={row.error.message} hint={row.error.hint}>
			{row.isOver ? <span>Tried again (attempt {row.attempt}).</span> : <Countdown row={row} />}
		</Callout>
	);
}

function Countdown({ row }: { readonly row: RowOf<"retry"> }) {
	const left = row.until - useNow(true);
	return (
		<span data-testid="retry-countdown">
			{left > 500
				? `Attempt ${row.attempt} in ${formatDuration(Math.max(1000, left))}`
				: `Attempt ${row.attempt} now…`}
		</span>
	);
}
