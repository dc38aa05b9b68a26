import type { RequestBody } from "./requestBody";

const texts = new WeakMap<object, string>();

/**
 * The body as JSON. Messages never change and keep their identity, so each is put into JSON once however often it is
 * sent: a request late in a long task costs about what an early one does.
 */
export function bodyText({ messages, ...rest }: RequestBody): string {
	return `{"messages":[${messages.map(textOf).join(",")}],${JSON.stringify(rest).slice(1)}`;
}

function textOf(message: object): string {
	const known = texts.get(message);
	if (known !== undefined) return known;
	const text = JSON.stringify(message);
	texts.set(message, text);
	return text;
}
