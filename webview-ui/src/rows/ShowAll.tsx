import { useState } from "react";
import { useKiln } from "../state/KilnContext";
import { useReplica } from "../state/useReplica";
import classes from "./ShowAll.module.css";

/** The whole text of a capped row, once it was asked for. */
export function useFullText(rowId: string): string | undefined {
	return useReplica((replica) => replica.fullTexts.get(rowId));
}

export function ShowAll({ rowId }: { readonly rowId: string }) {
	const { store } = useKiln();
	const [isAsked, setAsked] = useState(false);
	const ask = () => {
		setAsked(true);
		store.post({ type: "show_all", rowId });
	};
	return (
		<button type="button" className={classes.more} disabled={isAsked} onClick={ask} data-testid="show-all">
			{isAsked ? "Fetching the rest…" : "Show all"}
		</button>
	);
}
