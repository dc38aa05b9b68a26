import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";

/** Requests that were sent and not answered yet. */
export class OpenRequests {
	private readonly open = new Set<RequestId>();

	get ids(): ReadonlySet<RequestId> {
		return this.open;
	}

	sent(message: JSONRPCMessage): void {
		if ("method" in message && "id" in message) this.open.add(message.id);
		// whoever cancels waits no longer
		if ("method" in message && message.method === "notifications/cancelled") {
			const id = message.params?.requestId;
			if (typeof id === "number" || typeof id === "string") this.open.delete(id);
		}
	}

	received(message: JSONRPCMessage): void {
		if (!("method" in message) && message.id !== undefined) this.open.delete(message.id);
	}
}
