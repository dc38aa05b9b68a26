/** How answers look in the chat. */
export function formatting(): string {
	return "Answer in Markdown. Name code and files as `path:line`, so that the user can click them. Be direct and brief; no flattery.";
}
