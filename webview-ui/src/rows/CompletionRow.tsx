import type { RowOf } from "@shared/task-view";
import { Icon } from "../components/Icon";
import { Markdown } from "../components/Markdown";
import classes from "./CompletionRow.module.css";

export function CompletionRow({ row }: { readonly row: RowOf<"completion"> }) {
	return <Completion text={row.text} />;
}

export function Completion({ text }: { readonly text: string }) {
	return (
		<section className={classes.completion} aria-label="Task completed">
			<div className={classes.head}>
				<Icon name="check-all" />
				Task completed
			</div>
			<Markdown text={text} />
		</section>
	);
}
