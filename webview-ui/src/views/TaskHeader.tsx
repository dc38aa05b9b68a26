import type { TaskHeader as Header } from "@shared/task-view";
import { useState } from "react";
import { Icon } from "../components/Icon";
import { Meter } from "../components/Meter";
import { TodoList } from "../components/TodoList";
import { useReplica } from "../state/useReplica";
import { formatCost, formatTokens } from "../text/formatFigures";
import { Breadcrumb } from "./Breadcrumb";
import { HeaderDetails } from "./HeaderDetails";
import classes from "./TaskHeader.module.css";

/** The open task in one line and its figures; opened: the whole text, the todo list and exact numbers. */
export function TaskHeader() {
	const header = useReplica((replica) => replica.header);
	if (header === null) return null;
	return <HeaderOf header={header} />;
}

function HeaderOf({ header }: { readonly header: Header }) {
	const [isOpen, setOpen] = useState(false);
	const parents = useReplica((replica) => replica.chrome?.parents) ?? [];
	return (
		<header className={classes.header} data-testid="task-header">
			<Breadcrumb parents={parents} taskId={header.taskId} />
			<button
				type="button"
				className={classes.title}
				aria-expanded={isOpen}
				onClick={() => setOpen(!isOpen)}
				title={isOpen ? "Fold" : header.title}
				data-testid="task-header-toggle"
			>
				<Icon name={isOpen ? "chevron-down" : "chevron-right"} />
				<span className={isOpen ? classes.wholeTitle : classes.lineTitle} data-testid="task-title">
					{header.title}
				</span>
			</button>
			<Figures header={header} />
			{isOpen && (
				<div className={classes.details} data-testid="task-details">
					{header.todos.length > 0 && <TodoList items={header.todos} />}
					<HeaderDetails header={header} />
				</div>
			)}
		</header>
	);
}

function Figures({ header }: { readonly header: Header }) {
	const contextWindow = useReplica((replica) => replica.chrome?.contextWindow ?? null);
	const done = header.todos.filter((item) => item.status === "completed").length;
	const input = header.inputTokens + header.cacheReadTokens + header.cacheWriteTokens;
	return (
		<div className={classes.figures}>
			{header.provider === "replay" && (
				<span
					className={classes.demo}
					data-testid="demo-label"
					title="The model's answers are played from a recording"
				>
					Recorded demo
				</span>
			)}
			{header.todos.length > 0 && (
				<span
					className={classes.figure}
					title={`${done} of ${header.todos.length} steps done`}
					data-testid="todo-progress"
				>
					<Icon name="checklist" />
					{done}/{header.todos.length}
				</span>
			)}
			<Meter used={header.contextTokens} size={contextWindow} />
			<span
				className={`${classes.figure} ${classes.tokens}`}
				title="Tokens read and written by the model"
				data-testid="task-tokens"
			>
				↑{formatTokens(input)} ↓{formatTokens(header.outputTokens)}
			</span>
			{header.cost !== null && (
				<span className={classes.figure} title="Cost of this task" data-testid="task-cost">
					{formatCost(header.cost)}
				</span>
			)}
		</div>
	);
}
