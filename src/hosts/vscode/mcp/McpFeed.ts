import type { McpServerState } from "@shared/mcp";
import type { McpList, McpServerSummary } from "@shared/mcp-view";
import type { LazyMcp } from "./LazyMcp";
import { foldedServerSummary, mcpServerSummary } from "./mcpList";

export const feedMs = 100;

/** Posts the list of the servers while somebody looks at it: at once when that begins, then at most every `feedMs`. */
export class McpFeed {
	private isWatched = false;
	private unfolded: ReadonlySet<string> = new Set();
	private isVisible = true;
	private revision = 0;
	private timer: ReturnType<typeof setTimeout> | undefined;

	constructor(
		private readonly mcp: Pick<LazyMcp, "now">,
		/** must not throw */
		private readonly post: (list: McpList) => void,
	) {}

	/** `unfolded`: names of the servers that are shown whole */
	watch(isOn: boolean, unfolded: readonly string[] = []): void {
		this.isWatched = isOn;
		this.unfolded = new Set(unfolded);
		this.postNow();
	}

	/** For a view that is being opened: it need not ask first. */
	postAhead(): void {
		if (!this.isWatched) this.post(this.list());
	}

	setVisible(isVisible: boolean): void {
		this.isVisible = isVisible;
		this.postNow();
	}

	changed(): void {
		if (!this.isWatched || !this.isVisible) return;
		this.timer ??= setTimeout(() => this.postNow(), feedMs);
	}

	dispose(): void {
		this.isWatched = false;
		clearTimeout(this.timer);
	}

	/** What nobody sees is not posted: a thousand tools are most of a megabyte. */
	private summaryOf(server: McpServerState): McpServerSummary {
		return this.unfolded.has(server.name) ? mcpServerSummary(server) : foldedServerSummary(server);
	}

	private postNow(): void {
		clearTimeout(this.timer);
		this.timer = undefined;
		if (!this.isWatched || !this.isVisible) return;
		this.post(this.list());
	}

	private list(): McpList {
		const opened = this.mcp.now();
		this.revision += 1;
		return {
			revision: this.revision,
			servers: opened?.hub.servers().map((server) => this.summaryOf(server)) ?? [],
			problems: opened?.hub.configProblems() ?? [],
			files: opened?.files() ?? [],
			imports: opened?.imports.offered() ?? [],
			isLoaded: opened !== undefined,
		};
	}
}
