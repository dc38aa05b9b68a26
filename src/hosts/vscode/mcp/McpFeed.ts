import type { McpList } from "@shared/messages";
import type { LazyMcp } from "./LazyMcp";
import { mcpServerSummary } from "./mcpList";

export const feedMs = 100;

/** Posts the list of the servers while somebody looks at it: at once when that begins, then at most every `feedMs`. */
export class McpFeed {
	private isWatched = false;
	private isVisible = true;
	private revision = 0;
	private timer: ReturnType<typeof setTimeout> | undefined;

	constructor(
		private readonly mcp: Pick<LazyMcp, "now">,
		/** must not throw */
		private readonly post: (list: McpList) => void,
	) {}

	watch(isOn: boolean): void {
		this.isWatched = isOn;
		this.postNow();
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

	private postNow(): void {
		clearTimeout(this.timer);
		this.timer = undefined;
		if (!this.isWatched || !this.isVisible) return;
		const opened = this.mcp.now();
		this.revision += 1;
		this.post({
			revision: this.revision,
			servers: opened?.hub.servers().map(mcpServerSummary) ?? [],
			problems: opened?.hub.configProblems() ?? [],
			files: opened?.files() ?? [],
			isLoaded: opened !== undefined,
		});
	}
}
