import type { McpHub } from "@services/mcp/McpHub";
import type { McpHubOptions } from "@services/mcp/McpHubOptions";
import { type ServerTest, type TestedServer, testServer } from "./testServer";

/** The tests of servers that are under way: none outlives the window. */
export class ServerTests {
	private readonly stopping = new AbortController();
	private readonly running = new Set<Promise<ServerTest>>();

	constructor(
		private readonly options: McpHubOptions,
		private readonly hub: Pick<McpHub, "servers">,
	) {}

	async run(server: TestedServer): Promise<ServerTest> {
		const { signal } = this.stopping;
		const test = testServer(this.options, server, { servers: () => this.hub.servers(), signal });
		this.running.add(test);
		try {
			return await test;
		} finally {
			this.running.delete(test);
		}
	}

	/** Resolves when no process of any test is left; a later test starts nothing that lasts. */
	async stop(): Promise<void> {
		this.stopping.abort();
		await Promise.allSettled(this.running);
	}
}
