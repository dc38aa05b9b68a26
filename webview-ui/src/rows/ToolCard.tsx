import type { RowOf } from "@shared/task-view";
import { Icon } from "../components/Icon";
import { PathText } from "../components/PathText";
import { withVisibleTurns } from "../text/visibleText";
import { ApprovalPanel } from "./ApprovalPanel";
import { QuestionPanel } from "./QuestionPanel";
import { ToolBodyView } from "./ToolBodyView";
import classes from "./ToolCard.module.css";
import { ToolStateLabel } from "./ToolStateLabel";
import { useFold } from "./useFold";

type Tool = RowOf<"tool">;

/** A tool call: one plain sentence, its state, and a body that is open while it needs the person. */
export function ToolCard({ row }: { readonly row: Tool }) {
	const [isOpen, toggle] = useFold(row.id, isOpenByItself(row));
	const { icon, detail, body } = row.row;
	const title = withVisibleTurns(row.row.title);
	const hasBody = body.kind !== "none";
	// An open diff names its own figures; in a narrow side bar the title needs the room.
	const isDetailShown = detail !== undefined && !(isOpen && body.kind === "diff");
	return (
		<article
			className={`${classes.card} ${classes[row.state] ?? ""} ${body.kind === "completion" ? classes.completion : ""}`}
			aria-label={title}
			data-testid="tool-card"
			data-state={row.state}
			data-tool={row.tool}
		>
			<button
				type="button"
				className={classes.head}
				aria-expanded={hasBody ? isOpen : undefined}
				disabled={!hasBody}
				onClick={toggle}
				title={title}
				data-testid="tool-toggle"
			>
				<Icon name={icon} className={classes.icon} />
				<CardTitle title={title} />
				{isDetailShown && <span className={classes.detail}>{detail}</span>}
				{row.isAmended && (
					<span className={classes.amended} title="You changed the proposal before you approved it">
						<Icon name="person" />
						<span className={classes.amendedWords}>changed by you</span>
					</span>
				)}
				<span className={classes.space} />
				<ToolStateLabel row={row} />
				{hasBody && <Icon name={isOpen ? "chevron-down" : "chevron-right"} className={classes.chevron} />}
			</button>
			{row.error !== undefined && (
				<div className={classes.note} data-testid="tool-error">
					<span className={classes.error}>{row.error.message}</span>
					{row.error.hint !== undefined && <span className={classes.muted}>{row.error.hint}</span>}
				</div>
			)}
			{hasBody && isOpen && (
				<div className={classes.body}>
					<ToolBodyView row={row} />
				</div>
			)}
			{row.feedback !== undefined && row.feedback !== "" && (
				<div className={classes.note} data-testid="tool-feedback">
					<span>
						<span className={classes.muted}>You said: </span>
						{row.feedback}
					</span>
				</div>
			)}
			{row.state === "waiting" && row.approval?.kind === "approval" && (
				<ApprovalPanel row={row} approval={row.approval} />
			)}
			{row.state === "waiting" && row.approval?.kind === "question" && (
				<QuestionPanel approval={row.approval} />
			)}
		</article>
	);
}

/** "Edit a/long/path.ts": the path gives way at its beginning, other titles at their end. */
function CardTitle({ title }: { readonly title: string }) {
	const parts = /^(\S+(?: \S+)?) (\S*\/\S+)$/.exec(title);
	if (parts === null) return <span className={classes.title}>{title}</span>;
	return (
		<span className={`${classes.title} ${classes.parts}`}>
			<span className={classes.verb}>{parts[1]}</span>
			<PathText text={parts[2] ?? ""} />
		</span>
	);
}

function isOpenByItself(row: Tool): boolean {
	const { kind } = row.row.body;
	if (kind === "completion" || row.state === "waiting") return true;
	if (kind === "question") return row.state === "streaming";
	return row.state === "running" && (kind === "terminal" || kind === "mcp");
}
