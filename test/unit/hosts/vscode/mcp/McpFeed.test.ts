import { feedMs, McpFeed } from "@hosts/vscode/mcp/McpFeed";
import type { McpList } from "@shared/mcp-view";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeMcp, mcpTool, serverState } from "../support/fakeMcp";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function setUp() {
	const { mcp, hub } = createFakeMcp();
	const lists: McpList[] = [];
	const feed = new McpFeed(mcp, (list) => void lists.push(list));
	mcp.onDidChange(() => feed.changed());
	return { mcp, hub, feed, lists };
}

describe("McpFeed", () => {
	it("says nothing while nobody looks", async () => {
		const { mcp, hub, lists } = await setUp();
		await mcp.open();
		hub.set([serverState()]);
		vi.advanceTimersByTime(feedMs);
		expect(lists).toEqual([]);
	});

	it("posts at once when somebody looks, also before anything is loaded", async () => {
		const { mcp, feed, lists } = await setUp();
		feed.watch(true);
		expect(lists).toMatchObject([{ isLoaded: false, servers: [] }]);
		await mcp.open();
		vi.advanceTimersByTime(feedMs);
		expect(lists.at(-1)).toMatchObject({ isLoaded: true, files: [{ label: "All projects" }, {}] });
	});

	it("joins changes, with the newest state and a revision that grows", async () => {
		const { mcp, hub, feed, lists } = await setUp();
		await mcp.open();
		feed.watch(true);
		for (const name of ["a", "b", "c"]) hub.set([serverState({ name })]);
		vi.advanceTimersByTime(feedMs);
		expect(lists.map(({ servers }) => servers[0]?.name)).toEqual([undefined, "c"]);
		expect(lists.map(({ revision }) => revision)).toEqual([1, 2]);
	});

	it("posts the whole of unfolded servers only", async () => {
		const { mcp, hub, feed, lists } = await setUp();
		await mcp.open();
		const catalogue = { ...serverState().catalogue, tools: [mcpTool()] };
		hub.set(["a", "b"].map((name) => serverState({ name, catalogue })));
		feed.watch(true, ["b"]);
		expect(lists.at(-1)?.servers.map((server) => [server.isWhole, server.catalogue.tools.length])).toEqual([
			[false, 0],
			[true, 1],
		]);
	});

	it("posts ahead of a view that is being opened, and not to one that is", async () => {
		const { feed, lists } = await setUp();
		feed.postAhead();
		expect(lists).toHaveLength(1);
		feed.watch(true);
		feed.postAhead();
		expect(lists.map(({ revision }) => revision)).toEqual([1, 2]);
	});

	it("rests while the view is hidden and catches up after", async () => {
		const { mcp, hub, feed, lists } = await setUp();
		await mcp.open();
		feed.watch(true);
		feed.setVisible(false);
		hub.set([serverState()]);
		vi.advanceTimersByTime(feedMs);
		expect(lists).toHaveLength(1);
		feed.setVisible(true);
		expect(lists.at(-1)?.servers).toHaveLength(1);
	});

	it("posts nothing that was due when the view was left", async () => {
		const { mcp, hub, feed, lists } = await setUp();
		await mcp.open();
		feed.watch(true);
		hub.set([serverState()]);
		feed.watch(false);
		vi.advanceTimersByTime(feedMs);
		expect(lists).toHaveLength(1);
	});
});
