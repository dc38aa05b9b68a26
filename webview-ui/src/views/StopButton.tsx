import { useEffect, useState } from "react";
import { Icon } from "../components/Icon";
import { decisionPanel, moveFocusOn } from "../components/moveFocusOn";
import { useKiln } from "../state/KilnContext";
import classes from "./StopButton.module.css";

/** If nothing has stopped by then, it can be pressed again. */
const againAfterMs = 5000;

/** Answers on the screen at once, whatever the host is busy with. It is gone when the phase says that work has ended. */
export function StopButton() {
	const { store } = useKiln();
	const [isStopping, setStopping] = useState(false);
	useEffect(() => {
		if (!isStopping) return;
		const timer = setTimeout(() => setStopping(false), againAfterMs);
		return () => clearTimeout(timer);
	}, [isStopping]);
	const stop = () => {
		setStopping(true);
		moveFocusOn();
		store.post({ type: "stop" });
	};
	return (
		<button
			type="button"
			className={classes.stop}
			disabled={isStopping}
			onClick={stop}
			data-testid="stop"
			{...decisionPanel.other}
		>
			<Icon name={isStopping ? "loading" : "debug-stop"} isSpinning={isStopping} />
			{isStopping ? "Stopping…" : "Stop"}
		</button>
	);
}
