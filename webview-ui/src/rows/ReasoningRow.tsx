import type { RowOf } from "@shared/task-view";
import { Icon } from "../components/Icon";
import { Markdown } from "../components/Markdown";
import { formatDuration } from "../text/formatFigures";
import classes from "./ReasoningRow.module.css";
import { ShowAll, useFullText } from "./ShowAll";
import { useFold } from "./useFold";

export function ReasoningRow({ row }: { readonly row: RowOf<"reasoning"> }) {
	const [isOpen, toggle] = useFold(row.id, false);
	const full = useFullText(row.id);
	return (
		<div className={classes.reasoning}>
			<button
				type="button"
				className={classes.toggle}
				aria-expanded={isOpen}
				onClick={toggle}
				data-testid="reasoning-toggle"
			>
				<Icon name={isOpen ? "chevron-down" : "chevron-right"} />
				{title(row)}
			</button>
			{isOpen && (
				<div className={classes.body}>
					<Markdown text={full ?? row.text} isStreaming={row.isStreaming} />
					{row.isCut && full === undefined && <ShowAll rowId={row.id} />}
				</div>
			)}
		</div>
	);
}

function title(row: RowOf<"reasoning">): string {
	if (row.isStreaming) return "Thinking…";
	return row.durationMs === undefined ? "Thought" : `Thought for ${formatDuration(row.durationMs)}`;
}
