/** What a message's mentions and commands stand for, as the model gets it: `<tag name="value">\nbody\n</tag>`. */
export function tagged(
	tag: string,
	attributes: Readonly<Record<string, string | undefined>>,
	body: string,
): string {
	return `<${open(tag, attributes)}>\n${inert(body, tag)}\n</${tag}>`;
}

/** Text must not end its own frame. */
function inert(text: string, tag: string): string {
	return text.replace(new RegExp(`</(?=${tag}\\b)`, "gi"), "<\\/");
}

/** In place of what could not be shown: why. */
export function taggedNote(
	tag: string,
	attributes: Readonly<Record<string, string | undefined>>,
	note: string,
): string {
	return `<${open(tag, { ...attributes, note })}/>`;
}

function open(tag: string, attributes: Readonly<Record<string, string | undefined>>): string {
	const written = Object.entries(attributes).flatMap(([name, value]) =>
		value === undefined ? [] : [` ${name}="${value.replace(/["\n\r]/g, " ")}"`],
	);
	return inert(`${tag}${written.join("")}`, tag);
}
