import type { LiveEvent } from "@shared/events";
import type { McpList } from "@shared/mcp-view";
import type { ChromeState, HostMessage } from "@shared/messages";
import type { TaskFold } from "@shared/TaskFold";
import { isWorking, type Row, type ViewChange } from "@shared/task-view";
import { LiveMemory } from "./LiveMemory";
import { Outbox } from "./Outbox";
import type { TaskScreen } from "./TaskScreen";

export const frameMs = 16;
export const heartbeatMs = 1000;
export const snapshotRows = 200;

type Reply = Omit<Extract<HostMessage, { type: "reply" }>, "type" | "epoch" | "head" | "phase">;

/**
 * The host's end of the webview wall. Nothing here waits for the webview: messages are collected for one frame,
 * posted and forgotten. A webview that was away gets a snapshot when it says `ready`; one that missed something
 * notices by the head and asks. Meanwhile nothing is kept for it.
 */
export class Wire implements TaskScreen {
	private readonly outbox = new Outbox();
	private readonly liveMemory = new LiveMemory();
	private fold: TaskFold | null = null;
	private epoch = 1;
	private head = -1;
	/** seq of the last event that took rows away: `rows` since an earlier head could not say so */
	private lastRemoval = -1;
	/** a hidden page is gone, and what is posted to it is kept by the editor until it is shown */
	private isVisible = true;
	private isOpen = false;
	private isChromeDue = false;
	/** a view that was asked for before the webview was up */
	private dueView: "mcp" | undefined;
	private frame: ReturnType<typeof setTimeout> | undefined;
	private heartbeat: ReturnType<typeof setInterval> | undefined;

	constructor(
		/** Must not throw and must not block. */
		private readonly post: (message: HostMessage) => void,
		private readonly chrome: () => ChromeState,
		private readonly draft: () => string,
	) {}

	show(fold: TaskFold | null): void {
		this.epoch += 1;
		this.fold = fold;
		this.head = fold?.head ?? -1;
		this.lastRemoval = this.head;
		this.liveMemory.clear();
		if (this.isOpen) this.snapshot();
		this.beat();
	}

	changed(change: ViewChange): void {
		const from = this.head;
		this.head = this.fold?.head ?? -1;
		if (change.removed.length > 0 || change.removeAfter !== undefined) this.lastRemoval = this.head;
		this.liveMemory.settle(change);
		if (!isWorking(change.header.phase)) this.liveMemory.clear();
		this.beat();
		if (!this.isOpen) return;
		this.outbox.addChange(change, from, this.head);
		this.schedule();
	}

	live(event: LiveEvent): void {
		this.liveMemory.note(event);
		if (!this.isOpen) return;
		this.outbox.addLive(event, this.head, this.stamp().phase);
		this.schedule();
	}

	chromeChanged(): void {
		this.isChromeDue = true;
		if (this.isOpen) this.schedule();
	}

	/** Another page is posted to from now on, once it says `ready`. */
	attach(isVisible: boolean): void {
		this.dispose();
		this.isVisible = isVisible;
	}

	/** The webview is up (again): it gets everything. One that was hidden meanwhile says `ready` again when it is shown. */
	ready(): void {
		this.isOpen = this.isVisible;
		this.snapshot();
		this.beat();
		if (this.dueView !== undefined) this.showView(this.dueView);
	}

	/** Opens a view of the webview, at the latest when it is up. */
	showView(view: "mcp"): void {
		this.dueView = this.isOpen ? undefined : view;
		if (this.isOpen) this.post({ type: "show", ...this.stamp(), view });
	}

	mcpList(list: McpList): void {
		if (this.isOpen) this.post({ type: "mcp", ...this.stamp(), list });
	}

	/** A webview that lives on while hidden asks for what it missed when it sees the head. */
	setVisible(isVisible: boolean): void {
		this.isVisible = isVisible;
		this.isOpen = isVisible;
		if (isVisible) this.post({ type: "head", ...this.stamp() });
		else this.drop();
		this.beat();
		if (isVisible && this.dueView !== undefined) this.showView(this.dueView);
	}

	resync(epoch: number, head: number): void {
		const canTell = epoch === this.epoch && head >= this.lastRemoval && head <= this.head;
		const rows = this.fold?.changedSince(head) ?? [];
		if (canTell && rows.length <= snapshotRows) this.postRowsSince(head, rows);
		else this.snapshot();
	}

	older(beforeSeq: number): void {
		const page = this.fold?.rows({ beforeSeq, limit: snapshotRows }) ?? { rows: [], hasOlder: false };
		this.flush();
		this.post({ type: "older", ...this.stamp(), ...page });
	}

	showAll(rowId: string): void {
		const text = this.fold?.rowText(rowId);
		if (text !== undefined) this.post({ type: "row_text", ...this.stamp(), rowId, text });
	}

	reply(reply: Reply): void {
		this.flush();
		this.post({ type: "reply", ...this.stamp(), ...reply });
	}

	dispose(): void {
		this.isOpen = false;
		this.drop();
		this.beat();
	}

	private snapshot(): void {
		this.drop();
		const page = this.fold?.rows({ limit: snapshotRows }) ?? { rows: [], hasOlder: false };
		const header = this.fold?.header ?? null;
		this.post({
			type: "snapshot",
			...this.stamp(),
			header,
			...page,
			chrome: this.chrome(),
			draft: this.draft(),
		});
		const events = this.liveMemory.events();
		if (events.length > 0) this.post({ type: "live", ...this.stamp(), events });
	}

	private postRowsSince(from: number, rows: readonly Row[]): void {
		this.flush();
		const header = this.fold?.header ?? null;
		this.post({ type: "rows", ...this.stamp(), from, header, rows, removed: [] });
	}

	private stamp() {
		return { epoch: this.epoch, head: this.head, phase: this.fold?.phase ?? ("idle" as const) };
	}

	private schedule(): void {
		this.frame ??= setTimeout(() => this.flush(), frameMs);
	}

	private flush(): void {
		clearTimeout(this.frame);
		this.frame = undefined;
		for (const message of this.outbox.take(this.epoch)) this.post(message);
		if (this.isChromeDue) this.post({ type: "chrome", ...this.stamp(), chrome: this.chrome() });
		this.isChromeDue = false;
	}

	private drop(): void {
		clearTimeout(this.frame);
		this.frame = undefined;
		this.outbox.clear();
		this.isChromeDue = false;
	}

	/** Repeats the head while a task works, so that a lost last message is noticed. */
	private beat(): void {
		const mustBeat = this.isOpen && isWorking(this.stamp().phase);
		if (mustBeat) {
			this.heartbeat ??= setInterval(() => this.post({ type: "head", ...this.stamp() }), heartbeatMs);
			return;
		}
		clearInterval(this.heartbeat);
		this.heartbeat = undefined;
	}
}
