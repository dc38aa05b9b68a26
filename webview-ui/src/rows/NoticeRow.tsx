import type { RowOf } from "@shared/task-view";
import { Icon } from "../components/Icon";
import classes from "./NoticeRow.module.css";

export function NoticeRow({ row }: { readonly row: RowOf<"notice"> }) {
	return (
		<div className={classes.notice}>
			<Icon name={row.icon} />
			<span className={classes.text}>{row.text}</span>
		</div>
	);
}
