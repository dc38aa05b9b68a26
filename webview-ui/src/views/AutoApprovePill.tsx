import { PillPopover } from "../components/PillPopover";
import { useReplica } from "../state/useReplica";
import { autoApproveWords } from "../text/autoApproveWords";
import { AutoApproveForm } from "./AutoApproveForm";

/** What may happen without asking, in words; a press changes it. */
export function AutoApprovePill() {
	const autoApprove = useReplica((replica) => replica.chrome?.autoApprove);
	if (autoApprove === undefined) return null;
	const words = autoApproveWords(autoApprove);
	return (
		<PillPopover
			icon="shield"
			words={`Without asking: ${words}`}
			title={`Without asking: ${words}. Change…`}
			label="What Kiln may do without asking"
			testId="auto-approve"
		>
			<AutoApproveForm autoApprove={autoApprove} />
		</PillPopover>
	);
}
