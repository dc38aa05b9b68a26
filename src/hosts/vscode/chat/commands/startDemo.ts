import { demoProfile } from "../../stores/ProfileStore";
import { sendMessage, startOver, type TaskCommandParts } from "./taskCommands";

/** What the recording answers. */
const prompt = "Show me how you work: write a small program, run it, and mend what is wrong.";

/** Plays the recording that comes with Kiln: a task like any other, with a model that needs no key. */
export async function startDemo(parts: TaskCommandParts): Promise<void> {
	await parts.profiles.save(demoProfile);
	await startOver(parts);
	await parts.provider.pick(parts.mode(), demoProfile.id);
	await sendMessage(parts, { text: prompt, images: [], taskId: null });
}
