import { useEffect, useState } from "react";
import { Button } from "../components/Button";
import { useKiln } from "../state/KilnContext";
import classes from "./EmptyState.module.css";

/** Shown only when the first snapshot is late: a flash of words would be worse than nothing. */
const lateAfterMs = 1000;

export function LoadingView() {
	const { store } = useKiln();
	const [isLate, setLate] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setLate(true), lateAfterMs);
		return () => clearTimeout(timer);
	}, []);
	if (!isLate) return null;
	return (
		<div className={classes.state} role="status">
			<p className={classes.hint}>Waiting for Kiln to start…</p>
			<Button isSecondary onClick={() => store.post({ type: "ready" })}>
				Ask again
			</Button>
		</div>
	);
}
