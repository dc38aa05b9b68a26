import type { AutoApprove, AutoApproveChange } from "@shared/settings";
import { useKiln } from "../state/KilnContext";
import type { ApprovalOption } from "../text/autoApproveWords";
import { approvalChange, approvalOptions, isOn } from "../text/autoApproveWords";
import classes from "./AutoApproveForm.module.css";
import { CommandRules } from "./CommandRules";

/** Each switch is saved at once. */
export function AutoApproveForm({ autoApprove }: { readonly autoApprove: AutoApprove }) {
	const { store } = useKiln();
	const save = (change: AutoApproveChange) => store.post({ type: "set_auto_approve", change });
	const switchFor = (option: ApprovalOption, place: "inside" | "outside", label: string) => (
		<vscode-checkbox
			className={classes.switch ?? ""}
			checked={isOn(autoApprove, option.kind, place)}
			label={label}
			aria-label={option.hasPlace ? `${option.label} ${label}` : label}
			onChange={(event) => save(approvalChange(option, place, event.currentTarget.checked))}
			data-testid={`auto-approve-${option.kind}-${place}`}
		/>
	);
	return (
		<>
			<h3 className={classes.heading}>What Kiln may do without asking</h3>
			<ul className={classes.list}>
				{approvalOptions.map((option) =>
					option.hasPlace ? (
						<li key={option.kind} className={classes.item}>
							<span className={classes.label}>{option.label}</span>
							<span className={classes.switches}>
								{switchFor(option, "inside", "in this folder")}
								{switchFor(option, "outside", "elsewhere")}
							</span>
						</li>
					) : (
						<li key={option.kind}>{switchFor(option, "inside", option.label)}</li>
					),
				)}
			</ul>
			<CommandRules autoApprove={autoApprove} onSave={save} />
			<p className={classes.note}>Protected files and risky commands are asked for even so.</p>
		</>
	);
}
