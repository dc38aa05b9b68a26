import { visibleText } from "../../text/visibleText";

/** What a field's text is like with its hidden characters shown; undefined: it has none. An input cannot show them. */
export function hiddenCharacters(text: string): string | undefined {
	const shown = visibleText(text);
	return shown === text ? undefined : shown;
}
