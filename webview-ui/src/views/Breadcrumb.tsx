import type { ParentSummary } from "@shared/messages";
import { useEffect, useRef, useState } from "react";
import { Icon } from "../components/Icon";
import { useKiln } from "../state/KilnContext";
import classes from "./Breadcrumb.module.css";

interface BreadcrumbProps {
	/** the first was begun by the person */
	readonly parents: readonly ParentSummary[];
	/** the shown subtask */
	readonly taskId: string;
}

/** The tasks that wait for the shown one. Going back gives the subtask up, so it asks once more, in place. */
export function Breadcrumb({ parents, taskId }: BreadcrumbProps) {
	const { store } = useKiln();
	/** the subtask that the question is about: another one is asked about anew */
	const [asking, setAsking] = useState<string>();
	const isAsking = asking === taskId;
	/** of the buttons that are there now, the one that gives nothing up */
	const safeRef = useRef<HTMLButtonElement>(null);
	const wasAsking = useRef(false);
	useEffect(() => {
		// The button that was pressed has gone, and the focus with it.
		if (wasAsking.current !== isAsking && document.activeElement === document.body) safeRef.current?.focus();
		wasAsking.current = isAsking;
	}, [isAsking]);
	const parent = parents.at(-1);
	if (parent === undefined) return null;
	return (
		<nav className={classes.crumbs} aria-label="Tasks that wait for this one" data-testid="breadcrumb">
			{parents.slice(0, -1).map((one) => (
				<span key={one.taskId} className={classes.crumb} title={one.title}>
					<span className={classes.title}>{one.title}</span>
					<Icon name="chevron-right" />
				</span>
			))}
			{isAsking ? (
				<span className={classes.ask}>
					<span className={classes.title} role="status">
						Give up this subtask?
					</span>
					<button
						type="button"
						className={classes.link}
						onClick={() => store.post({ type: "back_to_parent", taskId })}
						data-testid="back-confirm"
					>
						Give up
					</button>
					<button
						ref={safeRef}
						type="button"
						className={classes.link}
						onClick={() => setAsking(undefined)}
						data-testid="back-stay"
					>
						Stay
					</button>
				</span>
			) : (
				<button
					ref={safeRef}
					type="button"
					className={`${classes.crumb} ${classes.back}`}
					title={`Give up this subtask and go back to: ${parent.title}`}
					onClick={() => setAsking(taskId)}
					data-testid="back-to-parent"
				>
					<Icon name="arrow-left" />
					<span className={classes.title}>{parent.title}</span>
					<Icon name="chevron-right" />
				</button>
			)}
		</nav>
	);
}
