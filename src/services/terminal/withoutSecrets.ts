const secretName = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL/i;
/** Kiln's own, and what VS Code sets for its own processes: a child would take itself for one of them. */
const internalName = /^(KILN|VSCODE|ELECTRON)_/i;

/** The environment that a model's commands may see. */
export function withoutSecrets(
	variables: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
	const kept: Record<string, string> = {};
	for (const [name, value] of Object.entries(variables)) {
		if (value !== undefined && !secretName.test(name) && !internalName.test(name)) kept[name] = value;
	}
	return kept;
}
