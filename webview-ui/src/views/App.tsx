import type { ProfileSummary } from "@shared/messages";
import { useState } from "react";
import { useReplica } from "../state/useReplica";
import classes from "./App.module.css";
import { ChatView } from "./ChatView";
import { FormContext } from "./FormContext";
import { LoadingView } from "./LoadingView";
import { ProfileForm } from "./ProfileForm";
import { useShortcuts } from "./useShortcuts";

/** The side bar: the chat, or the profile form laid over it (the chat keeps its place meanwhile). */
export function App() {
	useShortcuts();
	const isReady = useReplica((replica) => replica.epoch !== null);
	const [form, setForm] = useState<{ readonly profile: ProfileSummary | null } | null>(null);
	if (!isReady) return <LoadingView />;
	return (
		<FormContext value={(profile) => setForm({ profile })}>
			<div className={classes.app} data-testid="kiln-app">
				<div className={classes.layer} inert={form !== null}>
					<ChatView />
				</div>
				{form !== null && (
					<div className={`${classes.layer} ${classes.front}`}>
						<ProfileForm summary={form.profile} onClose={() => setForm(null)} />
					</div>
				)}
			</div>
		</FormContext>
	);
}
