import { PillPopover } from "../components/PillPopover";
import { useReplica } from "../state/useReplica";
import { contextWords } from "../text/contextWords";
import { ContextForm } from "./ContextForm";

/** What the model is told beside the conversation: rules, skills, how its tools are called. */
export function ContextPill() {
	const chrome = useReplica((replica) => replica.chrome);
	if (chrome === null) return null;
	const words = contextWords(chrome.instructions);
	return (
		<PillPopover
			icon="book"
			words={words}
			title="Rules, skills and tool names that the model is told. Change…"
			label="What the model is told"
			testId="context"
		>
			<ContextForm chrome={chrome} />
		</PillPopover>
	);
}
