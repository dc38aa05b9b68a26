/** The tag or text at `at`, shortened, as a message may name it. */
export function describeStray(text: string, at: number): string {
	const window = text.slice(at, at + 60);
	const tag = /^<[^<>\n]{1,40}>/.exec(window)?.[0];
	return tag ?? `the text "${window.split("\n", 1)[0]?.trim().slice(0, 40)}"`;
}
