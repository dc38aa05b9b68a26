import type { Row } from "@shared/task-view";
import { memo } from "react";
import { ErrorBoundary } from "../components/ErrorBoundary";
import { useKiln } from "../state/KilnContext";
import { useRow } from "../state/useReplica";
import { Callout } from "./Callout";
import { ErrorRow } from "./ErrorRow";
import { LimitRow } from "./LimitRow";
import { NoticeRow } from "./NoticeRow";
import { ReasoningRow } from "./ReasoningRow";
import { RetryRow } from "./RetryRow";
import classes from "./RowView.module.css";
import { TextRow } from "./TextRow";
import { ToolCard } from "./ToolCard";
import { UserRow } from "./UserRow";

/** One row of the list: looks only at its own row, and renders again only when that is another object. */
export const RowView = memo(function RowView({ id }: { readonly id: string }) {
	const { store } = useKiln();
	const row = useRow(id);
	const report = (error: unknown) => store.post({ type: "ui_error", message: describeError(error) });
	// The list must never hold an element without height: it could not tell where it is.
	if (row === undefined) return <div className={classes.gone} />;
	return (
		<div className={classes.row} data-testid={`row-${row.kind}`} data-row-id={row.id}>
			<ErrorBoundary resetKey={row} onError={report} fallback={unshowable}>
				<RowContent row={row} />
			</ErrorBoundary>
		</div>
	);
});

const unshowable = <Callout kind="error" message="This row cannot be shown. The fault is in Kiln's log." />;

export function describeError(error: unknown): string {
	return (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 10_000);
}

const RowContent = memo(function RowContent({ row }: { readonly row: Row }) {
	switch (row.kind) {
		case "user":
			return <UserRow row={row} />;
		case "text":
			return <TextRow row={row} />;
		case "reasoning":
			return <ReasoningRow row={row} />;
		case "tool":
			return <ToolCard row={row} />;
		case "error":
			return <ErrorRow row={row} />;
		case "retry":
			return <RetryRow row={row} />;
		case "limit":
			return <LimitRow row={row} />;
		case "notice":
			return <NoticeRow row={row} />;
	}
});
