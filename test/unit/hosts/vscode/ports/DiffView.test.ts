import { DiffView } from "@hosts/vscode/ports/DiffView";
import { beforeEach, describe, expect, it, vi } from "vitest";

/** An editor that knows tabs only; opening one waits until the test lets it happen. */
const editor = vi.hoisted(() => {
	class TabInputTextDiff {
		constructor(
			readonly original: { path: string; scheme: string },
			readonly modified: { path: string; scheme: string },
		) {}
	}
	return {
		TabInputTextDiff,
		tabs: [] as { input: InstanceType<typeof TabInputTextDiff> }[],
		waiting: [] as (() => void)[],
	};
});

vi.mock("vscode", () => ({
	TabInputTextDiff: editor.TabInputTextDiff,
	EventEmitter: class {
		readonly event = () => undefined;
		fire() {}
		dispose() {}
	},
	Disposable: { from: () => ({ dispose: () => undefined }) },
	Uri: { from: (parts: object) => parts },
	workspace: { registerTextDocumentContentProvider: () => ({ dispose: () => undefined }) },
	commands: {
		executeCommand: async (_: string, left: UriParts, right: UriParts) => {
			await new Promise<void>((resolve) => editor.waiting.push(resolve));
			editor.tabs.push({ input: new editor.TabInputTextDiff(left, right) });
		},
	},
	window: {
		onDidChangeTextEditorSelection: () => ({ dispose: () => undefined }),
		tabGroups: {
			get all() {
				return [{ tabs: editor.tabs }];
			},
			close: async (closed: readonly object[]) => {
				editor.tabs = editor.tabs.filter((tab) => !closed.includes(tab));
			},
		},
	},
}));

interface UriParts {
	path: string;
	scheme: string;
}

const edit = (callId: string) => ({ callId, title: callId, path: "/w/a.ts", before: "", after: "x" });
const openCalls = () => editor.tabs.map(({ input }) => input.modified.path.split("/")[1]);
const settle = () => new Promise((resolve) => setImmediate(resolve));

async function letOpen(): Promise<void> {
	await settle();
	for (const open of editor.waiting.splice(0)) open();
	await settle();
}

beforeEach(() => {
	editor.tabs = [];
	editor.waiting = [];
});

describe("DiffView", () => {
	it("leaves no tab of a call that ends while its tab opens", async () => {
		const view = new DiffView();
		const shown = view.show(edit("c1"));
		await settle();
		const closed = view.close("c1");
		await letOpen();
		await Promise.all([shown, closed]);
		expect(openCalls()).toEqual([]);
	});

	it("does not open what was closed before its turn", async () => {
		const view = new DiffView();
		const all = [view.show(edit("c1")), view.show(edit("c2")), view.close("c2")];
		await letOpen();
		await Promise.all(all);
		expect(editor.waiting).toEqual([]);
		expect(openCalls()).toEqual([]);
	});

	it("shows one edit at a time, and an edit again after it was closed", async () => {
		const view = new DiffView();
		for (const callId of ["c1", "c2"]) {
			const shown = view.show(edit(callId));
			await letOpen();
			await shown;
		}
		expect(openCalls()).toEqual(["c2"]);
		const all = [view.close("c2"), view.show(edit("c2"))];
		await letOpen();
		await Promise.all(all);
		expect(openCalls()).toEqual(["c2"]);
	});

	it("closes its tabs with the window, also one that is just opening", async () => {
		const view = new DiffView();
		const shown = view.show(edit("c1"));
		await settle();
		view.dispose();
		await letOpen();
		await shown;
		expect(openCalls()).toEqual([]);
	});
});
