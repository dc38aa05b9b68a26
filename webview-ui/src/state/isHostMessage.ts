import type { HostMessage } from "@shared/messages";

/** The host's messages are typed where they are made; what else lands in this window (other frames' noise) is not ours. */
export function isHostMessage(data: unknown): data is HostMessage {
	return (
		typeof data === "object" &&
		data !== null &&
		"type" in data &&
		typeof data.type === "string" &&
		"epoch" in data &&
		typeof data.epoch === "number" &&
		"head" in data &&
		typeof data.head === "number"
	);
}
