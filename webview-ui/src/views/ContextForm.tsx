import type { ChromeState, InstructionSummary } from "@shared/messages";
import type { ToolVocabulary } from "@shared/settings";
import { Field } from "../components/Field";
import { FileLink } from "../components/Links";
import { PathText } from "../components/PathText";
import { useKiln } from "../state/KilnContext";
import classes from "./ContextForm.module.css";

const vocabularies: Readonly<Record<ToolVocabulary, string>> = {
	kilo: "Kilo Code",
	"go-code": "Go Code",
	cline: "Cline",
};
const vocabularyNames: readonly ToolVocabulary[] = ["kilo", "go-code", "cline"];

/** Each switch is saved at once and counts from the next request on. */
export function ContextForm({ chrome }: { readonly chrome: ChromeState }) {
	const { store } = useKiln();
	const of = (kind: InstructionSummary["kind"]) => chrome.instructions.filter((one) => one.kind === kind);
	return (
		<>
			<Instructions
				heading="Rules"
				instructions={of("rules")}
				nothing="No rule files. Put Markdown into .kilocode/rules, or write an AGENTS.md."
			/>
			<Instructions heading="Skills" instructions={of("skill")} />
			<Field
				label="Tool names"
				hint="As whose the model is told its tools. Calls by any name are understood."
			>
				{(input) => (
					<select
						{...input}
						value={chrome.toolVocabulary}
						onChange={(event) => {
							const chosen = vocabularyNames.find((name) => name === event.currentTarget.value);
							if (chosen !== undefined) store.post({ type: "set_options", toolVocabulary: chosen });
						}}
						data-testid="tool-vocabulary"
					>
						{vocabularyNames.map((name) => (
							<option key={name} value={name}>
								{vocabularies[name]}
							</option>
						))}
					</select>
				)}
			</Field>
			<vscode-checkbox
				className={classes.experiment ?? ""}
				checked={chrome.runSlashCommand}
				label="Experiment: the model may run workflows"
				onChange={(event) =>
					store.post({ type: "set_options", runSlashCommand: event.currentTarget.checked })
				}
				data-testid="run-slash-command"
			/>
		</>
	);
}

interface InstructionsProps {
	readonly heading: string;
	readonly instructions: readonly InstructionSummary[];
	/** what is said when there are none; absent: nothing at all */
	readonly nothing?: string;
}

function Instructions({ heading, instructions, nothing }: InstructionsProps) {
	if (instructions.length === 0 && nothing === undefined) return null;
	return (
		<section className={classes.section} aria-label={heading}>
			<h3 className={classes.heading}>{heading}</h3>
			{instructions.length === 0 ? (
				<p className={classes.muted}>{nothing}</p>
			) : (
				<ul className={classes.list}>
					{instructions.map((instruction) => (
						<Instruction key={instruction.source} instruction={instruction} />
					))}
				</ul>
			)}
		</section>
	);
}

function Instruction({ instruction }: { readonly instruction: InstructionSummary }) {
	const { store } = useKiln();
	const { source, description, isOn } = instruction;
	return (
		<li className={classes.item}>
			<vscode-checkbox
				checked={isOn}
				aria-label={`Use ${source}`}
				onChange={(event) =>
					store.post({ type: "set_instruction", source, isOn: event.currentTarget.checked })
				}
				data-testid="instruction-switch"
			/>
			<span className={classes.what}>
				<span className={classes.path}>
					<FileLink file={{ path: source }}>
						<PathText text={source} />
					</FileLink>
				</span>
				{description !== undefined && <span className={classes.muted}>{description}</span>}
			</span>
		</li>
	);
}
