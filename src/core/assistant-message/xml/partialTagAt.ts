/** Where a tag begins that the end of the text cuts; the text's length when none does. */
export function partialTagAt(text: string, from: number, tag: string): number {
	const at = text.lastIndexOf("<");
	if (at < from || text.length - at >= tag.length) return text.length;
	return tag.startsWith(text.slice(at)) ? at : text.length;
}
