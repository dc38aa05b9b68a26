/**
 * JSON text without halves of surrogate pairs. Text that was shortened in the middle of an emoji holds one, JSON writes
 * it as an escape, and servers refuse the whole request for it, now and whenever it is sent again.
 * Anthropic, 400: "The request body is not valid JSON: no low surrogate in string: line 1 column 50086"
 */
export function wellFormedJson(json: string): string {
	// whole pairs are written as they are, so that an escape is always a half
	if (!json.includes("\\ud")) return json;
	return json.replace(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g, (found) => (found.length > 2 ? "\\ufffd" : found));
}
