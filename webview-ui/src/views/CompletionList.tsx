import { useEffect } from "react";
import { Icon } from "../components/Icon";
import { plural } from "../text/formatFigures";
import classes from "./CompletionList.module.css";
import type { Completion } from "./useCompletion";

interface CompletionListProps {
	readonly id: string;
	readonly completion: Completion;
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** Above the input, which keeps the focus and the keys. */
export function CompletionList({ id, completion }: CompletionListProps) {
	const { items, active } = completion;
	useEffect(() => {
		document.getElementById(optionId(id, active))?.scrollIntoView({ block: "nearest" });
	}, [id, active]);
	return (
		<>
			<span className="visually-hidden" role="status">
				{items.length > 0 && plural(items.length, "suggestion", "suggestions")}
			</span>
			{items.length > 0 && (
				<div
					id={id}
					role="listbox"
					aria-label="Suggestions"
					className={classes.list}
					data-testid="completion"
				>
					{items.map((item, index) => (
						// biome-ignore lint/a11y/useKeyWithClickEvents: keys are the input's business
						<div
							key={item.id}
							id={optionId(id, index)}
							role="option"
							tabIndex={-1}
							aria-selected={index === active}
							className={`${classes.option} ${index === active ? classes.active : ""}`}
							// The focus stays in the input.
							onPointerDown={(event) => event.preventDefault()}
							onPointerMove={() => completion.setActive(index)}
							onClick={() => completion.accept(item)}
							title={item.detail === undefined ? item.label : `${item.label} · ${item.detail}`}
							data-testid="completion-option"
						>
							<Icon name={item.icon} />
							<span className={classes.label}>{item.label}</span>
							{item.detail !== undefined && <span className={classes.detail}>{item.detail}</span>}
						</div>
					))}
				</div>
			)}
		</>
	);
}
