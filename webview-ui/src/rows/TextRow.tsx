import type { RowOf } from "@shared/task-view";
import { Markdown } from "../components/Markdown";
import { ShowAll, useFullText } from "./ShowAll";

export function TextRow({ row }: { readonly row: RowOf<"text"> }) {
	const full = useFullText(row.id);
	return (
		<>
			<Markdown text={full ?? row.text} isStreaming={row.isStreaming} />
			{row.isCut && full === undefined && <ShowAll rowId={row.id} />}
		</>
	);
}
