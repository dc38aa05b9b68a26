import type { RowOf } from "@shared/task-view";
import { Icon } from "../components/Icon";
import { Markdown } from "../components/Markdown";
import classes from "./NoticeRow.module.css";
import { ShowAll, useFullText } from "./ShowAll";
import { useFold } from "./useFold";

export function NoticeRow({ row }: { readonly row: RowOf<"notice"> }) {
	if (row.details !== undefined) return <NoticeWithDetails row={row} details={row.details} />;
	return (
		<div className={classes.notice}>
			<Icon name={row.icon} />
			<span className={classes.text}>{row.text}</span>
		</div>
	);
}

function NoticeWithDetails({ row, details }: { readonly row: RowOf<"notice">; readonly details: string }) {
	const [isOpen, toggle] = useFold(row.id, false);
	const full = useFullText(row.id);
	return (
		<>
			<button
				type="button"
				className={`${classes.notice} ${classes.toggle}`}
				aria-expanded={isOpen}
				onClick={toggle}
				data-testid="notice-toggle"
			>
				<Icon name={row.icon} />
				<span className={classes.text}>{row.text}</span>
				<Icon name={isOpen ? "chevron-down" : "chevron-right"} />
			</button>
			{isOpen && (
				<div className={classes.details} data-testid="notice-details">
					<Markdown text={full ?? details} isStreaming={false} />
					{row.isCut && full === undefined && <ShowAll rowId={row.id} />}
				</div>
			)}
		</>
	);
}
