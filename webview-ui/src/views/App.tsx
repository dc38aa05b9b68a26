import { useKiln } from "../state/KilnContext";
import { useExternal, useReplica } from "../state/useReplica";
import classes from "./App.module.css";
import { ChatView } from "./ChatView";
import { FormContext } from "./FormContext";
import { LoadingView } from "./LoadingView";
import { McpView } from "./mcp/McpView";
import { ProfileForm } from "./ProfileForm";
import { useShortcuts } from "./useShortcuts";

/** The side bar: the chat, or a form or the MCP servers laid over it (the chat keeps its place meanwhile). */
export function App() {
	useShortcuts();
	const isReady = useReplica((replica) => replica.epoch !== null);
	const { drafts, view } = useKiln();
	const isMcpShown = useExternal(view) === "mcp";
	const form = useExternal(drafts.form);
	const profiles = useReplica((replica) => replica.chrome?.profiles);
	if (!isReady) return <LoadingView />;
	return (
		<FormContext value={(summary) => drafts.form.set({ profileId: summary?.profile.id ?? null })}>
			<div className={classes.app} data-testid="kiln-app">
				<div className={classes.layer} inert={form !== null || isMcpShown}>
					<ChatView />
				</div>
				{form !== null && (
					<div className={`${classes.layer} ${classes.front}`} inert={isMcpShown}>
						<ProfileForm
							summary={profiles?.find(({ profile }) => profile.id === form.profileId) ?? null}
							onClose={() => drafts.form.set(null)}
						/>
					</div>
				)}
				{isMcpShown && (
					<div className={`${classes.layer} ${classes.front}`}>
						<McpView onClose={() => view.set("chat")} />
					</div>
				)}
			</div>
		</FormContext>
	);
}
