import type { ListedTool, ServerCatalogue } from "@services/mcp/catalogue/ServerCatalogue";
import { emptyCatalogue } from "@services/mcp/catalogue/ServerCatalogue";
import type { McpSession, SessionEvents } from "@services/mcp/connection/McpSession";
import type { OpenSessionOptions } from "@services/mcp/sdk/openSession";

export function listedTool(
	name: string,
	inputSchema: Record<string, unknown> = { type: "object" },
): ListedTool {
	return { name, description: `does ${name}`, inputSchema, hints: {}, needsTask: false };
}

/** Sessions without processes: each start is noted, and ends when the test says so. */
export class FakeSessions {
	readonly opened: { readonly options: OpenSessionOptions; readonly events: SessionEvents }[] = [];
	readonly closing: string[] = [];
	readonly closed: string[] = [];
	catalogue: ServerCatalogue = { ...emptyCatalogue, tools: [listedTool("heat"), listedTool("cool")] };
	/** what is listed from the second time on */
	next: ServerCatalogue | undefined;
	/** how often lists were asked for */
	reads = 0;
	/** what a start waits for */
	gate: Promise<void> = Promise.resolve();
	/** what a list waits for */
	listGate: Promise<void> = Promise.resolve();
	/** what an end waits for */
	closeGate: Promise<void> = Promise.resolve();

	readonly open = async (options: OpenSessionOptions, events: SessionEvents): Promise<McpSession> => {
		this.opened.push({ options, events });
		await this.gate;
		return {
			transport: "stdio",
			serverVersion: "fake 1",
			instructions: undefined,
			readCatalogue: () => this.readCatalogue(),
			callTool: async (tool) => ({
				content: [{ kind: "text", text: `${tool.name} done` }],
				isError: false,
				notes: [],
			}),
			readResource: async () => [],
			getPrompt: async () => ({ messages: [] }),
			rootsChanged: () => {},
			close: async () => {
				this.closing.push(options.server);
				await this.closeGate;
				this.closed.push(options.server);
			},
		};
	};

	get names(): readonly string[] {
		return this.opened.map(({ options }) => options.server);
	}

	private async readCatalogue(): Promise<ServerCatalogue> {
		this.reads++;
		const found = this.reads > 1 ? (this.next ?? this.catalogue) : this.catalogue;
		await this.listGate;
		return found;
	}
}
