import type { ChromeState, LocalServer } from "@shared/messages";
import { useEffect, useState } from "react";
import { Button } from "../components/Button";
import { Icon } from "../components/Icon";
import { useKiln } from "../state/KilnContext";
import { useReplica } from "../state/useReplica";
import { newId } from "../text/newId";
import { newProfile } from "../text/validateProfile";
import classes from "./FirstRun.module.css";
import { useSaveProfile } from "./useSaveProfile";

const serverNames = { ollama: "Ollama", lmstudio: "LM Studio" } as const;

/** More than this is better chosen in the form. */
const maxModels = 5;

/** An answer that does not come must not leave the view waiting. */
const answerWithinMs = 10_000;

/** Looks once when the view opens, and again when asked. Any state of the host that is newer than the question answers. */
function useLocalServers() {
	const { store } = useKiln();
	const chrome = useReplica((replica) => replica.chrome);
	const [search, setSearch] = useState<{ readonly before: ChromeState | null } | null>({ before: chrome });
	useEffect(() => store.post({ type: "find_local_servers" }), [store]);
	useEffect(() => {
		if (search === null) return;
		const timer = setTimeout(() => setSearch(null), answerWithinMs);
		return () => clearTimeout(timer);
	}, [search]);
	return {
		servers: chrome?.localServers ?? [],
		isLooking: search !== null && search.before === chrome,
		lookAgain: () => {
			setSearch({ before: chrome });
			store.post({ type: "find_local_servers" });
		},
	};
}

/** Servers found on this machine; a press on a model connects it. */
export function LocalModels() {
	const { servers, isLooking, lookAgain } = useLocalServers();
	const [problem, setProblem] = useState<string>();
	return (
		<>
			{servers.length === 0 ? (
				<p className={classes.words} role="status" data-testid="local-servers-state">
					{isLooking
						? "Looking for local models…"
						: "No Ollama or LM Studio was found running. Start one, then look again."}
				</p>
			) : (
				<ul className={classes.servers}>
					{servers.map((server) => (
						<Server key={server.baseUrl} server={server} onProblem={setProblem} />
					))}
				</ul>
			)}
			{problem !== undefined && <p role="alert">{problem}</p>}
			<Button isSecondary icon="refresh" onClick={lookAgain} testId="find-local-servers">
				Look again
			</Button>
		</>
	);
}

interface ServerProps {
	readonly server: LocalServer;
	readonly onProblem: (problem: string) => void;
}

function Server({ server, onProblem }: ServerProps) {
	const saveProfile = useSaveProfile();
	const [isConnecting, setConnecting] = useState(false);
	const connect = async (model: string) => {
		setConnecting(true);
		const reply = await saveProfile({
			profile: {
				id: newId("profile"),
				name: `${serverNames[server.kind]} · ${model}`,
				provider: "openai",
				baseUrl: server.baseUrl,
				model,
				...newProfile,
			},
			isNew: true,
		});
		setConnecting(false);
		if (!reply.ok) onProblem(reply.message);
	};
	return (
		<li className={classes.server} data-testid={`local-server-${server.kind}`}>
			<strong>{serverNames[server.kind]}</strong>
			<span className={classes.address}>{server.baseUrl}</span>
			{server.models.slice(0, maxModels).map((model) => (
				<button
					key={model}
					type="button"
					className={classes.model}
					disabled={isConnecting}
					onClick={() => connect(model)}
					data-testid="local-model"
				>
					<Icon name="add" />
					Use {model}
				</button>
			))}
			{server.models.length === 0 && (
				<span className={classes.address}>It runs, but holds no model yet.</span>
			)}
			{server.models.length > maxModels && (
				<span className={classes.address}>
					and {server.models.length - maxModels} more: connect them by hand.
				</span>
			)}
		</li>
	);
}
