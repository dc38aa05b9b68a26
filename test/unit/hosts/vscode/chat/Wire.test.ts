import { frameMs, heartbeatMs, Wire } from "@hosts/vscode/chat/Wire";
import type { ChromeState, HostMessage } from "@shared/messages";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answered, created, createScript, delta, requested, said } from "../support/fakeTask";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
	let posted: HostMessage[] = [];
	const wire = new Wire(
		(message) => void posted.push(message),
		() => ({ revision: 1 }) as ChromeState,
		() => "half a thought",
	);
	const script = createScript();
	const take = () => {
		const messages = posted;
		posted = [];
		return messages;
	};
	return {
		wire,
		...script,
		take,
		/** folds an event in and tells the wire, as the session does */
		tell: (draft: Parameters<typeof script.push>[0]) => wire.changed(script.push(draft)),
		nextFrame: () => {
			vi.advanceTimersByTime(frameMs);
			return take();
		},
	};
}

/** A wire that shows a task with one event, with a webview that is up. */
function open() {
	const parts = setUp();
	parts.push(created);
	parts.wire.ready();
	parts.wire.show(parts.fold);
	parts.take();
	return parts;
}

const rowIds = (message: HostMessage | undefined) =>
	message && "rows" in message ? message.rows.map((row) => row.id) : undefined;

describe("Wire", () => {
	it("posts nothing before the webview is ready, then a snapshot", () => {
		const { wire, push, fold, tell, take, nextFrame } = setUp();
		push(created);
		wire.show(fold);
		tell(said("a"));
		wire.chromeChanged();
		expect(nextFrame()).toEqual([]);
		wire.ready();
		const [snapshot, ...rest] = take();
		expect(snapshot).toMatchObject({
			type: "snapshot",
			head: 1,
			hasOlder: false,
			header: { title: "Do it" },
		});
		expect(rowIds(snapshot)).toEqual(["a"]);
		expect(rest).toEqual([]);
	});

	it("tells of an empty chat by head −1 and no header", () => {
		const { wire, take } = setUp();
		wire.ready();
		expect(take()).toMatchObject([{ type: "snapshot", head: -1, phase: "idle", header: null, rows: [] }]);
	});

	it("makes one message of all events of a frame", () => {
		const { tell, nextFrame, take } = open();
		for (const id of ["a", "b", "c"]) tell(said(id));
		expect(take()).toEqual([]);
		const messages = nextFrame();
		expect(messages).toMatchObject([{ type: "rows", from: 0, head: 3, removed: [] }]);
		expect(rowIds(messages[0])).toEqual(["a", "b", "c"]);
		expect(nextFrame()).toEqual([]);
	});

	it("makes one message of all live text of a frame", () => {
		const { wire, tell, nextFrame } = open();
		tell(requested);
		nextFrame();
		for (const [at, letter] of [..."hello"].entries()) wire.live(delta("b", at, letter));
		expect(nextFrame()).toMatchObject([
			{ type: "live", head: 1, phase: "streaming", events: [{ blockId: "b", offset: 0, text: "hello" }] },
		]);
	});

	it("keeps the order of live text and rows, each stamped with its own head", () => {
		const { wire, tell, nextFrame } = open();
		tell(requested);
		wire.live(delta("b", 0, "x"));
		tell(answered("b", "x"));
		wire.live(delta("c", 0, "y"));
		expect(nextFrame().map(({ type, head }) => [type, head])).toEqual([
			["rows", 1],
			["live", 1],
			["rows", 2],
			["live", 2],
		]);
	});

	it("leaves out rows that a rewind of the same frame took away", () => {
		const { tell, nextFrame } = open();
		tell(said("a"));
		tell(said("b"));
		tell({ type: "rewound", to: 1 });
		tell(said("c"));
		const messages = nextFrame();
		expect(messages).toMatchObject([{ removeAfter: 1, head: 4 }]);
		expect(rowIds(messages[0])).toEqual(["a", "c"]);
	});

	it("fences off the former task with a new epoch and forgets what waited", () => {
		const { wire, tell, take, nextFrame } = open();
		tell(said("a"));
		wire.ready();
		const before = take()[0]?.epoch ?? 0;
		tell(said("b"));
		wire.show(null);
		const after = take();
		expect(after).toMatchObject([{ type: "snapshot", head: -1, header: null }]);
		expect(after[0]?.epoch).toBeGreaterThan(before);
		expect(nextFrame()).toEqual([]);
	});

	it("stops posting while hidden and tells the head when shown again", () => {
		const { wire, tell, take, nextFrame } = open();
		wire.setVisible(false);
		tell(said("a"));
		expect(nextFrame()).toEqual([]);
		wire.setVisible(true);
		expect(take()).toMatchObject([{ type: "head", head: 1 }]);
	});

	it("answers a resync with the rows since then", () => {
		const { wire, tell, take, nextFrame } = open();
		tell(said("a"));
		tell(said("b"));
		const epoch = nextFrame()[0]?.epoch ?? 0;
		wire.resync(epoch, 1);
		const [message] = take();
		expect(message).toMatchObject({ type: "rows", from: 1, head: 2 });
		expect(rowIds(message)).toEqual(["b"]);
	});

	it.each([
		["another epoch", 999, 2],
		["a head that is not reached", 0, 50],
		["a head before the last rewind", 0, 1],
	])("answers a resync from %s with a snapshot", (_, otherEpoch, head) => {
		const { wire, tell, take, nextFrame } = open();
		tell(said("a"));
		tell({ type: "rewound", to: 0 });
		const epoch = nextFrame()[0]?.epoch ?? 0;
		wire.resync(otherEpoch || epoch, head);
		expect(take()).toMatchObject([{ type: "snapshot", head: 2 }]);
	});

	it("gives a webview that opens in the middle of a block its beginning", () => {
		const { wire, tell, take } = open();
		tell(requested);
		wire.live(delta("b", 0, "one "));
		wire.live(delta("b", 4, "two"));
		wire.ready();
		expect(take()).toMatchObject([
			{ type: "snapshot" },
			{ type: "live", events: [{ offset: 0, text: "one two" }] },
		]);
		tell(answered("b", "one two"));
		wire.ready();
		expect(take()).toMatchObject([{ type: "snapshot" }]);
	});

	it("repeats the head each second while the task works, and only then", () => {
		const { tell, take } = open();
		vi.advanceTimersByTime(5 * heartbeatMs);
		expect(take()).toEqual([]);
		tell(requested);
		vi.advanceTimersByTime(frameMs);
		take();
		vi.advanceTimersByTime(2 * heartbeatMs);
		expect(take()).toMatchObject([{ type: "head", head: 1, phase: "streaming" }, { type: "head" }]);
		tell({ type: "aborted", reason: "Stopped." });
		vi.advanceTimersByTime(frameMs);
		take();
		vi.advanceTimersByTime(3 * heartbeatMs);
		expect(take()).toEqual([]);
	});

	it("does not beat for a hidden webview", () => {
		const { wire, tell, take } = open();
		tell(requested);
		wire.setVisible(false);
		take();
		vi.advanceTimersByTime(3 * heartbeatMs);
		expect(take()).toEqual([]);
	});

	it("posts the chrome once a frame and before a reply", () => {
		const { wire, nextFrame, take } = open();
		wire.chromeChanged();
		wire.chromeChanged();
		expect(nextFrame()).toMatchObject([{ type: "chrome" }]);
		wire.chromeChanged();
		wire.reply({ replyTo: "1", ok: true, message: "Saved." });
		expect(take().map(({ type }) => type)).toEqual(["chrome", "reply"]);
	});

	it("pages older rows", () => {
		const { wire, tell, take, nextFrame } = open();
		for (const id of ["a", "b", "c"]) tell(said(id));
		nextFrame();
		wire.older(3);
		const [page] = take();
		expect(page).toMatchObject({ type: "older", hasOlder: false });
		expect(rowIds(page)).toEqual(["a", "b"]);
	});

	it("opens a view that was asked for before the webview was up, once", () => {
		const { wire, take } = setUp();
		wire.showView("mcp");
		expect(take()).toEqual([]);
		wire.ready();
		expect(take().map(({ type }) => type)).toEqual(["snapshot", "show"]);
		wire.setVisible(true);
		expect(take().map(({ type }) => type)).toEqual(["head"]);
		wire.showView("mcp");
		expect(take()).toMatchObject([{ type: "show", view: "mcp" }]);
	});

	it("opens a view that was asked for while the webview was hidden", () => {
		const { wire, take } = open();
		wire.setVisible(false);
		wire.showView("mcp");
		wire.setVisible(true);
		expect(take().map(({ type }) => type)).toEqual(["head", "show"]);
	});
});
