import type { TodoItem } from "@shared/tools";
import { Icon } from "./Icon";
import classes from "./TodoList.module.css";

const looks = {
	completed: { icon: "pass-filled", words: "done" },
	in_progress: { icon: "circle-large-filled", words: "in progress" },
	pending: { icon: "circle-large", words: "open" },
} as const;

export function TodoList({ items }: { readonly items: readonly TodoItem[] }) {
	return (
		<ul className={classes.list} data-testid="todo-list">
			{items.map((item) => (
				<li key={item.id} className={`${classes.item} ${classes[item.status] ?? ""}`}>
					<Icon name={looks[item.status].icon} />
					<span>{item.content}</span>
					<span className="visually-hidden">({looks[item.status].words})</span>
				</li>
			))}
		</ul>
	);
}
