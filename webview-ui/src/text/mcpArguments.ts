/** One line of the table: a key of the call's arguments and its value as text. */
export interface McpArgument {
	readonly name: string;
	readonly value: string;
}

const maxRows = 30;

/** The top-level keys of the arguments; undefined: no JSON object (yet), or too many keys for a table. */
export function mcpArguments(input: string): readonly McpArgument[] | undefined {
	const value = parsed(input);
	if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
	const entries = Object.entries(value);
	if (entries.length > maxRows) return undefined;
	return entries.map(([name, inner]) => ({
		name,
		value: typeof inner === "string" ? inner : JSON.stringify(inner, null, 2),
	}));
}

function parsed(input: string): unknown {
	try {
		return JSON.parse(input);
	} catch {
		return undefined;
	}
}
