import type { RowOf } from "@shared/task-view";
import { Icon } from "../components/Icon";
import { plural } from "../text/formatFigures";
import { ShowAll, useFullText } from "./ShowAll";
import classes from "./UserRow.module.css";

const sourceWords = { task: "Task", message: "Message", feedback: "Feedback", answer: "Answer" } as const;

export function UserRow({ row }: { readonly row: RowOf<"user"> }) {
	const full = useFullText(row.id);
	return (
		<section className={classes.bubble} aria-label={`Your ${sourceWords[row.source].toLowerCase()}`}>
			<div className={classes.text}>{full ?? row.text}</div>
			{row.isCut && full === undefined && <ShowAll rowId={row.id} />}
			{row.expansions !== undefined && (
				<div className={classes.expansions} data-testid="expansions">
					<Icon name="mention" /> {plural(row.expansions, "mention", "mentions")} read
				</div>
			)}
			{row.isQueued && <div className={classes.queued}>Waits for the running step to end</div>}
			{row.images.length > 0 && (
				<div className={classes.images}>
					{row.images.map((image, index) => (
						<img
							// biome-ignore lint/suspicious/noArrayIndexKey: the images of one message never change
							key={index}
							className={classes.image}
							src={`data:${image.mediaType};base64,${image.data}`}
							alt={`Attachment ${index + 1}`}
						/>
					))}
				</div>
			)}
		</section>
	);
}
