import type { AutoApprove } from "@shared/settings";
import { useState } from "react";
import { Field } from "../components/Field";

interface CommandRulesProps {
	readonly autoApprove: AutoApprove;
	readonly onSave: (next: AutoApprove) => void;
}

/** Which commands "Run commands" means; saved when the field is left. */
export function CommandRules({ autoApprove, onSave }: CommandRulesProps) {
	const [allow, setAllow] = useState(autoApprove.allowCommands.join("\n"));
	const [deny, setDeny] = useState(autoApprove.denyCommands.join("\n"));
	const save = () => {
		const next = { ...autoApprove, allowCommands: toRules(allow), denyCommands: toRules(deny) };
		if (JSON.stringify(next) !== JSON.stringify(autoApprove)) onSave(next);
	};
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
						value={allow}
						onChange={(event) => setAllow(event.currentTarget.value)}
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
						value={deny}
						onChange={(event) => setDeny(event.currentTarget.value)}
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
