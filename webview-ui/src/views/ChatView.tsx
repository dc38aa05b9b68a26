import { useReplica } from "../state/useReplica";
import { ActivityLine } from "./ActivityLine";
import { Announcer } from "./Announcer";
import classes from "./ChatView.module.css";
import { Composer } from "./Composer";
import { EmptyState } from "./EmptyState";
import { FileNotices } from "./FileNotices";
import { FirstRun } from "./FirstRun";
import { MessageList } from "./MessageList";
import { McpQuestionPanel } from "./mcp/McpQuestionPanel";
import { PinnedApproval } from "./PinnedApproval";
import { ProblemState } from "./ProblemState";
import { TaskHeader } from "./TaskHeader";

export function ChatView() {
	const hasTask = useReplica((replica) => replica.header !== null || replica.ids.length > 0);
	const epoch = useReplica((replica) => replica.epoch);
	const hasProfile = useReplica((replica) => (replica.chrome?.profiles.length ?? 0) > 0);
	const problem = useReplica((replica) => replica.chrome?.problem);
	return (
		<div className={classes.chat}>
			<TaskHeader />
			{hasTask ? <MessageList key={epoch} /> : <Welcome />}
			{hasTask && <ActivityLine />}
			{hasTask && problem !== undefined && <ProblemState message={problem.message} hint={problem.hint} />}
			<McpQuestionPanel />
			<PinnedApproval />
			{(hasTask || hasProfile) && <FileNotices />}
			{(hasTask || hasProfile) && <Composer />}
			<Announcer />
		</div>
	);
}

/** What stands there while no task is open. */
function Welcome() {
	const problem = useReplica((replica) => replica.chrome?.problem);
	const hasModel = useReplica(
		(replica) => replica.chrome?.profiles.some((profile) => !profile.isDemo) ?? false,
	);
	return (
		<main className={classes.welcome}>
			{problem !== undefined && <ProblemState message={problem.message} hint={problem.hint} />}
			{hasModel ? problem === undefined && <EmptyState /> : <FirstRun />}
		</main>
	);
}
