/** A call as a model writes it: read again, it gives the same values. */
export function renderReActCall(tool: string, params: Readonly<Record<string, unknown>>): string {
	const given = Object.entries(params).filter(([, value]) => value !== undefined);
	const arePlain = given.every(([name]) => /^[A-Za-z_][\w-]*$/.test(name));
	const text = arePlain
		? given.map(([name, value]) => `${name}=${renderValue(value)}`).join(", ")
		: JSON.stringify(Object.fromEntries(given));
	return `Action: ${tool}(${text})`;
}

/** Several lines stand as they are in triple quotes, unless quotes in them could end it. */
function renderValue(value: unknown): string {
	if (typeof value !== "string" || !value.includes("\n") || /"""|\r/.test(value))
		return JSON.stringify(value);
	return `"""\n${value}\n"""`;
}
