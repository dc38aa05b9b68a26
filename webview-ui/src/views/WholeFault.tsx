import type { ReactNode } from "react";
import { ErrorBoundary } from "../components/ErrorBoundary";
import { Callout } from "../rows/Callout";
import { describeError } from "../rows/RowView";
import { useKiln } from "../state/KilnContext";
import { useReplica } from "../state/useReplica";

/** A fault outside of the rows: words instead of an empty panel. What the host says next tries again. */
export function WholeFault({ children }: { readonly children: ReactNode }) {
	const { store } = useKiln();
	const chrome = useReplica((replica) => replica.chrome);
	const report = (error: unknown) => store.post({ type: "ui_error", message: describeError(error) });
	return (
		<ErrorBoundary resetKey={chrome} onError={report} fallback={unshowable}>
			{children}
		</ErrorBoundary>
	);
}

const unshowable = (
	<Callout
		kind="error"
		message="The chat cannot be shown. The fault is in Kiln's log."
		hint="Hide this view and show it again. Your task and your draft are kept."
	/>
);
