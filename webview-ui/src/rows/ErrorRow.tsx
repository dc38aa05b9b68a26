import { isWorking, type RowOf } from "@shared/task-view";
import { Button } from "../components/Button";
import { useKiln } from "../state/KilnContext";
import { useReplica } from "../state/useReplica";
import { Callout } from "./Callout";

export function ErrorRow({ row }: { readonly row: RowOf<"error"> }) {
	const { store } = useKiln();
	// An error of long ago is over: there is nothing to try again in a task that went on.
	const isAtRest = useReplica(({ phase }) => !isWorking(phase) && phase !== "completed");
	return (
		<Callout kind="error" message={row.error.message} hint={row.error.hint}>
			{row.canRetry && isAtRest && (
				<Button isSecondary icon="refresh" onClick={() => store.post({ type: "retry" })} testId="retry">
					Retry
				</Button>
			)}
		</Callout>
	);
}
