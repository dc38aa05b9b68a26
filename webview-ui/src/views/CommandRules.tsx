import type { AutoApprove } from "@shared/settings";
import { useEffect, useRef, useState } from "react";
import { Field } from "../components/Field";

interface CommandRulesProps {
	readonly autoApprove: AutoApprove;
	readonly onSave: (next: AutoApprove) => void;
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
		const next = {
			...autoApprove,
			...(edited.allow !== undefined && { allowCommands: toRules(edited.allow) }),
			...(edited.deny !== undefined && { denyCommands: toRules(edited.deny) }),
		};
		if (JSON.stringify(next) !== JSON.stringify(autoApprove)) onSave(next);
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

function toRules(text: string): string[] {
	return text
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "");
}
