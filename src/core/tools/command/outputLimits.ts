import type { OutputLimits } from "@services/terminal/CommandStore";
import type { TaskHandle } from "../BaseTool";

const minOutputBytes = 3000;
/** leaves room for the rest of the turn in a nearly full window */
const bytesPerFreeToken = 2;

/** How much of a command's output one result may hold. */
export function outputLimits({ settings, freeContextTokens }: TaskHandle): OutputLimits {
	const { maxOutputLines, maxOutputBytes } = settings.command;
	const affordable = Math.max(minOutputBytes, freeContextTokens * bytesPerFreeToken);
	return { maxLines: maxOutputLines, maxBytes: Math.min(maxOutputBytes, affordable) };
}
