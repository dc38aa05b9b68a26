import type { HostMessage } from "@shared/messages";
import type { KilnServices } from "./KilnContext";

/** What the host says beside the task: a view that is asked for, the list of the MCP servers. The newest list counts. */
export function showBeside({ view, mcp }: Pick<KilnServices, "view" | "mcp">, message: HostMessage): void {
	if (message.type === "show") view.set(message.view);
	if (message.type !== "mcp") return;
	const known = mcp.get();
	if (known === null || message.list.revision > known.revision) mcp.set(message.list);
}
