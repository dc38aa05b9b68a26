import type { RowOf } from "@shared/task-view";
import { Button } from "../components/Button";
import { useKiln } from "../state/KilnContext";
import { Callout } from "./Callout";

export function ErrorRow({ row }: { readonly row: RowOf<"error"> }) {
	const { store } = useKiln();
	return (
		<Callout kind="error" message={row.error.message} hint={row.error.hint}>
			{row.canRetry && (
				<Button isSecondary icon="refresh" onClick={() => store.post({ type: "retry" })} testId="retry">
					Retry
				</Button>
			)}
		</Callout>
	);
}
