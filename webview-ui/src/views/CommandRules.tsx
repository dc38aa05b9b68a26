import type { AutoApprove, AutoApproveChange } from "@shared/settings";
import { useEffect, useRef, useState } from "react";
import { Field } from "../components/Field";

interface CommandRulesProps {
	readonly autoApprove: AutoApprove;
	readonly onSave: (change: AutoApproveChange) => void;
}

/** What was typed into the fields; undefined: nothing. */
interface EditedRules {
	readonly allow?: string;
	readonly deny?: string;
}

/** Which commands "Run commands" means; saved when the field is left, or taken away with the layer that it is in. */
export function CommandRules({ autoApprove, onSave }: CommandRulesProps) {
	const [edited, setEdited] = useState<EditedRules>({});
	const savedRef = useRef(edited);
	const save = () => {
		// Only what was typed here: the settings may have changed elsewhere meanwhile.
		if (edited === savedRef.current) return;
		savedRef.current = edited;
		const allow = edited.allow === undefined ? undefined : toRules(edited.allow);
		const deny = edited.deny === undefined ? undefined : toRules(edited.deny);
		const change = {
			...(differs(allow, autoApprove.allowCommands) && { allowCommands: allow }),
			...(differs(deny, autoApprove.denyCommands) && { denyCommands: deny }),
		};
		if (Object.keys(change).length > 0) onSave(change);
	};
	// A press elsewhere takes the field away before it could lose the focus.
	const saveRef = useRef(save);
	useEffect(() => {
		saveRef.current = save;
	});
	useEffect(() => () => saveRef.current(), []);
	return (
		<>
			<Field
				label="Commands that may run"
				hint="One on each line: “npm test” also allows “npm test -- --watch”."
			>
				{(input) => (
					<textarea
						{...input}
						rows={2}
						value={edited.allow ?? autoApprove.allowCommands.join("\n")}
						onChange={(event) => setEdited({ ...edited, allow: event.currentTarget.value })}
						onBlur={save}
						data-testid="auto-approve-allow-commands"
					/>
				)}
			</Field>
			<Field label="Commands that may never run">
				{(input) => (
					<textarea
						{...input}
						rows={2}
						value={edited.deny ?? autoApprove.denyCommands.join("\n")}
						onChange={(event) => setEdited({ ...edited, deny: event.currentTarget.value })}
						onBlur={save}
						data-testid="auto-approve-deny-commands"
					/>
				)}
			</Field>
		</>
	);
}

function differs(rules: readonly string[] | undefined, known: readonly string[]): boolean {
	return rules !== undefined && JSON.stringify(rules) !== JSON.stringify(known);
}

function toRules(text: string): string[] {
	return text
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "");
}
