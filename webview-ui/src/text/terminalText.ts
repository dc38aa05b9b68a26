/**
 * A command's output as plain text: escape sequences are taken out, a line that was written over (`\r`) shows its
 * last state.
 */
export function terminalText(output: string): string {
	if (!controls.test(output)) return output;
	return output
		.replace(escapeSequence, "")
		.replace(/\r+\n/g, "\n")
		.split("\n")
		.map((line) => line.slice(line.lastIndexOf("\r", line.length - 2) + 1).replace(/\r$/, ""))
		.join("\n");
}

/** The last `count` lines, and how many stand before them. */
export function lastLines(text: string, count: number): { text: string; hidden: number } {
	const lines = text.replace(/\n$/, "").split("\n");
	if (lines.length <= count) return { text: lines.join("\n"), hidden: 0 };
	return { text: lines.slice(-count).join("\n"), hidden: lines.length - count };
}

const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);
const backspace = String.fromCharCode(8);
const controls = new RegExp(`[${esc}${backspace}\r]`);

const escapeSequence = new RegExp(
	[
		// CSI … final byte
		`${esc}\\[[0-?]*[ -/]*[@-~]`,
		// OSC … BEL or ST
		`${esc}\\][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?`,
		`${esc}[@-Z\\\\-_]`,
		backspace,
	].join("|"),
	"g",
);
