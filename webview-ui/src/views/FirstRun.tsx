import { Button } from "../components/Button";
import { Icon } from "../components/Icon";
import { useKiln } from "../state/KilnContext";
import { useReplica } from "../state/useReplica";
import { autoApproveWords } from "../text/autoApproveWords";
import classes from "./FirstRun.module.css";
import { useProfileForm } from "./FormContext";
import { LocalModels } from "./LocalModels";

/** No model yet: three ways to begin, each with its next action in it. */
export function FirstRun() {
	const { store } = useKiln();
	const openForm = useProfileForm();
	return (
		<div className={classes.page} data-testid="first-run">
			<h2 className={classes.heading}>Welcome to Kiln</h2>
			<p className={classes.lead}>A coding agent that shows what it does and asks before it acts.</p>
			<div className={classes.cards}>
				<section className={classes.card} aria-label="Connect a model">
					<CardTitle icon="plug" title="Connect a model" />
					<p className={classes.words}>Any OpenAI-compatible server, or Anthropic, with your own key.</p>
					<Button onClick={() => openForm(null)} testId="connect-model">
						Connect a model
					</Button>
				</section>
				<section className={classes.card} aria-label="Use a local model">
					<CardTitle icon="vm" title="Use a local model" />
					<LocalModels />
				</section>
				<section className={classes.card} aria-label="Try the demo">
					<CardTitle icon="play-circle" title="Try the demo" />
					<p className={classes.words}>Plays a recorded task: no key, no network. You approve each step.</p>
					<Button isSecondary onClick={() => store.post({ type: "start_demo" })} testId="start-demo">
						Start the demo
					</Button>
				</section>
			</div>
			<WithoutAsking />
		</div>
	);
}

function CardTitle({ icon, title }: { readonly icon: string; readonly title: string }) {
	return (
		<h3 className={classes.title}>
			<Icon name={icon} />
			{title}
		</h3>
	);
}

function WithoutAsking() {
	const autoApprove = useReplica((replica) => replica.chrome?.autoApprove);
	const words = autoApprove === undefined ? "nothing" : autoApproveWords(autoApprove);
	return (
		<div className={classes.promise} data-testid="first-run-promise">
			<Icon name="shield" />
			<p>
				{words === "reads"
					? "Without asking, Kiln reads files in this folder and nothing more. It asks before each edit and each command."
					: `What Kiln may do without asking: ${words}. For everything else it asks first.`}{" "}
				You can change this at any time below the input.
			</p>
		</div>
	);
}
