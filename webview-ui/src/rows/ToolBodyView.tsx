import type { RowOf } from "@shared/task-view";
import { CodeBlock } from "../components/CodeBlock";
import { DiffView } from "../components/DiffView";
import { FileList } from "../components/FileList";
import { Markdown } from "../components/Markdown";
import { McpCallView } from "../components/McpCallView";
import { ProposalView } from "../components/ProposalView";
import { TerminalView } from "../components/TerminalView";
import { TodoList } from "../components/TodoList";
import { useReplica } from "../state/useReplica";
import { AmendableBody, amendable } from "./AmendableBody";
import classes from "./ToolBodyView.module.css";

export function ToolBodyView({ row }: { readonly row: RowOf<"tool"> }) {
	const { body } = row.row;
	const proposal = amendable(row);
	if (proposal !== undefined) return <AmendableBody {...proposal} />;
	switch (body.kind) {
		case "none":
			return null;
		case "text":
			return body.language === "markdown" ? (
				<div className={classes.prose}>
					<Markdown text={body.text} isStreaming={row.state === "streaming"} />
				</div>
			) : (
				<div className={classes.code}>
					<CodeBlock language={body.language ?? ""} code={body.text} />
				</div>
			);
		case "files":
			return <FileList files={body.files} more={body.more} />;
		case "diff":
			return <DiffView files={body.files} />;
		case "terminal":
			return <TerminalView terminal={body} isRunning={row.state === "running"} isDone={hasEnded(row)} />;
		case "question":
			return (
				<div className={classes.prose}>
					<Markdown text={body.question} isStreaming={row.state === "streaming"} />
					{body.answer !== undefined && (
						<div className={classes.answer} data-testid="question-answer">
							<span className={classes.muted}>Your answer: </span>
							{body.answer}
						</div>
					)}
				</div>
			);
		case "todo":
			return <TodoList items={body.items} />;
		case "proposal":
			return <ProposalView text={body.text} />;
		case "mcp":
			return <McpCallView call={body} />;
		case "subtask":
			return <SubtaskView mode={body.mode} message={body.message} />;
		case "completion":
			return (
				<div className={classes.prose}>
					<Markdown text={body.text} isStreaming={row.state === "streaming"} />
				</div>
			);
	}
}

function SubtaskView({ mode, message }: { readonly mode: string; readonly message: string }) {
	const modes = useReplica((replica) => replica.chrome?.modes);
	return (
		<div className={classes.prose}>
			{mode !== "" && (
				<div className={classes.muted}>In mode {modes?.find(({ slug }) => slug === mode)?.name ?? mode}</div>
			)}
			<Markdown text={message} isStreaming={false} />
		</div>
	);
}

function hasEnded(row: RowOf<"tool">): boolean {
	return row.state === "done" || row.state === "failed";
}
